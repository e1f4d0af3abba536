//! `iree-hal-preprocess-executables-with-tool`: each executable goes through another program.
//!
//! The program reads the executable as text from its standard input and writes it, alone or in a module, to its standard
//! output. What it writes to standard error is shown when it fails.

use std::io::{self, Read, Write};
use std::process::{Command, Stdio};

use halforge_ir::{At, Module, Op, OpKind, PrintOptions, op_to_string, parse_module};

use crate::hal::prune_executables::of_kind;
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::session::MAX_FILE_BYTES;

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-preprocess-executables-with-tool",
    doc: "Replaces each executable by what a program makes of it.",
    anchor: Anchor::Kind(OpKind::HalExecutable),
    options: &[OptionDef {
        name: "command",
        doc: "The program and its arguments, separated by spaces; quotes and `\\` keep spaces. None when empty.",
        default: OptionKind::Text(""),
    }],
    run,
};

/// Characters of a failed program's standard error that a message shows.
const MAX_SHOWN: usize = 2048;

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let command = run.options.text("command").to_owned();
    if command.is_empty() {
        return Ok(());
    }
    let options = PrintOptions { local_scope: true, locations: true, ..PrintOptions::default() };
    let input = op_to_string(run.module, run.op, &options) + "\n";
    let done = words(&command)
        .and_then(|words| output_of(&words, input.into_bytes()))
        .and_then(|output| replace(run.module, run.op, &command, output));
    match done {
        Ok(()) => Ok(()),
        Err(message) => run.fail(run.op, format!("command `{command}`: {message}")),
    }
}

/// The words of a command as a shell splits them: at spaces outside of quotes, and `\` takes the next character as it is.
fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let (mut open, mut quote) = (false, None);
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        if quote.is_none() && c.is_whitespace() {
            open = false;
            continue;
        }
        if !std::mem::replace(&mut open, true) {
            words.push(String::new());
        }
        let Some(word) = words.last_mut() else { continue };
        match (quote, c) {
            (Some(end), c) if c == end => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None | Some('"'), '\\') => word.extend(chars.next()),
            (_, c) => word.push(c),
        }
    }
    match quote {
        Some(end) => Err(format!("expected what closes `{end}`")),
        None => Ok(words),
    }
}

/// What a program writes when it reads `input`.
fn output_of(words: &[String], input: Vec<u8>) -> Result<Vec<u8>, String> {
    let Some((program, arguments)) = words.split_first() else { return Err("expected a program".to_owned()) };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => format!("there is no program `{program}`; give its path or a name that is in PATH"),
        _ => format!("`{program}` cannot be run: {error}"),
    })?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    // All three at once: the program may fill one while it waits for another.
    let (written, output, errors) = std::thread::scope(|scope| {
        // A program that does not want all of its input closes it early; that is its business.
        let writer = scope.spawn(move || stdin.map_or(Ok(()), |mut stdin| stdin.write_all(&input)));
        let errors = scope.spawn(move || read_all(stderr));
        let output = read_all(stdout);
        (writer.join(), output, errors.join())
    });
    let status = child.wait().map_err(|error| format!("`{program}` cannot be waited for: {error}"))?;
    let errors = errors.unwrap_or_else(|_| Ok(Vec::new())).unwrap_or_default();
    if !status.success() {
        let errors = String::from_utf8_lossy(&errors);
        let shown: String = errors.trim().chars().take(MAX_SHOWN).collect();
        let said = if shown.is_empty() { "it said nothing".to_owned() } else { format!("it said: {shown}") };
        return Err(format!("the program failed with {status}; {said}"));
    }
    if let Ok(Err(error)) = written
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        return Err(format!("`{program}` does not take its input: {error}"));
    }
    output.map_err(|error| format!("the output of `{program}` cannot be read: {error}"))
}

/// Everything, up to [`MAX_FILE_BYTES`].
fn read_all(from: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let Some(from) = from else { return Ok(bytes) };
    from.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(io::Error::other(format!("expected at most {MAX_FILE_BYTES} bytes, found more")));
    }
    Ok(bytes)
}

/// The contents and the attributes with a dialect's name of the first executable in a text become those of `op`.
fn replace(module: &mut Module, op: Op, command: &str, text: Vec<u8>) -> Result<(), String> {
    let ctx = module.ctx.clone();
    let name = format!("output of {command}");
    let mut other = parse_module(&ctx, &name, Box::new(text)).map_err(|error| format!("its output does not parse: {error}"))?;
    let Some(&found) = of_kind(&other, other.root(), OpKind::HalExecutable).first() else {
        return Err("expected a hal.executable in its output, found none".to_owned());
    };
    let new = module.implant(&mut other, found, At::After(op));
    let has_dialect = |name| ctx.str(name).contains('.');
    let attrs = std::mem::take(&mut module.op_mut(new).attrs);
    let own = &mut module.op_mut(op).attrs;
    own.retain(|&(name, _)| !has_dialect(name));
    own.extend(attrs.into_iter().filter(|&(name, _)| has_dialect(name)));
    let (from, to) = (module.region(new, 0), module.region(op, 0));
    module.erase_blocks(to);
    module.move_blocks(from, to, None);
    module.erase(new);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quotes_and_backslashes_keep_spaces() {
        assert_eq!(words(r#"a  "b c" d\ e 'f\g' "h\"i" """#).unwrap_or_default(), ["a", "b c", "d e", r"f\g", "h\"i", ""]);
        assert_eq!(words("a 'b"), Err("expected what closes `'`".to_owned()));
    }
}
