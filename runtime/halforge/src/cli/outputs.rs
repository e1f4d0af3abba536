//! Results: printed, written to files, compared with what was expected.

use std::io::Write;

use halforge::value::{
    EqualityMode, FileRef, InputFiles, Scalar, Tolerances, Value as HostValue, compare, format_value, parse_value, write_value,
};
use halforge::{ExportInfo, Session, Value};

use super::{Failure, Outcome};

/// What happens with results.
#[derive(clap::Args)]
pub(crate) struct OutputArgs {
    /// For each result in order: `-` prints it, `@y.npy` writes and `+y.npy` appends it, `@y.bin` and `+y.bin` its raw
    /// bytes, nothing drops it. Without this flag all are printed.
    #[arg(long, value_name = "WHERE")]
    output: Vec<String>,
    /// For each result in order what it must be, or `(ignored)`.
    #[arg(long = "expected_output", alias = "expected-output", value_name = "VALUE")]
    expected_output: Vec<String>,
    /// Absolute difference allowed for f32 elements.
    #[arg(long = "expected_f32_threshold", alias = "expected-f32-threshold", value_name = "X", default_value_t = 1e-4)]
    expected_f32_threshold: f64,
    /// Absolute difference allowed for f64 elements.
    #[arg(long = "expected_f64_threshold", alias = "expected-f64-threshold", value_name = "X", default_value_t = 1e-4)]
    expected_f64_threshold: f64,
    /// Absolute difference allowed for f16 elements.
    #[arg(long = "expected_f16_threshold", alias = "expected-f16-threshold", value_name = "X", default_value_t = 1e-3)]
    expected_f16_threshold: f64,
    /// Absolute difference allowed for bf16 elements.
    #[arg(long = "expected_bf16_threshold", alias = "expected-bf16-threshold", value_name = "X", default_value_t = 1e-2)]
    expected_bf16_threshold: f64,
    /// Difference allowed on top, as a fraction of the expected magnitude.
    #[arg(long = "expected_rtol", alias = "expected-rtol", value_name = "X", default_value_t = 1e-5)]
    expected_rtol: f64,
    /// `approximate` allows the differences above; `exact` compares bits.
    #[arg(long = "equality_mode", alias = "equality-mode", value_name = "MODE", default_value = "approximate",
          value_parser = ["approximate", "exact"])]
    equality_mode: String,
    /// Elements printed of a tensor before the rest is `...`.
    #[arg(long = "output_max_element_count", alias = "output-max-element-count", value_name = "N", default_value_t = 1024)]
    output_max_element_count: u64,
}

/// Results to expect, `None` for those that are ignored.
pub(crate) type Expected = Vec<Option<HostValue>>;

/// A result in host memory, or the kind of object it is.
enum Shown {
    Scalar(Scalar),
    View(HostValue),
    Object(&'static str),
}

impl OutputArgs {
    /// Reads the flags before anything runs; all mistakes at once.
    pub(crate) fn prepare(&self, export: &ExportInfo) -> Outcome<Expected> {
        let results = export.results.len();
        let mut mistakes = Vec::new();
        for (flag, given) in [("--output", self.output.len()), ("--expected_output", self.expected_output.len())] {
            if given != 0 && given != results {
                mistakes.push(format!("expected {flag} once for each of {results} results, found {given}"));
            }
        }
        for text in &self.output {
            if !matches!(text.as_str(), "" | "-") && FileRef::parse(text).is_none() {
                mistakes.push(format!("--output={text}: expected `-`, `@FILE`, `+FILE` or nothing"));
            }
        }
        let mut files = InputFiles::new();
        let mut expected = Vec::new();
        for (index, text) in self.expected_output.iter().enumerate() {
            if text == "(ignored)" {
                expected.push(None);
                continue;
            }
            match parse_value(text, self.kind_of(export, index), &mut files) {
                Ok(value) => expected.push(Some(value)),
                Err(error) => mistakes.push(format!("expected output {index}: {error}")),
            }
        }
        if mistakes.is_empty() {
            return Ok(expected);
        }
        Err(Failure::Usage(format!("{}\n  in {}", mistakes.join("\n  "), export.signature())))
    }

