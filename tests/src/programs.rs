//! Programs with the calls they must answer: the comments at the head of a file.
//!
//! ```text
//! // What the program shows.
//! //
//! // compile: kept                              <- a variant, and more flags for iree-compile
//! // compile: anew --iree-hal-memoization=false
//! // abi: descriptor                            <- only this dispatch ABI; both unless the flags say one
//! // needs: shaderFloat64                       <- a device that lacks it must refuse and say so
//! //
//! // call: @mul                                 <- a call, and more flags for halforge run
//! // input: 4xf32=1 2 3 4
//! // input: 4xf32=10
//! // output: 4xf32=10 20 30 40
//! ```
//!
//! Instead of outputs a call may have `error:` lines, which its message must contain, or it must end in exit code 1
//! and nothing else. `warning:` is a text that standard error must contain.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::tools::{cached, iree, run};

/// A program and what it must do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    /// Its name in the names of tests.
    pub name: String,
    /// Ways to compile it: those that the file says, for each dispatch ABI.
    pub variants: Vec<Variant>,
    /// What a device needs; without it the program must be refused.
    pub needs: Vec<Need>,
    /// The calls, in order.
    pub calls: Vec<Call>,
}

/// A way to compile a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variant {
    /// Its name; may be empty.
    pub name: String,
    /// More flags for iree-compile.
    pub flags: Vec<String>,
}

/// Something that a program needs of a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// The feature, by Vulkan's name.
    pub feature: String,
    /// What the message of a refusal contains.
    pub refusal: String,
}

/// A call and what must come of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Call {
    /// The function, and more flags of `halforge run`.
    pub arguments: Vec<String>,
    /// Values of `--input`.
    pub inputs: Vec<String>,
    /// Values of `--expected_output`.
    pub outputs: Vec<String>,
    /// What the message of the failure must contain; empty when the call must succeed.
    pub errors: Vec<String>,
    /// What standard error must contain although the call succeeds.
    pub warnings: Vec<String>,
}

const TARGET_DEVICE: &str = "--iree-hal-target-device=";
const DISPATCH_ABI: &str = "--iree-vulkan-dispatch-abi=";
/// Dispatch ABIs, by the names of iree-compile's flag.
const ABIS: [&str; 2] = ["descriptor", "bda"];

impl Variant {
    /// What its ABI needs. The program itself refuses a device without the ABI, and names the targets it has code for.
    pub fn needs(&self) -> Vec<Need> {
        if !self.has_flag(&format!("{DISPATCH_ABI}bda")) {
            return Vec::new();
        }
        let need = |feature: &str| Need { feature: feature.to_owned(), refusal: "vulkan-spirv-bda-v1".to_owned() };
        vec![need("shaderInt64"), need("bufferDeviceAddress")]
    }

    fn has_flag(&self, start: &str) -> bool {
        self.flags.iter().any(|flag| flag.starts_with(start))
    }

    /// The same for one dispatch ABI.
    fn with_abi(&self, abi: &str) -> Self {
        let mut variant = self.clone();
        variant.name = if self.name.is_empty() { abi.to_owned() } else { format!("{}, {abi}", self.name) };
        // The first is what iree-compile takes without a flag.
        if abi != ABIS[0] {
            variant.flags.push(format!("{DISPATCH_ABI}{abi}"));
        }
        variant
    }
}

/// The HAL text of a program, as iree-compile gives it.
///
/// # Errors
/// When iree-compile is missing or refuses the program.
pub fn compile(program: &Program, variant: &Variant) -> Result<PathBuf, String> {
    let source = std::fs::read_to_string(&program.path).map_err(|error| format!("{}: {error}", program.path.display()))?;
    let mut flags = variant.flags.clone();
    if !variant.has_flag(TARGET_DEVICE) {
        flags.push(format!("{TARGET_DEVICE}vulkan"));
    }
    let key = format!("{}\n{}\n{source}", iree_version()?, flags.join(" "));
    cached(&key, "mlir", |output| {
        let mut command = iree("iree-compile")?;
        command.arg("--compile-to=hal").args(&flags).arg(&program.path).arg("-o").arg(output);
        run(&mut command)?.success().map(drop)
    })
}

fn iree_version() -> Result<String, String> {
    static VERSION: OnceLock<Result<String, String>> = OnceLock::new();
    VERSION.get_or_init(|| Ok(run(iree("iree-compile")?.arg("--version"))?.success()?.text())).clone()
}

impl Program {
    /// Reads the head of a file below `folder`.
    ///
    /// # Errors
    /// When the file cannot be read, or its head is not as the module says.
    pub fn read(folder: &Path, path: &Path) -> Result<Self, String> {
        let name = path.strip_prefix(folder).unwrap_or(path).with_extension("").display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let empty = Self { path: path.to_owned(), name, variants: Vec::new(), needs: Vec::new(), calls: Vec::new() };
        empty.with_head(&text).map_err(|what| format!("{}: {what}", path.display()))
    }

