//! `check`: expectations of tests.

use halforge_hal::{BufferView, Result, Status, StatusCode};
use halforge_plan::Instr;
use halforge_value::{ElementType, EqualityMode, Tensor, Tolerances, Value, compare};

use crate::error::bail;
use crate::interpret::Window;

/// Runs an instruction of this family; whether it was one.
pub(super) fn run(w: &mut Window<'_>, instr: &Instr) -> Result<bool> {
    match instr {
        Instr::ExpectTrue { operand } if w.number(operand.0) == 0 => bail!(Aborted, "expected true, found 0"),
        Instr::ExpectFalse { operand } if w.number(operand.0) != 0 => {
            bail!(Aborted, "expected false, found {}", w.number(operand.0))
        }
        Instr::ExpectTrue { .. } | Instr::ExpectFalse { .. } => {}
        Instr::ExpectAllTrue { operand, .. } => {
            let view = w.buffer_view(operand.reg())?;
            let tensor = read_tensor(w, &view)?;
            let zero =
                (0..tensor.element_count()).find(|&i| tensor.element_bytes(i).is_some_and(|b| b.iter().all(|&b| b == 0)));
            if let Some(index) = zero {
                bail!(Aborted, "expected all elements to be true, found 0 at index {index}");
            }
        }
        Instr::ExpectEq { lhs, rhs, .. } => {
            let exact = Tolerances { mode: EqualityMode::Exact, ..Tolerances::default() };
            expect(w, lhs.reg(), rhs.reg(), &exact)?;
        }
        Instr::ExpectAlmostEq { lhs, rhs, atol, rtol, .. } => {
            let absolute = f64::from(f32::from_bits(*atol as u32));
            let tolerances = Tolerances {
                mode: EqualityMode::Approximate,
                f16_absolute: absolute,
                bf16_absolute: absolute,
                f32_absolute: absolute,
                f64_absolute: absolute,
                relative: f64::from(f32::from_bits(*rtol as u32)),
            };
            expect(w, lhs.reg(), rhs.reg(), &tolerances)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn expect(
    w: &Window<'_>,
    lhs: halforge_plan::field::Reg,
    rhs: halforge_plan::field::Reg,
    tolerances: &Tolerances,
) -> Result<()> {
    let (actual, expected) = (w.buffer_view(lhs)?, w.buffer_view(rhs)?);
    let actual = Value::Tensor(read_tensor(w, &actual)?);
    let expected = Value::Tensor(read_tensor(w, &expected)?);
    compare(&expected, &actual, tolerances).map_err(|mismatch| Status::new(StatusCode::Aborted, mismatch.to_string()))
}

/// The elements of a view, in host memory.
fn read_tensor(w: &Window<'_>, view: &BufferView) -> Result<Tensor> {
    let mut bytes = vec![0; view.buffer().length_bytes() as usize];
    w.device_of(view.buffer())?.read_buffer(view.buffer(), 0, &mut bytes)?;
    Tensor::new(ElementType(view.element_type()), view.shape().to_vec(), bytes)
        .map_err(|error| Status::new(StatusCode::InvalidArgument, error.to_string()))
}
