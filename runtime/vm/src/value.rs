//! What registers, globals, arguments and results hold.

use std::ops::Range;
use std::sync::Arc;

use halforge_hal::{Buffer, BufferView, Channel, CommandBuffer, Device, Executable, Fence, File, SharedBytes};
use halforge_plan::RegType;
use smallvec::SmallVec;

/// Constant bytes of the host, a part of something larger.
#[derive(Clone)]
pub struct Bytes {
    owner: SharedBytes,
    range: Range<usize>,
}

impl std::fmt::Debug for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bytes({})", self.range.len())
    }
}

impl Bytes {
    /// Part of `owner`; `None` when the range does not lie in it.
    pub fn new(owner: SharedBytes, range: Range<usize>) -> Option<Self> {
        (*owner).as_ref().get(range.clone())?;
        Some(Self { owner, range })
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        &(*self.owner).as_ref()[self.range.clone()]
    }

    /// What they are part of, and where.
    pub fn parts(&self) -> (&SharedBytes, Range<usize>) {
        (&self.owner, self.range.clone())
    }

    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.owner, &other.owner) && self.range == other.range
    }
}

/// An object of the HAL or the host, or none.
#[derive(Clone, Debug, Default)]
pub enum Object {
    /// None.
    #[default]
    Null,
    /// `!util.buffer`
    Bytes(Bytes),
    /// `!hal.allocator`, which is its device's
    Allocator(Device),
    /// `!hal.buffer`
    Buffer(Buffer),
    /// `!hal.buffer_view`
    BufferView(BufferView),
    /// `!hal.channel`
    Channel(Channel),
    /// `!hal.command_buffer`
    CommandBuffer(Arc<CommandBuffer>),
    /// `!hal.device`
    Device(Device),
    /// `!hal.executable`
    Executable(Arc<Executable>),
    /// `!hal.fence`
    Fence(Fence),
    /// `!hal.file`
    File(File),
}

impl Object {
    /// Whether both are the same object, or both null.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bytes(a), Self::Bytes(b)) => a.is_same(b),
            (Self::Allocator(a), Self::Allocator(b)) | (Self::Device(a), Self::Device(b)) => a.id() == b.id(),
            (Self::Buffer(a), Self::Buffer(b)) => a.is_same(b),
            (Self::BufferView(a), Self::BufferView(b)) => a.is_same(b),
            (Self::Channel(a), Self::Channel(b)) => a.is_same(b),
            (Self::CommandBuffer(a), Self::CommandBuffer(b)) => Arc::ptr_eq(a, b),
            (Self::Executable(a), Self::Executable(b)) => Arc::ptr_eq(a, b),
            (Self::Fence(a), Self::Fence(b)) => a.is_same(b),
            _ => false,
        }
    }

    /// The type it has; `None` for null, which has any.
    pub fn reg_type(&self) -> Option<RegType> {
        Some(match self {
            Self::Null => return None,
            Self::Bytes(_) => RegType::Bytes,
            Self::Allocator(_) => RegType::Allocator,
            Self::Buffer(_) => RegType::Buffer,
            Self::BufferView(_) => RegType::BufferView,
            Self::Channel(_) => RegType::Channel,
            Self::CommandBuffer(_) => RegType::CommandBuffer,
            Self::Device(_) => RegType::Device,
            Self::Executable(_) => RegType::Executable,
            Self::Fence(_) => RegType::Fence,
            Self::File(_) => RegType::File,
        })
    }
}

/// An argument or a result.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number, by its bits in the low end.
    Number(RegType, u64),
    /// An object, or none.
    Object(Object),
}

/// The results of a call, in order: a slice, or an iterator of values. A few need no allocation.
#[derive(Clone, Debug, Default)]
pub struct Results(SmallVec<[Value; 4]>);

impl std::ops::Deref for Results {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl FromIterator<Value> for Results {
    fn from_iter<T: IntoIterator<Item = Value>>(values: T) -> Self {
        Self(values.into_iter().collect())
    }
}

impl IntoIterator for Results {
    type Item = Value;
    type IntoIter = smallvec::IntoIter<[Value; 4]>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'r> IntoIterator for &'r Results {
    type Item = &'r Value;
    type IntoIter = std::slice::Iter<'r, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

macro_rules! number_values {
    ($($ty:ty, $reg:ident, $bits:expr;)*) => {$(
        impl From<$ty> for Value {
            fn from(value: $ty) -> Self {
                Self::Number(RegType::$reg, $bits(value))
            }
        }
    )*};
}

number_values! {
    bool, I1, u64::from;
    i8, I8, |v: i8| u64::from(v.cast_unsigned());
    i16, I16, |v: i16| u64::from(v.cast_unsigned());
    i32, I32, |v: i32| u64::from(v.cast_unsigned());
    i64, I64, |v: i64| v.cast_unsigned();
    half::f16, F16, |v: half::f16| u64::from(v.to_bits());
    half::bf16, BF16, |v: half::bf16| u64::from(v.to_bits());
    f32, F32, |v: f32| u64::from(v.to_bits());
    f64, F64, f64::to_bits;
}

macro_rules! object_values {
    ($($ty:ty, $variant:ident;)*) => {$(
        impl From<$ty> for Value {
            fn from(value: $ty) -> Self {
                Self::Object(Object::$variant(value))
            }
        }
    )*};
}

object_values! {
    Buffer, Buffer;
    BufferView, BufferView;
    Device, Device;
    Fence, Fence;
    File, File;
    Bytes, Bytes;
}

impl Value {
    /// Whether it may stand where `ty` is expected.
    pub fn fits(&self, ty: RegType) -> bool {
        match self {
            Self::Number(own, _) => *own == ty,
            Self::Object(object) => object.reg_type().map_or(ty.is_object(), |own| own == ty),
        }
    }

    /// What it is, for messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Number(ty, _) => ty.name(),
            Self::Object(object) => object.reg_type().map_or("null", RegType::name),
        }
    }

    /// The buffer view, if it is one.
    pub fn as_buffer_view(&self) -> Option<&BufferView> {
        match self {
            Self::Object(Object::BufferView(view)) => Some(view),
            _ => None,
        }
    }
}
