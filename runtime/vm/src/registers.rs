//! Registers of running functions: numbers and objects in two banks, a window of each for every function.

use halforge_hal::Fence;
use halforge_plan::field::Reg;
use halforge_plan::{Function, RegType};

use crate::value::{Object, Value};

/// For each register of a function its place in its bank.
pub(crate) struct Layout {
    slots: Vec<u32>,
    numbers: usize,
    objects: usize,
}

impl Layout {
    pub(crate) fn new(function: &Function) -> Self {
        let (mut numbers, mut objects) = (0, 0);
        let slots = function.registers.iter().map(|ty| {
            let count = if ty.is_number() { &mut numbers } else { &mut objects };
            *count += 1;
            *count as u32 - 1
        });
        Self { slots: slots.collect(), numbers, objects }
    }
}

/// Both banks.
#[derive(Default)]
pub(crate) struct Registers {
    numbers: Vec<u64>,
    objects: Vec<Object>,
    number_base: usize,
    object_base: usize,
}

/// Where the window of the caller began.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    number_base: usize,
    object_base: usize,
}

impl Registers {
    /// Opens a window for a function, with zeros and nulls; gives the one before.
    pub(crate) fn enter(&mut self, layout: &Layout) -> Window {
        let before = Window { number_base: self.number_base, object_base: self.object_base };
        self.number_base = self.numbers.len();
        self.object_base = self.objects.len();
        self.numbers.resize(self.number_base + layout.numbers, 0);
        self.objects.resize(self.object_base + layout.objects, Object::Null);
        before
    }

    /// Closes the window and goes back to the one before.
    pub(crate) fn leave(&mut self, before: Window) {
        self.numbers.truncate(self.number_base);
        self.objects.truncate(self.object_base);
        (self.number_base, self.object_base) = (before.number_base, before.object_base);
    }

    /// Drops all windows, keeping the room.
    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
        self.objects.clear();
        (self.number_base, self.object_base) = (0, 0);
    }

    /// All fences in registers of all windows.
    pub(crate) fn fences(&self) -> impl Iterator<Item = &Fence> {
        self.objects.iter().filter_map(|object| match object {
            Object::Fence(fence) => Some(fence),
            _ => None,
        })
    }

    pub(crate) fn number(&self, layout: &Layout, reg: Reg) -> u64 {
        self.numbers[self.number_base + layout.slots[reg.0 as usize] as usize]
    }

    pub(crate) fn set_number(&mut self, layout: &Layout, reg: Reg, bits: u64) {
        self.numbers[self.number_base + layout.slots[reg.0 as usize] as usize] = bits;
    }

    pub(crate) fn object(&self, layout: &Layout, reg: Reg) -> &Object {
        &self.objects[self.object_base + layout.slots[reg.0 as usize] as usize]
    }

    pub(crate) fn set_object(&mut self, layout: &Layout, reg: Reg, object: Object) {
        self.objects[self.object_base + layout.slots[reg.0 as usize] as usize] = object;
    }

    pub(crate) fn value(&self, layout: &Layout, ty: RegType, reg: Reg) -> Value {
        if ty.is_number() {
            Value::Number(ty, self.number(layout, reg))
        } else {
            Value::Object(self.object(layout, reg).clone())
        }
    }

    pub(crate) fn set_value(&mut self, layout: &Layout, reg: Reg, value: Value) {
        match value {
            Value::Number(_, bits) => self.set_number(layout, reg, bits),
            Value::Object(object) => self.set_object(layout, reg, object),
        }
    }
}
