//! The tools that tests call: where they are, and running them with a time limit.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use halforge_executable::content_hash;

/// Longest run of one command.
pub const TIME_LIMIT: Duration = Duration::from_secs(300);

/// The repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// What a command did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Exit code; none when a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error, as text.
    pub stderr: String,
}

impl Output {
    /// Standard output, as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// The output of a command that must succeed.
    ///
    /// # Errors
    /// What it said when it did not.
    pub fn success(self) -> Result<Self, String> {
        match self.code {
            Some(0) => Ok(self),
            code => Err(format!("exit code {code:?}\n{}{}", self.text(), self.stderr)),
        }
    }
}

/// Runs a command to its end.
///
/// # Errors
/// When it cannot be started or takes longer than [`TIME_LIMIT`], with the command.
pub fn run(command: &mut Command) -> Result<Output, String> {
    run_with(command, b"")
}

/// Runs a command to its end with bytes on its standard input.
///
/// # Errors
/// Those of [`run`].
pub fn run_with(command: &mut Command, input: &[u8]) -> Result<Output, String> {
    let shown = format!("{command:?}");
    let failed = |error: std::io::Error| format!("{shown}: {error}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let read = |stream: Option<&mut dyn Read>| {
        let mut bytes = Vec::new();
        // What was read before an error is still worth showing.
        let _ = stream.map(|stream| stream.read_to_end(&mut bytes));
        bytes
    };
    let (mut stdin, mut stdout, mut stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let deadline = Instant::now() + TIME_LIMIT;
    thread::scope(|scope| {
        // A command that fails early does not read its input.
        scope.spawn(move || stdin.take().map(|mut stdin| stdin.write_all(input)));
        let out = scope.spawn(move || read(stdout.as_mut().map(|s| s as &mut dyn Read)));
        let err = scope.spawn(move || read(stderr.as_mut().map(|s| s as &mut dyn Read)));
        let status = loop {
            match child.try_wait().map_err(failed)? {
                Some(status) => break Some(status),
                None if Instant::now() > deadline => {
                    child.kill().map_err(failed)?;
                    child.wait().map_err(failed)?;
                    break None;
                }
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        let (stdout, stderr) = (out.join().unwrap_or_default(), err.join().unwrap_or_default());
        let stderr = String::from_utf8_lossy(&stderr).into_owned();
        match status {
            Some(status) => Ok(Output { code: status.code(), stdout, stderr }),
            None => Err(format!("{shown}: not done after {TIME_LIMIT:?}\n{stderr}")),
        }
    })
}

/// The `halforge` command line, built when needed; `$HALFORGE_BIN` names another.
///
/// # Errors
/// When it does not build.
pub fn halforge() -> Result<Command, String> {
    static BINARY: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    BINARY.get_or_init(build_halforge).clone().map(Command::new)
}

fn build_halforge() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os("HALFORGE_BIN") {
        return Ok(path.into());
    }
    // Tests lie in `TARGET/PROFILE/deps`.
    let test = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = test.parent().and_then(Path::parent).ok_or("the test lies in no target folder")?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--quiet", "--package", "halforge", "--bin", "halforge"]).current_dir(root());
    if folder.ends_with("release") {
        build.arg("--release");
    }
    run(&mut build)?.success().map_err(|what| format!("halforge does not build: {what}"))?;
    Ok(folder.join("halforge"))
}

/// The folder of IREE's own tools: `$HALFORGE_IREE_BIN`, or where `ci/setup` puts them.
fn iree_folder() -> PathBuf {
    std::env::var_os("HALFORGE_IREE_BIN").map_or_else(|| root().join(".halforge/venv/bin"), PathBuf::from)
}

/// One of IREE's own tools, such as `iree-compile`.
///
/// # Errors
/// When it is not installed.
pub fn iree(tool: &str) -> Result<Command, String> {
    let path = iree_folder().join(tool);
    if path.exists() { Ok(Command::new(path)) } else { Err(format!("{} is not there: run ci/setup", path.display())) }
}

/// The file that `make` writes, kept under `.halforge/cache` for the next time the same `key` is asked for.
///
/// # Errors
/// Those of `make`, which gets the path to write to.
pub fn cached(key: &str, extension: &str, make: impl FnOnce(&Path) -> Result<(), String>) -> Result<PathBuf, String> {
    let folder = root().join(".halforge/cache");
    let path = folder.join(format!("{}.{extension}", content_hash(key.as_bytes())));
    if path.exists() {
        return Ok(path);
    }
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(&folder).map_err(failed)?;
    // Under its name only when it is complete: tests run at the same time.
    let part = path.with_extension(format!("{}.part", unique()));
    make(&part)?;
    std::fs::rename(&part, &path).map_err(failed)?;
    Ok(path)
}

fn unique() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A folder that goes away with the value.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new, empty one.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new() -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("halforge-tests-{}", unique()));
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self(path))
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Left over files do no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_gets_its_input_and_gives_its_output() {
        let output = run_with(Command::new("sh").args(["-c", "cat; echo bad >&2; exit 3"]), b"in").unwrap();
        assert_eq!((output.code, output.text(), &output.stderr[..]), (Some(3), "in".to_owned(), "bad\n"));
        assert_eq!(output.success().unwrap_err(), "exit code Some(3)\ninbad\n");
    }

    #[test]
    fn a_cached_file_is_made_once() {
        let key = format!("a_cached_file_is_made_once {}", unique());
        let path = cached(&key, "txt", |path| std::fs::write(path, "made").map_err(|e| e.to_string())).unwrap();
        let again = cached(&key, "txt", |_| Err("made twice".to_owned())).unwrap();
        assert_eq!((&path, std::fs::read_to_string(&again).unwrap()), (&again, "made".to_owned()));
        std::fs::remove_file(path).unwrap();
    }
}
