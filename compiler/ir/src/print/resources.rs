//! The resource section as text.

use super::Printer;
use crate::context::Ident;
use crate::module::ResourceValue;

impl Printer<'_> {
    /// The resource section, when there are resources.
    pub(super) fn print_resources(&mut self) {
        let module = self.module;
        if module.resources.is_empty() {
            return;
        }
        type Grouped<T> = Vec<(Ident, Vec<T>)>;
        let mut grouped: Grouped<(Ident, Vec<usize>)> = Vec::new();
        for (i, resource) in module.resources.iter().enumerate() {
            let section = find_or_add(&mut grouped, resource.section);
            find_or_add(section, resource.owner).push(i);
        }
        self.raw("\n{-#\n");
        let sections = grouped.len();
        for (s, (section, owners)) in grouped.into_iter().enumerate() {
            self.raw("  ");
            self.print_key(section);
            self.raw(": {\n");
            let count = owners.len();
            for (o, (owner, items)) in owners.into_iter().enumerate() {
                self.raw("    ");
                self.print_key(owner);
                self.raw(": {\n");
                for (n, &item) in items.iter().enumerate() {
                    self.print_resource(item);
                    self.raw(if n + 1 < items.len() { ",\n" } else { "\n" });
                }
                self.raw(if o + 1 < count { "    },\n" } else { "    }\n" });
            }
            self.raw(if s + 1 < sections { "  },\n" } else { "  }\n" });
        }
        self.raw("#-}\n");
    }

    fn print_resource(&mut self, index: usize) {
        let resource = &self.module.resources[index];
        self.raw("      ");
        self.print_key(resource.key);
        self.raw(": ");
        match &resource.value {
            ResourceValue::Hex(range) => {
                self.raw("\"0x");
                self.print_digits(*range);
                self.raw("\"");
            }
            ResourceValue::Bytes(alignment, bytes) => {
                let mut all = alignment.to_le_bytes().to_vec();
                all.extend_from_slice(bytes);
                self.print_hex(&all);
            }
            ResourceValue::String(bytes) => self.print_string(bytes),
            ResourceValue::Bool(value) => self.raw(if *value { "true" } else { "false" }),
        }
    }
}

fn find_or_add<T: Default>(list: &mut Vec<(Ident, T)>, key: Ident) -> &mut T {
    let position = list.iter().position(|(k, _)| *k == key).unwrap_or_else(|| {
        list.push((key, T::default()));
        list.len() - 1
    });
    &mut list[position].1
}
