//! What a reader of dispatch instrumentation is told of a program: a flatbuffer of IREE's schema `dispatch_def`.
//!
//! The layout is that of upstream's writer, byte for byte: objects stand in reverse order of their making, each on a
//! multiple of 4 bytes, and vtables, each once, behind them all.

/// An instrumented function.
pub(crate) struct Function {
    pub(crate) name: String,
    /// The executable target, as text; empty where there is none yet.
    pub(crate) target: String,
    pub(crate) source: String,
}

const IDENTIFIER: &[u8; 4] = b"IDBD";
/// Bytes before the root table: its offset and the identifier.
const HEADER_BYTES: i64 = 8;

/// The flatbuffer of a program: its functions, and for each place that dispatches one the function's number.
pub(crate) fn dispatch_metadata(functions: &[Function], sites: &[u32]) -> Vec<u8> {
    let mut writer = Writer::default();
    let functions: Vec<i64> = functions
        .iter()
        .map(|function| {
            let [name, target, source] =
                [&function.name, &function.target, &function.source].map(|text| Some(Field::At(writer.string(text))));
            writer.table(&[name, target, None, source])
        })
        .collect();
    // What is zero is left out.
    let sites: Vec<i64> = sites.iter().map(|&site| writer.table(&[Some(Field::Number(site)).filter(|_| site != 0)])).collect();
    let functions = Field::At(writer.vector(&functions));
    let sites = Field::At(writer.vector(&sites));
    let root = writer.table(&[None, None, Some(functions), Some(sites)]);
    writer.finish(root)
}

/// What a table holds.
#[derive(Clone, Copy)]
enum Field {
    Number(u32),
    /// An object at this position.
    At(i64),
}

/// Writes backwards; positions count from the end of all objects and are negative.
#[derive(Default)]
struct Writer {
    /// The last object is the first in the text.
    objects: Vec<Vec<u8>>,
    start: i64,
    vtables: Vec<u8>,
    known_vtables: Vec<(Vec<u8>, i64)>,
}

impl Writer {
    /// Makes room for an object; its position.
    fn reserve(&mut self, bytes: usize) -> i64 {
        self.start -= bytes as i64;
        self.start
    }

    fn string(&mut self, text: &str) -> i64 {
        let mut bytes = (text.len() as u32).to_le_bytes().to_vec();
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(0);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let at = self.reserve(bytes.len());
        self.objects.push(bytes);
        at
    }

    fn vector(&mut self, items: &[i64]) -> i64 {
        let at = self.reserve(4 + 4 * items.len());
        let mut bytes = (items.len() as u32).to_le_bytes().to_vec();
        for (field, item) in (at + 4..).step_by(4).zip(items) {
            bytes.extend(((item - field) as u32).to_le_bytes());
        }
        self.objects.push(bytes);
        at
    }

    fn table(&mut self, fields: &[Option<Field>]) -> i64 {
        let present = fields.iter().flatten().count();
        let vtable = self.vtable(fields, 4 + 4 * present);
        let at = self.reserve(4 + 4 * present);
        let mut bytes = ((at - vtable) as i32).to_le_bytes().to_vec();
        for (position, field) in (at + 4..).step_by(4).zip(fields.iter().flatten()) {
            let bits = match field {
                Field::Number(number) => *number,
                Field::At(item) => (item - position) as u32,
            };
            bytes.extend(bits.to_le_bytes());
        }
        self.objects.push(bytes);
        at
    }

    /// The position of the vtable for these fields.
    fn vtable(&mut self, fields: &[Option<Field>], table_bytes: usize) -> i64 {
        let used = fields.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let mut entries = vec![4 + 2 * used as u16, table_bytes as u16];
        let mut next = 4;
        for field in &fields[..used] {
            entries.push(field.map_or(0, |_| next));
            next += if field.is_some() { 4 } else { 0 };
        }
        let bytes: Vec<u8> = entries.into_iter().flat_map(u16::to_le_bytes).collect();
        if let Some((_, at)) = self.known_vtables.iter().find(|(known, _)| *known == bytes) {
            return *at;
        }
        let at = self.vtables.len() as i64;
        self.vtables.extend_from_slice(&bytes);
        self.known_vtables.push((bytes, at));
        at
    }

    fn finish(self, root: i64) -> Vec<u8> {
        let mut bytes = ((root - self.start + HEADER_BYTES) as u32).to_le_bytes().to_vec();
        bytes.extend_from_slice(IDENTIFIER);
        bytes.extend(self.objects.iter().rev().flatten());
        bytes.extend(&self.vtables);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty program: the header, two empty vectors and the root, as upstream writes it.
    #[test]
    fn nothing_is_instrumented() {
        let expected: [u8; 40] = [
            8, 0, 0, 0, b'I', b'D', b'B', b'D', 236, 255, 255, 255, 12, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 0, 12,
            0, 0, 0, 0, 0, 4, 0, 8, 0,
        ];
        assert_eq!(dispatch_metadata(&[], &[]), expected);
    }
}