    fn kind_of(&self, export: &ExportInfo, index: usize) -> Option<halforge::value::ExpectedType> {
        use halforge::value::ExpectedType;
        use halforge::{Declaration, DeclaredType};
        let ty = *export.results.get(index)?;
        if ty.is_number() {
            return ty.name().parse().ok().map(ExpectedType::Scalar);
        }
        let declaration = Declaration::parse(&export.declaration)?;
        match declaration.outputs.get(index).filter(|_| declaration.outputs.len() == export.results.len())?.ty {
            DeclaredType::Tensor(_, element) => Some(ExpectedType::Tensor(element)),
            _ => Some(ExpectedType::AnyTensor),
        }
    }

    fn tolerances(&self) -> Tolerances {
        Tolerances {
            mode: if self.equality_mode == "exact" { EqualityMode::Exact } else { EqualityMode::Approximate },
            f16_absolute: self.expected_f16_threshold,
            bf16_absolute: self.expected_bf16_threshold,
            f32_absolute: self.expected_f32_threshold,
            f64_absolute: self.expected_f64_threshold,
            relative: self.expected_rtol,
        }
    }

    /// Does with the results what the flags say; whether all are as expected.
    pub(crate) fn finish(
        &self,
        session: &Session,
        results: &[Value],
        expected: &Expected,
        out: &mut dyn Write,
    ) -> Outcome<bool> {
        let shown: Vec<Shown> = results.iter().map(|value| show(session, value)).collect::<Outcome<_>>()?;
        if self.output.is_empty() && expected.is_empty() {
            for (index, result) in shown.iter().enumerate() {
                write!(out, "result[{index}]: ")?;
                self.print(result, out)?;
            }
        }
        for (text, result) in self.output.iter().zip(&shown) {
            match (text.as_str(), FileRef::parse(text)) {
                ("", _) => {}
                ("-", _) => self.print(result, out)?,
                (_, Some(file)) => write(result, &file)?,
                (_, None) => {}
            }
        }
        if expected.is_empty() {
            return Ok(true);
        }
        self.compare(&shown, expected, out)
    }

    fn print(&self, result: &Shown, out: &mut dyn Write) -> Outcome<()> {
        match result {
            Shown::Scalar(scalar) => writeln!(out, "{}", format_value(&HostValue::Scalar(*scalar), 1))?,
            Shown::View(value) => {
                writeln!(out, "hal.buffer_view\n{}", format_value(value, self.output_max_element_count))?;
            }
            Shown::Object(name) => writeln!(out, "{name}")?,
        }
        Ok(())
    }

    fn compare(&self, results: &[Shown], expected: &Expected, out: &mut dyn Write) -> Outcome<bool> {
        let tolerances = self.tolerances();
        let mut equal = true;
        for (index, (result, expected)) in results.iter().zip(expected).enumerate() {
            let Some(expected) = expected else { continue };
            let actual = match result {
                Shown::Scalar(scalar) => HostValue::Scalar(*scalar),
                Shown::View(value) => value.clone(),
                Shown::Object(name) => {
                    equal = false;
                    writeln!(out, "[FAILED] result[{index}]: is a {name}, which cannot be compared; use (ignored)")?;
                    continue;
                }
            };
            if let Err(mismatch) = compare(expected, &actual, &tolerances) {
                equal = false;
                let max = self.output_max_element_count;
                writeln!(out, "[FAILED] result[{index}]: {mismatch}")?;
                writeln!(out, "  expected:\n{}\n  actual:\n{}", format_value(expected, max), format_value(&actual, max))?;
            }
        }
        if equal {
            writeln!(out, "[SUCCESS] all function outputs matched their expected values.")?;
        }
        Ok(equal)
    }
}

fn show(session: &Session, value: &Value) -> Outcome<Shown> {
    if let Some(scalar) = session.to_scalar(value) {
        return Ok(Shown::Scalar(scalar));
    }
    match value.as_buffer_view() {
        Some(_) => Ok(Shown::View(HostValue::Tensor(session.to_tensor(value)?))),
        None => Ok(Shown::Object(value.type_name())),
    }
}

fn write(result: &Shown, file: &FileRef<'_>) -> Outcome<()> {
    let value = match result {
        Shown::Scalar(scalar) => HostValue::Scalar(*scalar),
        Shown::View(value) => value.clone(),
        Shown::Object(name) => return Err(Failure::Failed(format!("{}: a {name} cannot be written to a file", file.path))),
    };
    write_value(&value, file).map_err(|error| Failure::Failed(error.to_string()))
}
