//! Enumerations and bit sets of the dialects: names and numbers, each declared once, a file for each group of dialects.
//!
//! Numbers are those of IREE 3.13 and of SPIR-V. An enumeration is stored as an integer, alone or as the parameter of an
//! attribute; its custom form is the case's keyword, for sets the names joined as the set says.

mod arith;
mod device;
mod hal;
mod spirv;
mod stream;

pub use arith::*;
pub use device::*;
pub use hal::*;
pub use spirv::*;
pub use stream::*;

use std::borrow::Cow;

/// An enumeration or a set of bits.
#[derive(Debug)]
pub struct EnumDef {
    /// Name in the reference page and in messages.
    pub name: &'static str,
    /// Width of the integer it is stored as.
    pub width: u32,
    /// Whether cases combine.
    pub set: IsSet,
    /// Names and numbers, in the order they are printed.
    pub cases: &'static [(&'static str, u64)],
}

/// Whether the cases of an enumeration combine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IsSet {
    /// Exactly one case.
    No,
    /// Any cases, joined with this separator.
    Bits(Joined),
}

/// How the names of a set are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joined {
    /// `"a|b"`, in quotes
    Quoted,
    /// `a|b`
    Bar,
    /// `a,b`
    Comma,
    /// `a, b`
    CommaSpace,
}

impl Joined {
    /// What stands between two names.
    pub const fn separator(self) -> &'static str {
        match self {
            Self::Quoted | Self::Bar => "|",
            Self::Comma => ",",
            Self::CommaSpace => ", ",
        }
    }

    /// The separator without space.
    pub const fn mark(self) -> char {
        match self {
            Self::Quoted | Self::Bar => '|',
            Self::Comma | Self::CommaSpace => ',',
        }
    }
}

impl EnumDef {
    /// The number that `text` names: one case, or for sets several joined.
    pub fn parse(&self, text: &str) -> Option<u64> {
        match self.set {
            IsSet::No => self.case(text),
            IsSet::Bits(joined) => {
                let mut words = text.split(joined.mark());
                words.try_fold(0, |bits, word| Some(bits | self.case(word.trim())?))
            }
        }
    }

    /// The number of one case.
    pub fn case(&self, name: &str) -> Option<u64> {
        self.cases.iter().find(|(case, _)| *case == name).map(|(_, value)| *value)
    }

    /// The text of a number: every case whose bits are all set, in declaration order, or the zero case; `None` when
    /// some bit has no name. A set with one case for all its bits says only that.
    pub fn name(&self, value: u64) -> Option<Cow<'static, str>> {
        let exact = || self.cases.iter().find(|(_, v)| *v == value).map(|(name, _)| Cow::Borrowed(*name));
        let IsSet::Bits(joined) = self.set else { return exact() };
        let all = self.cases.iter().fold(0, |bits, (_, v)| bits | v);
        if (value == 0 || (value == all && joined != Joined::Quoted))
            && let Some(name) = exact()
        {
            return Some(name);
        }
        let mut set = self.cases.iter().filter(|(_, v)| *v != 0 && value & v == *v);
        let (first, bits) = set.next()?;
        let mut text = Cow::Borrowed(*first);
        let mut named = *bits;
        for (name, bits) in set {
            text.to_mut().extend([joined.separator(), *name]);
            named |= bits;
        }
        (named == value).then_some(text)
    }

    /// Whether a number is that of a case, or made of cases for sets.
    pub fn has(&self, value: u64) -> bool {
        match self.set {
            IsSet::No => self.cases.iter().any(|(_, v)| *v == value),
            IsSet::Bits(_) => {
                let named = self.cases.iter().filter(|(_, v)| value & v == *v).fold(0, |bits, (_, v)| bits | v);
                named == value
            }
        }
    }

    /// How many cases a number stands for, in words.
    pub const fn how_many(&self) -> &'static str {
        match self.set {
            IsSet::No => "one",
            IsSet::Bits(_) => "a set",
        }
    }

    /// All names, for messages.
    pub fn names(&self) -> String {
        self.cases.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }
}

