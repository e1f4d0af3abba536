//! Numbers and ranges in bytes: LEB128 for code and tables, fixed little-endian for the header.

use crate::error::PlanError;

/// Appends to a section.
#[derive(Default)]
pub struct Writer {
    pub(crate) bytes: Vec<u8>,
}

impl Writer {
    /// A number in seven bits a byte, the lowest first.
    pub fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// A byte.
    pub(crate) fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// Bytes with their number before them.
    pub(crate) fn blob(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }
}

/// Reads a section of a plan; offsets in messages are those of the file.
pub struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    base: usize,
}

impl<'b> Reader<'b> {
    pub(crate) fn new(bytes: &'b [u8], base: usize) -> Self {
        Self { bytes, at: 0, base }
    }

    /// Offset in the file.
    pub(crate) fn offset(&self) -> usize {
        self.base + self.at
    }

    pub(crate) fn is_done(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// Bytes left.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn byte(&mut self) -> Result<u8, PlanError> {
        let byte = *self
            .bytes
            .get(self.at)
            .ok_or_else(|| PlanError::malformed(self.offset(), "expected a byte, found the end of the section"))?;
        self.at += 1;
        Ok(byte)
    }

    pub(crate) fn number(&mut self) -> Result<u64, PlanError> {
        let start = self.offset();
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let low = u64::from(byte & 0x7F);
            if shift == 63 && low > 1 {
                break;
            }
            value |= low << shift;
            if byte & 0x80 == 0 {
                // One spelling for each number, so that equal plans have equal bytes.
                if byte == 0 && shift > 0 {
                    return Err(PlanError::malformed(start, "expected the shortest form of a number"));
                }
                return Ok(value);
            }
        }
        Err(PlanError::malformed(start, "expected a number of at most 64 bits"))
    }

    /// A number of at most `limit`, called `what` in the message.
    pub(crate) fn count(&mut self, what: &'static str, limit: u32) -> Result<u32, PlanError> {
        let start = self.offset();
        let value = self.number()?;
        match u32::try_from(value) {
            Ok(value) if value <= limit => Ok(value),
            _ => Err(PlanError::TooMuch { offset: start, what, found: value, limit: limit.into() }),
        }
    }

    /// The number of entries that follow, each of at least one byte.
    pub(crate) fn entries(&mut self, what: &'static str, limit: u32) -> Result<u32, PlanError> {
        let start = self.offset();
        let n = self.count(what, limit)?;
        if n as usize > self.left() {
            return Err(PlanError::malformed(start, format!("expected {n} entries ({what}), found {} bytes", self.left())));
        }
        Ok(n)
    }

    pub(crate) fn take(&mut self, length: usize) -> Result<&'b [u8], PlanError> {
        let end = self.at.checked_add(length).filter(|&end| end <= self.bytes.len());
        let Some(end) = end else {
            return Err(PlanError::malformed(self.offset(), format!("expected {length} bytes, found {}", self.left())));
        };
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }
}
