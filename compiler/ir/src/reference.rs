//! The operation reference page: the table, written for readers.
//!
//! Invariant: the page says what the rows say and nothing else, so it is never wrong and never late.

use std::fmt::Write;

use crate::def::{
    Arity, COMMUTATIVE, CONSTANT_LIKE, FUNCTION, GRAPH_REGIONS, HOLDS_CONSTANTS, ISOLATED, NO_TERMINATOR, OpDef, Presence,
    SAME_VARIADIC, SINGLE_BLOCK, SYMBOL, SYMBOL_TABLE, Syntax, TERMINATOR, TypeRule, effect,
};
use crate::ops::OpKind;

const HEAD: &str = "# Operations

Every operation with a row in the table, by dialect. Any other operation can be written in generic form:
`\"dialect.name\"(%operands) : (types) -> types`.

In a custom form `$x` is an operand, attribute, region or successor, `@x` the types of an operand or result, `&attrs` and
`&attributes` the attributes that the form does not name, `&signature` the types of operands and results, any other `&word` a
form of its own, and `[? … ^ … ?]` a part that stands there when what is before `^` does. `~` means that no space is written.
";

/// The words for the traits that a reader of a program cares about.
const TRAITS: &[(u32, &str)] = &[
    (TERMINATOR, "ends its block"),
    (ISOLATED, "its regions see nothing from outside"),
    (SYMBOL, "defines a symbol"),
    (SYMBOL_TABLE, "holds symbols"),
    (SINGLE_BLOCK, "regions of one block"),
    (SAME_VARIADIC, "all variadic groups have the same size"),
    (CONSTANT_LIKE, "a constant"),
    (COMMUTATIVE, "operands can be exchanged"),
    (NO_TERMINATOR, "regions need no terminator"),
    (FUNCTION, "a function"),
    (HOLDS_CONSTANTS, "constants inside stay inside"),
    (GRAPH_REGIONS, "order inside its regions does not count"),
];

/// The page, in Markdown.
pub fn operation_reference() -> String {
    let mut kinds: Vec<&OpDef> = OpKind::ALL.iter().map(|kind| kind.def()).filter(|def| !def.dialect().is_empty()).collect();
    kinds.sort_by_key(|def| (def.dialect(), def.name));
    let mut page = HEAD.to_owned();
    for group in kinds.chunk_by(|a, b| a.dialect() == b.dialect()) {
        let dialect = group.first().map_or("", |def| def.dialect());
        // Writing to a string does not fail.
        let _ = write!(page, "\n## {dialect} ({})\n", group.len());
        for def in group {
            let _ = operation(&mut page, def);
        }
    }
    page
}

fn operation(page: &mut String, def: &OpDef) -> std::fmt::Result {
    write!(page, "\n### {}\n\n{}\n\n", def.name, def.doc)?;
    match def.syntax {
        Syntax::Format(format) => write!(page, "    {} {format}\n\n", def.name)?,
        Syntax::Custom(..) => write!(page, "Its custom form is a pair of functions.\n\n")?,
        Syntax::Generic | Syntax::Text => write!(page, "It has no custom form.\n\n")?,
    }
    for row in def.operands {
        value(page, "operand", row.name, row.arity, &row.rule)?;
    }
    for row in def.attrs {
        write!(page, "- attribute `{}`: {}", row.name, row.rule.describe())?;
        match row.presence {
            Presence::Required => writeln!(page)?,
            Presence::Optional => writeln!(page, "; may be absent")?,
            Presence::DefaultInt(default) => writeln!(page, "; absent means {default}")?,
        }
    }
    for row in def.results {
        value(page, "result", row.name, row.arity, &row.rule)?;
    }
    for (what, names) in [("region", def.regions), ("successor", def.successors)] {
        for name in names {
            let many = if name.ends_with('*') { ", any number" } else { "" };
            writeln!(page, "- {what} `{}`{many}", name.trim_end_matches('*'))?;
        }
    }
    let traits: Vec<&str> = TRAITS.iter().filter(|(bit, _)| def.has(*bit)).map(|(_, words)| *words).collect();
    if !traits.is_empty() {
        writeln!(page, "- traits: {}", traits.join("; "))?;
    }
    if let Some(terminator) = def.implicit_terminator {
        writeln!(page, "- `{terminator}` without operands is not written")?;
    }
    writeln!(page, "- effects: {}", effects(def))?;
    if def.fold.is_some() {
        writeln!(page, "- folds")?;
    }
    for rewrite in def.rewrites {
        writeln!(page, "- rewrite `{}`: {}", rewrite.name, rewrite.doc)?;
    }
    Ok(())
}

fn value(page: &mut String, what: &str, name: &str, arity: Arity, rule: &TypeRule) -> std::fmt::Result {
    let many = match arity {
        Arity::One => "",
        Arity::Optional => "; may be absent",
        Arity::Variadic => "; any number",
    };
    writeln!(page, "- {what} `{name}`: {}{many}", rule.describe())
}

fn effects(def: &OpDef) -> String {
    let words = [
        (effect::ALLOC, "makes something new"),
        (effect::READ, "reads"),
        (effect::WRITE, "writes"),
        (effect::RECURSIVE, "those of the operations inside"),
    ];
    let words: Vec<&str> = words.iter().filter(|(bit, _)| def.effects & bit != 0).map(|(_, word)| *word).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}
