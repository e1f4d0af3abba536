//! Sessions: a program on devices, called with slices.

use halforge_hal::{
    AllocaDesc, BufferView, Device, DeviceSelector, Driver, DriverOptions, ENCODING_DENSE_ROW_MAJOR, Status, StatusCode,
    buffer_usage, memory_type,
};
use halforge_value::{ElementType, Scalar, Tensor};
use halforge_vm::{Call, ExportInfo, Object, Results, SessionOptions, Value};

use crate::{Error, Program};

/// A number that tensors are made of.
pub trait Element: bytemuck::Pod {
    /// Its type in the HAL.
    const TYPE: ElementType;
}

macro_rules! elements {
    ($($ty:ty = $name:ident,)*) => {$(
        impl Element for $ty {
            const TYPE: ElementType = ElementType::$name;
        }
    )*};
}

elements! {
    i8 = I8, i16 = I16, i32 = I32, i64 = I64,
    u8 = UI8, u16 = UI16, u32 = UI32, u64 = UI64,
    half::f16 = F16, half::bf16 = BF16, f32 = F32, f64 = F64,
}

/// What arguments and results are used for: everything.
const BUFFER_USAGE: u32 = buffer_usage::TRANSFER | buffer_usage::DISPATCH_STORAGE | buffer_usage::MAPPING;

/// A loaded program on its devices. Copies are the same session.
#[derive(Clone, Debug)]
pub struct Session {
    vm: halforge_vm::Session,
}

impl Session {
    /// Loads `program` on the device that `device` names: `vulkan` for the first that can be used, a position, a UUID or
    /// part of a name.
    ///
    /// # Errors
    /// When there is no such device, or the program's initializers fail.
    pub fn open(program: &Program, device: &str) -> Result<Self, Error> {
        let selector = DeviceSelector::parse(device)?;
        let device = Driver::new(DriverOptions::default())?.open(&selector)?;
        Self::new(program, vec![device], SessionOptions::default())
    }

    /// Loads `program` on open devices.
    ///
    /// # Errors
    /// When the program's initializers fail.
    pub fn new(program: &Program, devices: Vec<Device>, options: SessionOptions) -> Result<Self, Error> {
        Ok(Self { vm: halforge_vm::Session::new(program.plan().clone(), devices, options)? })
    }

    /// The functions that can be called, in order of the source.
    pub fn exports(&self) -> Vec<ExportInfo> {
        self.vm.exports()
    }

    /// The operation of the program that the statistics of memory name by a tag, with its place.
    pub fn describe_tag(&self, tag: u64) -> Option<String> {
        self.vm.describe_tag(tag)
    }

    /// The devices the program runs on.
    pub fn devices(&self) -> &[Device] {
        self.vm.devices()
    }

    /// Calls a function and waits for its results.
    ///
    /// # Errors
    /// When there is no such function, the arguments do not fit, or the program fails.
    pub fn call(&self, name: &str, arguments: &[Value]) -> Result<Results, Error> {
        Ok(self.vm.call(name, arguments)?)
    }

    /// Begins a call; the future gives its results. Arguments may not be changed before then.
    ///
    /// # Errors
    /// When there is no such function or the arguments do not fit.
    pub fn call_async(&self, name: &str, arguments: &[Value]) -> Result<Call, Error> {
        Ok(self.vm.call_async(name, arguments)?)
    }

    fn lead_device(&self) -> Result<&Device, Error> {
        let none = || Status::new(StatusCode::FailedPrecondition, "the session has no device");
        Ok(self.devices().first().ok_or_else(none)?)
    }

    /// A tensor of `data`, row-major, on the first device.
    ///
    /// # Errors
    /// When `data` has not as many elements as `shape`, or the device has no memory for it.
    pub fn tensor<T: Element>(&self, shape: &[u64], data: &[T]) -> Result<Value, Error> {
        let count = shape.iter().try_fold(1u64, |n, &d| n.checked_mul(d));
        if count != Some(data.len() as u64) {
            let message = format!("expected the elements of a tensor of shape {shape:?}, found {}", data.len());
            return Err(Status::new(StatusCode::InvalidArgument, message).into());
        }
        self.upload(T::TYPE, shape, bytemuck::cast_slice(data))
    }

    /// A tensor in host memory, on the first device.
    ///
    /// # Errors
    /// When the device has no memory for it.
    pub fn tensor_from(&self, tensor: &Tensor) -> Result<Value, Error> {
        self.upload(tensor.element_type(), tensor.shape(), tensor.bytes())
    }