const fn bits(name: &'static str, width: u32, cases: &'static [(&'static str, u64)]) -> EnumDef {
    EnumDef { name, width, set: IsSet::Bits(Joined::Quoted), cases }
}

const fn flags(name: &'static str, joined: Joined, cases: &'static [(&'static str, u64)]) -> EnumDef {
    EnumDef { name, width: 32, set: IsSet::Bits(joined), cases }
}

const fn one_of(name: &'static str, width: u32, cases: &'static [(&'static str, u64)]) -> EnumDef {
    EnumDef { name, width, set: IsSet::No, cases }
}

/// Every enumeration, for the reference page.
pub const ALL: &[&EnumDef] = &[
    &MEMORY_TYPE,
    &BUFFER_USAGE,
    &MEMORY_ACCESS,
    &EXECUTION_STAGE,
    &COMMAND_CATEGORY,
    &COMMAND_BUFFER_MODE,
    &CHANNEL_FLAG,
    &COPY_FLAG,
    &DISPATCH_FLAG,
    &EXECUTE_FLAG,
    &BARRIER_FLAG,
    &FENCE_FLAG,
    &FILL_FLAG,
    &READ_FLAG,
    &UPDATE_FLAG,
    &WAIT_FLAG,
    &WRITE_FLAG,
    &ALLOCA_FLAG,
    &DEALLOCA_FLAG,
    &DESCRIPTOR_TYPE,
    &DESCRIPTOR_FLAGS,
    &PIPELINE_LAYOUT_FLAGS,
    &LIFETIME,
    &ABI_MODEL,
    &COLLECTIVE_KIND,
    &COLLECTIVE_REDUCTION,
    &COLLECTIVE_ELEMENT,
    &CMPI_PREDICATE,
    &CMPF_PREDICATE,
    &OVERFLOW_FLAGS,
    &FAST_MATH_FLAGS,
    &ROUNDING_MODE,
    &ATOMIC_RMW_KIND,
    &FAVOR,
    &MEMORY_MODEL,
    &RESOURCE_ACCESS,
    &ENCODING_OP,
    &GPU_DIM,
    &GPU_ADDRESS_SPACE,
    &GPU_ALL_REDUCE,
    &GPU_BARRIER_SCOPE,
    &GPU_BROADCAST,
    &GPU_SHUFFLE_MODE,
    &GPU_MMA_ELEMENTWISE,
    &GPU_MAPPING_ID,
    &VECTOR_COMBINING,
    &VECTOR_PUNCTUATION,
    &ITERATOR_TYPE,
    &LINALG_UNARY_FN,
    &LINALG_BINARY_FN,
    &LINALG_TYPE_FN,
    &LINALG_ELEMENTWISE_KIND,
    &WORKGROUP_ID,
    &UKERNEL_ARGUMENT,
    &DENORMAL_FP_MATH,
    &SPIRV_LOWERING_PIPELINE,
    &GPU_LOWERING_PIPELINE,
    &COMPUTE_BITWIDTHS,
    &STORAGE_BITWIDTHS,
    &SUBGROUP_OPS,
    &DOT_PRODUCT_OPS,
    &SPIRV_ADDRESSING_MODEL,
    &SPIRV_MEMORY_MODEL,
    &SPIRV_EXECUTION_MODEL,
    &SPIRV_EXECUTION_MODE,
    &SPIRV_STORAGE_CLASS,
    &SPIRV_SCOPE,
    &SPIRV_GROUP_OPERATION,
    &SPIRV_MATRIX_LAYOUT,
    &SPIRV_MATRIX_USE,
    &SPIRV_CLIENT_API,
    &SPIRV_VENDOR,
    &SPIRV_DEVICE_TYPE,
    &SPIRV_LINKAGE,
    &SPIRV_MEMORY_SEMANTICS,
    &SPIRV_MEMORY_ACCESS,
    &SPIRV_FUNCTION_CONTROL,
    &SPIRV_SELECTION_CONTROL,
    &SPIRV_LOOP_CONTROL,
    &SPIRV_MATRIX_OPERANDS,
    &SPIRV_IMAGE_OPERANDS,
    &SPIRV_PACKED_FORMAT,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_print_every_case_whose_bits_are_all_set() {
        assert_eq!(MEMORY_TYPE.name(0x30).as_deref(), Some("DeviceVisible|DeviceLocal"));
        assert_eq!(MEMORY_TYPE.name(0x46).as_deref(), Some("HostVisible|HostCoherent|HostLocal"));
        assert_eq!(MEMORY_TYPE.name(0).as_deref(), Some("None"));
        assert_eq!(MEMORY_TYPE.name(0x8000), None);
    }

    #[test]
    fn every_name_reads_back_as_its_number() {
        for def in ALL {
            for (name, value) in def.cases {
                assert_eq!(def.parse(name), Some(*value), "{}.{name}", def.name);
            }
        }
    }
}
