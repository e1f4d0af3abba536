//! The host's access to buffers: single transfers, and mappings of a range for a while.
//!
//! Memory that the host reaches is always coherent here: what one side writes, the other sees once a fence orders them.
//! Other memory is not mapped; [`Device::read_buffer`](crate::Device::read_buffer) and
//! [`Device::write_buffer`](crate::Device::write_buffer) reach it through copies.

use crate::buffer::{Buffer, buffer_usage, memory_access, memory_type};
use crate::status::{Result, bail};

/// Bytes of a fill or copy by the host that are handled at a time.
const PIECE_BYTES: u64 = 64 * 1024;

impl Buffer {
    /// Copies bytes out of memory the host reaches. Device work that writes them must be done.
    ///
    /// # Errors
    /// When the range does not lie in the buffer, the buffer was deallocated, or the host does not reach it
    /// ([`Device::read_buffer`](crate::Device::read_buffer) does in any case).
    pub fn read(&self, offset_bytes: u64, bytes: &mut [u8]) -> Result<()> {
        match self.slab_range(offset_bytes, bytes.len() as u64)? {
            Some(range) if !range.slab.read(range.offset, bytes) => self.not_mapped(),
            _ => Ok(()),
        }
    }

    /// Copies bytes into memory the host reaches. Device work that uses them must be done.
    ///
    /// # Errors
    /// When the range does not lie in the buffer, the buffer was deallocated or may not be written, or the host does not
    /// reach it.
    pub fn write(&self, offset_bytes: u64, bytes: &[u8]) -> Result<()> {
        self.check_writable()?;
        match self.slab_range(offset_bytes, bytes.len() as u64)? {
            Some(range) if !range.slab.write(range.offset, bytes) => self.not_mapped(),
            _ => Ok(()),
        }
    }

    /// Fills a range with a pattern of 1, 2 or 4 bytes, as [`Buffer::write`] would.
    ///
    /// # Errors
    /// Those of [`Buffer::write`], and when the range is not made of whole patterns.
    pub fn fill(&self, offset_bytes: u64, length_bytes: u64, pattern: &[u8]) -> Result<()> {
        let size = pattern.len() as u64;
        if ![1, 2, 4].contains(&size) || !length_bytes.is_multiple_of(size) {
            bail!(InvalidArgument, "expected patterns of 1, 2 or 4 bytes, found {size} in {length_bytes}");
        }
        self.check_range(offset_bytes, length_bytes)?;
        let piece = pattern.repeat((length_bytes.min(PIECE_BYTES) / size) as usize);
        let mut done = 0;
        while done < length_bytes {
            let length = (length_bytes - done).min(PIECE_BYTES);
            self.write(offset_bytes + done, &piece[..length as usize])?;
            done += length;
        }
        Ok(())
    }

    /// Fills a range with zeros, as [`Buffer::write`] would.
    ///
    /// # Errors
    /// Those of [`Buffer::write`].
    pub fn zero(&self, offset_bytes: u64, length_bytes: u64) -> Result<()> {
        self.fill(offset_bytes, length_bytes, &[0])
    }

    /// Copies bytes of another buffer here; the host reaches both.
    ///
    /// # Errors
    /// Those of [`Buffer::read`] and [`Buffer::write`], and when the ranges overlap.
    pub fn copy_from(&self, offset_bytes: u64, source: &Self, source_offset_bytes: u64, length_bytes: u64) -> Result<()> {
        self.check_range(offset_bytes, length_bytes)?;
        source.check_range(source_offset_bytes, length_bytes)?;
        if self.overlaps(offset_bytes, source, source_offset_bytes, length_bytes) {
            bail!(InvalidArgument, "source and target of a copy of {length_bytes} bytes overlap");
        }
        let mut piece = vec![0; length_bytes.min(PIECE_BYTES) as usize];
        let mut done = 0;
        while done < length_bytes {
            let piece = &mut piece[..(length_bytes - done).min(PIECE_BYTES) as usize];
            source.read(source_offset_bytes + done, piece)?;
            self.write(offset_bytes + done, piece)?;
            done += piece.len() as u64;
        }
        Ok(())
    }

    /// Maps a range for `access`, bits of [`memory_access`], until the mapping is dropped.
    ///
    /// # Errors
    /// When the range does not lie in the buffer, the buffer's access or usage does not allow it, or the host does not reach
    /// the memory.
    pub fn map(&self, access: u32, offset_bytes: u64, length_bytes: u64) -> Result<Mapping> {
        if self.usage() & buffer_usage::MAPPING_SCOPED == 0 {
            let wanted = buffer_usage::MAPPING_SCOPED;
            bail!(PermissionDenied, "the buffer's usage {:#x} lacks MappingScoped ({wanted:#x})", self.usage());
        }
        if access & (memory_access::READ | memory_access::WRITE) & !self.access() != 0 {
            bail!(PermissionDenied, "expected access within the buffer's {:#x}, found {access:#x}", self.access());
        }
        let range = self.subspan(offset_bytes, length_bytes)?;
        if !range.is_host_visible() {
            return Err(self.no_reach());
        }
        Ok(Mapping { range, access })
    }

    fn not_mapped(&self) -> Result<()> {
        Err(self.no_reach())
    }

    fn no_reach(&self) -> crate::Status {
        let wanted = memory_type::HOST_VISIBLE;
        let message =
            format!("the host does not reach memory of type {:#x}; expected HostVisible ({wanted:#x})", self.memory_type());
        crate::Status::new(crate::StatusCode::PermissionDenied, message)
    }
}

/// A range of a buffer that the host reads and writes. It keeps the memory, but does not order the host with the device.
#[derive(Debug)]
pub struct Mapping {
    range: Buffer,
    access: u32,
}

impl Mapping {
    /// Bytes.
    pub fn length_bytes(&self) -> u64 {
        self.range.length_bytes()
    }

    fn check(&self, access: u32, name: &str) -> Result<()> {
        if self.access & access == 0 {
            bail!(PermissionDenied, "the range was not mapped for {name}");
        }
        Ok(())
    }

    /// Copies bytes out.
    ///
    /// # Errors
    /// When the range was not mapped for reading, the bytes do not lie in it, or the buffer was deallocated.
    pub fn read(&self, offset_bytes: u64, bytes: &mut [u8]) -> Result<()> {
        self.check(memory_access::READ, "reading")?;
        self.range.read(offset_bytes, bytes)
    }

    /// Copies bytes in.
    ///
    /// # Errors
    /// When the range was not mapped for writing, the bytes do not lie in it, or the buffer was deallocated.
    pub fn write(&self, offset_bytes: u64, bytes: &[u8]) -> Result<()> {
        self.check(memory_access::WRITE, "writing")?;
        self.range.write(offset_bytes, bytes)
    }

    /// Makes what the device wrote to these bytes visible to the host. Mapped memory is coherent, so nothing is left to do
    /// once a fence said that the work is done; the range is checked as where there would be.
    ///
    /// # Errors
    /// When the bytes do not lie in the mapping.
    pub fn invalidate(&self, offset_bytes: u64, length_bytes: u64) -> Result<()> {
        self.check(memory_access::READ, "reading")?;
        self.range.check_range(offset_bytes, length_bytes)
    }

    /// Makes what the host wrote to these bytes visible to the device; see [`Mapping::invalidate`].
    ///
    /// # Errors
    /// When the bytes do not lie in the mapping.
    pub fn flush(&self, offset_bytes: u64, length_bytes: u64) -> Result<()> {
        self.check(memory_access::WRITE, "writing")?;
        self.range.check_range(offset_bytes, length_bytes)
    }
}