    fn with_head(mut self, text: &str) -> Result<Self, String> {
        let mut abis = Vec::new();
        for (line, number) in text.lines().zip(1..).take_while(|(line, _)| line.starts_with("//")) {
            let Some((key, value)) = line.trim_start_matches("//").trim().split_once(':') else { continue };
            self.add(key, value.trim(), &mut abis).map_err(|what| format!("line {number}: {what}"))?;
        }
        if self.calls.is_empty() {
            return Err("expected `// call: @name` at the head".to_owned());
        }
        if self.variants.is_empty() {
            self.variants.push(Variant::default());
        }
        let abis = if abis.is_empty() { ABIS.to_vec() } else { abis };
        let for_abis = |variant: &Variant| match variant.has_flag(DISPATCH_ABI) {
            true => vec![variant.clone()],
            false => abis.iter().map(|abi| variant.with_abi(abi)).collect(),
        };
        self.variants = self.variants.iter().flat_map(for_abis).collect();
        Ok(self)
    }

    fn add(&mut self, key: &str, value: &str, abis: &mut Vec<&'static str>) -> Result<(), String> {
        let words = || value.split_whitespace().map(str::to_owned);
        match key {
            "compile" => {
                let mut words = words();
                let name = words.next().ok_or("expected a name, then flags")?;
                self.variants.push(Variant { name, flags: words.collect() });
            }
            "abi" => {
                let abi = ABIS.into_iter().find(|abi| *abi == value);
                abis.push(abi.ok_or_else(|| format!("expected descriptor or bda, found {value}"))?);
            }
            "needs" => self.needs.extend(words().map(|feature| Need { refusal: feature.clone(), feature })),
            "call" => {
                let mut words = words();
                let function = words.next().and_then(|name| name.strip_prefix('@').map(str::to_owned));
                let function = function.ok_or_else(|| format!("expected @name, found {value}"))?;
                let arguments = std::iter::once(format!("--function={function}")).chain(words).collect();
                self.calls.push(Call { arguments, ..Call::default() });
            }
            "input" | "output" | "error" | "warning" => {
                let call = self.calls.last_mut().ok_or_else(|| format!("expected a call before {key}"))?;
                let list = match key {
                    "input" => &mut call.inputs,
                    "output" => &mut call.outputs,
                    "error" => &mut call.errors,
                    _ => &mut call.warnings,
                };
                list.push(value.to_owned());
            }
            // Anything else is prose with a colon.
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Program, String> {
        let (path, name) = (PathBuf::new(), String::new());
        let empty = Program { path, name, variants: vec![], needs: vec![], calls: vec![] };
        empty.with_head(text)
    }

    #[test]
    fn the_head_of_a_file_says_what_it_must_do() {
        let text = "// Note: prose.\n// compile: fast --a --b=1\n// abi: bda\n// needs: x y\n//\n// call: @f --flag\n// input: 1\n\
                    // input: 4xf32=1 2 3 4\n// output: 2\n// call: @g\n// error: no\nfunc.func @f() {}\n// call: @h\n";
        let program = parse(text).unwrap();
        let flags = ["--a", "--b=1", "--iree-vulkan-dispatch-abi=bda"].map(str::to_owned).to_vec();
        assert_eq!(program.variants, [Variant { name: "fast, bda".to_owned(), flags }]);
        assert_eq!(program.needs.iter().map(|need| &need.feature[..]).collect::<Vec<_>>(), ["x", "y"]);
        assert_eq!(program.calls.len(), 2);
        assert_eq!(program.calls[0].arguments, ["--function=f", "--flag"]);
        assert_eq!(program.calls[0].inputs, ["1", "4xf32=1 2 3 4"]);
        assert_eq!(program.calls[1].errors, ["no"]);
    }

    #[test]
    fn variants_are_for_every_abi_unless_their_flags_say_one() {
        let names = |text: &str| parse(text).unwrap().variants.into_iter().map(|v| v.name).collect::<Vec<_>>();
        assert_eq!(names("// call: @f\n"), ["descriptor", "bda"]);
        let text = "// compile: a\n// compile: b --iree-vulkan-dispatch-abi=all\n// call: @f\n";
        assert_eq!(names(text), ["a, descriptor", "a, bda", "b"]);
    }

    #[test]
    fn a_head_that_says_too_little_is_refused() {
        assert_eq!(parse("// prose\n").unwrap_err(), "expected `// call: @name` at the head");
        assert_eq!(parse("// input: 1\n").unwrap_err(), "line 1: expected a call before input");
        assert_eq!(parse("// call: f\n").unwrap_err(), "line 1: expected @name, found f");
        assert_eq!(parse("// abi: x\n").unwrap_err(), "line 1: expected descriptor or bda, found x");
    }
}