    fn upload(&self, element_type: ElementType, shape: &[u64], bytes: &[u8]) -> Result<Value, Error> {
        let device = self.lead_device()?;
        let memory_type = memory_type::DEVICE_LOCAL | memory_type::HOST_VISIBLE;
        let buffer = device.allocate(AllocaDesc {
            memory_type,
            usage: BUFFER_USAGE,
            size_bytes: bytes.len() as u64,
            ..AllocaDesc::default()
        })?;
        device.write_buffer(&buffer, 0, bytes)?;
        Ok(BufferView::new(buffer, element_type.0, ENCODING_DENSE_ROW_MAJOR, shape)?.into())
    }

    /// The elements of a tensor that a call gave, row-major.
    ///
    /// # Errors
    /// When `value` is no tensor, has another element type, or cannot be read.
    pub fn to_vec<T: Element>(&self, value: &Value) -> Result<Vec<T>, Error> {
        let view = self.view(value)?;
        let found = ElementType(view.element_type());
        if !is_same_kind(found, T::TYPE) {
            let message = format!("expected a tensor of {}, found {found}", T::TYPE);
            return Err(Status::new(StatusCode::InvalidArgument, message).into());
        }
        let length = view.buffer().length_bytes() as usize / size_of::<T>();
        let mut elements = vec![T::zeroed(); length];
        self.read(view, bytemuck::cast_slice_mut(&mut elements))?;
        Ok(elements)
    }

    /// A tensor that a call gave, in host memory.
    ///
    /// # Errors
    /// When `value` is no tensor, or cannot be read.
    pub fn to_tensor(&self, value: &Value) -> Result<Tensor, Error> {
        let view = self.view(value)?;
        let mut bytes = vec![0; view.buffer().length_bytes() as usize];
        self.read(view, &mut bytes)?;
        let element_type = ElementType(view.element_type());
        // The buffer may be longer than the view: lengths are rounded up.
        let count = view.shape().iter().try_fold(1u64, |n, &d| n.checked_mul(d));
        if let Some(length) = count.and_then(|n| element_type.storage_size_bytes(n)) {
            bytes.truncate(usize::try_from(length).unwrap_or(usize::MAX));
        }
        Ok(Tensor::new(element_type, view.shape().to_vec(), bytes)?)
    }

    fn view<'v>(&self, value: &'v Value) -> Result<&'v BufferView, Error> {
        let wrong = || Status::new(StatusCode::InvalidArgument, format!("expected a tensor, found {}", value.type_name()));
        Ok(value.as_buffer_view().ok_or_else(wrong)?)
    }

    fn read(&self, view: &BufferView, bytes: &mut [u8]) -> Result<(), Error> {
        let id = view.buffer().device_id();
        let wrong = || Status::new(StatusCode::InvalidArgument, "the tensor is on a device that is not the session's");
        let device = self.devices().iter().find(|d| d.id() == id).ok_or_else(wrong)?;
        Ok(device.read_buffer(view.buffer(), 0, bytes)?)
    }

    /// A scalar result; `None` for objects.
    pub fn to_scalar(&self, value: &Value) -> Option<Scalar> {
        let Value::Number(ty, bits) = value else { return None };
        let element_type: ElementType = ty.name().parse().ok()?;
        Scalar::from_le_bytes(element_type, &bits.to_le_bytes()[..element_type.size_bytes()?])
    }

    /// A scalar argument.
    pub fn scalar(&self, scalar: Scalar) -> Value {
        match scalar {
            Scalar::I1(v) => v.into(),
            Scalar::I8(v) => v.into(),
            Scalar::I16(v) => v.into(),
            Scalar::I32(v) => v.into(),
            Scalar::I64(v) => v.into(),
            Scalar::F16(v) => v.into(),
            Scalar::BF16(v) => v.into(),
            Scalar::F32(v) => v.into(),
            Scalar::F64(v) => v.into(),
        }
    }

    /// No object, for parameters that may be null.
    pub fn null(&self) -> Value {
        Value::Object(Object::Null)
    }
}

/// Whether elements of one type can be read as the other: the same width, and both floats of one kind or both integers.
fn is_same_kind(found: ElementType, wanted: ElementType) -> bool {
    const INTEGERS: std::ops::RangeInclusive<u32> = 0x10..=0x13;
    let (a, b) = (found.0 >> 24, wanted.0 >> 24);
    found.0 & 0xFF == wanted.0 & 0xFF && (a == b || (INTEGERS.contains(&a) && INTEGERS.contains(&b)))
}
