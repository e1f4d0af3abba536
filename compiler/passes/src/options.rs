//! Options of passes: declared once in the pass's row, read from `name=value` words.

use std::fmt;

/// An option of a pass.
pub struct OptionDef {
    /// Name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub doc: &'static str,
    /// What it may be, with the value it has when it is not given.
    pub default: OptionKind,
}

/// The type of an option and its value when not given.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OptionKind {
    /// `true` or `false`; the name alone means `true`.
    Flag(bool),
    /// An integer.
    Int(i64),
    /// A text.
    Text(&'static str),
    /// Texts separated by commas, empty when not given.
    List,
}

impl OptionKind {
    /// The type in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Flag(_) => "true or false",
            Self::Int(_) => "an integer",
            Self::Text(_) => "a text",
            Self::List => "texts separated by commas",
        }
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
            Self::List => Ok(()),
        }
    }
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// `true` or `false`
    Flag(bool),
    /// An integer.
    Int(i64),
    /// A text.
    Text(String),
    /// Several texts.
    List(Vec<String>),
}

/// The values of a pass's options, in the order of its row.
#[derive(Clone)]
pub struct Values {
    defs: &'static [OptionDef],
    values: Vec<OptionValue>,
}

impl Values {
    /// All options as they are when not given.
    pub fn defaults(defs: &'static [OptionDef]) -> Self {
        let values = defs.iter().map(|def| match def.default {
            OptionKind::Flag(value) => OptionValue::Flag(value),
            OptionKind::Int(value) => OptionValue::Int(value),
            OptionKind::Text(value) => OptionValue::Text(value.to_owned()),
            OptionKind::List => OptionValue::List(Vec::new()),
        });
        Self { defs, values: values.collect() }
    }

    /// Sets an option from its text; `None` is the name alone.
    ///
    /// # Errors
    /// What is wrong with the name or the value.
    pub fn set(&mut self, name: &str, text: Option<&str>) -> Result<(), String> {
        let Some(index) = self.defs.iter().position(|def| def.name == name) else {
            let names = self.defs.iter().map(|def| def.name);
            let help = match halforge_ir::nearest(name, names.clone()) {
                Some(near) => format!("the nearest is `{near}`"),
                None if self.defs.is_empty() => "there are none".to_owned(),
                None => format!("the options are {}", names.collect::<Vec<_>>().join(", ")),
            };
            return Err(format!("expected an option, found `{name}`; {help}"));
        };
        let expected = self.defs[index].default.describe();
        let wrong = |found: &str| format!("option `{name}`: expected {expected}, found `{found}`");
        self.values[index] = match (self.defs[index].default, text) {
            (OptionKind::Flag(_), None | Some("true" | "1")) => OptionValue::Flag(true),
            (OptionKind::Flag(_), Some("false" | "0")) => OptionValue::Flag(false),
            (OptionKind::Flag(_), Some(text)) => return Err(wrong(text)),
            (OptionKind::Int(_), Some(text)) => OptionValue::Int(parse_int(text).ok_or_else(|| wrong(text))?),
            (OptionKind::Text(_), Some(text)) => OptionValue::Text(text.to_owned()),
            (OptionKind::List, Some(text)) => {
                let mut list = match std::mem::replace(&mut self.values[index], OptionValue::Flag(false)) {
                    OptionValue::List(list) => list,
                    _ => Vec::new(),
                };
                list.extend(crate::pipeline::split_list(text));
                OptionValue::List(list)
            }
            (_, None) => return Err(format!("option `{name}`: expected `={expected}`, found nothing")),
        };
        Ok(())
    }

    /// The value of the option called `name`. Names are those of the row: another one is a bug of the pass.
    fn get(&self, name: &str) -> &OptionValue {
        let index = self.defs.iter().position(|def| def.name == name);
        &self.values[index.expect("a pass asks for the options of its row")]
    }

    /// A flag.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), OptionValue::Flag(true))
    }

    /// An integer.
    pub fn int(&self, name: &str) -> i64 {
        match self.get(name) {
            OptionValue::Int(value) => *value,
            _ => 0,
        }
    }

    /// A text.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            OptionValue::Text(text) => text,
            _ => "",
        }
    }

    /// Several texts.
    pub fn list(&self, name: &str) -> &[String] {
        match self.get(name) {
            OptionValue::List(list) => list,
            _ => &[],
        }
    }
}

/// An integer, decimal or with one of the endings `k`, `kib`, `mib` and `gib` for powers of 1024.
fn parse_int(text: &str) -> Option<i64> {
    let text = text.to_ascii_lowercase();
    let units = [("kib", 10), ("mib", 20), ("gib", 30), ("k", 10), ("m", 20), ("g", 30)];
    let unit = units.iter().find_map(|(unit, shift)| Some((text.strip_suffix(unit)?, *shift)));
    let (digits, shift) = unit.unwrap_or((&text, 0));
    digits.parse::<i64>().ok()?.checked_mul(1 << shift)
}
