//! Arguments from flags, checked against the function's declaration before any device is touched.

use halforge::hal::memory_type;
use halforge::hal::{AllocaDesc, buffer_usage};
use halforge::value::{ElementType, ExpectedType, InputFiles, Scalar, Tensor, Value as HostValue, parse_value};
use halforge::{Declaration, DeclaredType, ExportInfo, Object, Session, Value};
use halforge_plan::RegType;

use super::{Failure, Outcome};

/// An argument in host memory.
pub(crate) enum Input {
    Scalar(Scalar),
    /// A buffer view.
    View(Tensor),
    /// A buffer without type and shape.
    Buffer(Tensor),
    /// The session's first device, which no flag gives.
    Device,
    /// Its allocator.
    Allocator,
    Null,
}

impl Input {
    pub(crate) fn upload(&self, session: &Session) -> Outcome<Value> {
        let device = || session.devices().first().cloned().ok_or_else(|| Failure::Failed("there is no device".to_owned()));
        Ok(match self {
            Self::Scalar(scalar) => session.scalar(*scalar),
            Self::View(tensor) => session.tensor_from(tensor)?,
            Self::Buffer(tensor) => {
                let device = device()?;
                let memory_type = memory_type::DEVICE_LOCAL | memory_type::HOST_VISIBLE;
                let usage = buffer_usage::TRANSFER | buffer_usage::DISPATCH_STORAGE | buffer_usage::MAPPING;
                let buffer = device.allocate(AllocaDesc {
                    memory_type,
                    usage,
                    size_bytes: tensor.bytes().len() as u64,
                    ..AllocaDesc::default()
                })?;
                device.write_buffer(&buffer, 0, tensor.bytes())?;
                buffer.into()
            }
            Self::Device => device()?.into(),
            Self::Allocator => Value::Object(Object::Allocator(device()?)),
            Self::Null => session.null(),
        })
    }
}

/// Reads all `texts` as arguments of `export`.
///
/// # Errors
/// Everything that is wrong with them, and the signature.
pub(crate) fn read(export: &ExportInfo, texts: &[String]) -> Outcome<Vec<Input>> {
    let declaration = Declaration::parse(&export.declaration);
    let params = export.own_params();
    let declared = |index: usize| {
        let inputs = &declaration.as_ref()?.inputs;
        // The declaration is only a help: one that does not fit the parameters says nothing.
        (inputs.len() == params.len()).then(|| &inputs[index].ty)
    };
    let given: Vec<usize> = (0..params.len()).filter(|&i| !comes_from_session(params[i])).collect();
    let mut mistakes = Vec::new();
    if given.len() != texts.len() {
        mistakes.push(format!("expected {}, found {}", inputs_text(given.len()), texts.len()));
    }
    let mut files = InputFiles::new();
    let mut inputs: Vec<Input> = params.iter().map(|&ty| from_session(ty)).collect();
    for (number, text) in texts.iter().enumerate() {
        let Some(&index) = given.get(number) else { break };
        match read_one(text, params[index], declared(index), &mut files) {
            Ok(input) => inputs[index] = input,
            Err(what) => mistakes.push(format!("input {number}: {what}")),
        }
    }
    if mistakes.is_empty() {
        return Ok(inputs);
    }
    let list: String = mistakes.iter().map(|what| format!("\n  {what}")).collect();
    Err(Failure::Usage(format!("the inputs do not fit the function{list}\n  in {}", export.signature())))
}

fn inputs_text(count: usize) -> String {
    if count == 1 { "1 input".to_owned() } else { format!("{count} inputs") }
}

fn comes_from_session(ty: RegType) -> bool {
    matches!(ty, RegType::Device | RegType::Allocator)
}

fn from_session(ty: RegType) -> Input {
    match ty {
        RegType::Device => Input::Device,
        RegType::Allocator => Input::Allocator,
        _ => Input::Null,
    }
}

fn read_one(text: &str, param: RegType, declared: Option<&DeclaredType>, files: &mut InputFiles) -> Result<Input, String> {
    let parse = |expected, files: &mut InputFiles| parse_value(text, Some(expected), files).map_err(|error| error.to_string());
    if param.is_number() {
        let element: ElementType = param.name().parse().map_err(|_| format!("no scalar type {param}"))?;
        return match parse(ExpectedType::Scalar(element), files)? {
            HostValue::Scalar(scalar) => Ok(Input::Scalar(scalar)),
            HostValue::Tensor(tensor) => Err(format!("expected a scalar {param}, found a tensor {}", tensor_type(&tensor))),
        };
    }
    if text == "null" {
        return Ok(Input::Null);
    }
    if !matches!(param, RegType::BufferView | RegType::Buffer) {
        return Err(format!("expected null: an object of type {param} cannot be given on the command line"));
    }
    let expected = match declared {
        Some(DeclaredType::Tensor(_, element)) => ExpectedType::Tensor(*element),
        _ => ExpectedType::AnyTensor,
    };
    match parse(expected, files)? {
        HostValue::Scalar(scalar) => Err(format!("expected a tensor, found a scalar {}", scalar.element_type())),
        HostValue::Tensor(tensor) => {
            if let Some(DeclaredType::Tensor(shape, element)) = declared {
                check(&tensor, shape, *element)?;
            }
            Ok(if param == RegType::Buffer { Input::Buffer(tensor) } else { Input::View(tensor) })
        }
    }
}

fn tensor_type(tensor: &Tensor) -> String {
    halforge::value::format_tensor_type(tensor.element_type(), tensor.shape())
}

/// Compares a tensor with its declared type.
fn check(tensor: &Tensor, shape: &[Option<u64>], element: ElementType) -> Result<(), String> {
    let same_shape = tensor.shape().len() == shape.len()
        && tensor.shape().iter().zip(shape).all(|(&found, expected)| expected.is_none_or(|expected| expected == found));
    if same_shape && tensor.element_type() == element {
        return Ok(());
    }
    let expected = DeclaredType::Tensor(shape.to_vec(), element);
    Err(format!("expected {expected}, found {}", tensor_type(tensor)))
}
