//! What can go wrong, as a value: a code of the HAL and a text.
//!
//! Codes and their numbers are those of IREE's status, which programs see as `i32`. A status is cheap to copy, because a
//! failed fence hands the same one to everybody who waits for it.

use std::fmt;
use std::sync::Arc;

macro_rules! status_codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal $text:literal,)*) => {
        /// The kind of a failure.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum StatusCode { $($(#[$doc])* $name,)* }

        impl StatusCode {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The number programs see; 0 is success.
            pub const fn number(self) -> i32 {
                match self { $(Self::$name => $code,)* }
            }

            /// The name in messages.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

status_codes! {
    /// Given up on request.
    Cancelled = 1 "CANCELLED",
    /// No code fits.
    Unknown = 2 "UNKNOWN",
    /// The caller's mistake.
    InvalidArgument = 3 "INVALID_ARGUMENT",
    /// Time ran out.
    DeadlineExceeded = 4 "DEADLINE_EXCEEDED",
    /// No such thing.
    NotFound = 5 "NOT_FOUND",
    /// It is there already.
    AlreadyExists = 6 "ALREADY_EXISTS",
    /// Not allowed for this object.
    PermissionDenied = 7 "PERMISSION_DENIED",
    /// Out of memory or of another resource.
    ResourceExhausted = 8 "RESOURCE_EXHAUSTED",
    /// Not now: the object is in another state.
    FailedPrecondition = 9 "FAILED_PRECONDITION",
    /// Stopped half way.
    Aborted = 10 "ABORTED",
    /// Past the end.
    OutOfRange = 11 "OUT_OF_RANGE",
    /// Not supported here.
    Unimplemented = 12 "UNIMPLEMENTED",
    /// A mistake of this library or the driver.
    Internal = 13 "INTERNAL",
    /// Not there at present.
    Unavailable = 14 "UNAVAILABLE",
    /// The device is lost, with what was on it.
    DataLoss = 15 "DATA_LOSS",
    /// Not known who asks.
    Unauthenticated = 16 "UNAUTHENTICATED",
    /// Not yet.
    Deferred = 17 "DEFERRED",
    /// The device cannot do what the program needs.
    Incompatible = 18 "INCOMPATIBLE",
}

impl StatusCode {
    /// The code of a number from a program; only the low five bits count. `None` for success.
    pub fn from_number(number: i32) -> Option<Self> {
        let low = number & 0x1F;
        match low {
            0 => None,
            _ => Some(Self::ALL.iter().copied().find(|c| c.number() == low).unwrap_or(Self::Unknown)),
        }
    }
}

impl fmt::Display for StatusCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A failure: a code and what was expected, what was found, what helps.
#[derive(Clone, PartialEq, Eq)]
pub struct Status(Arc<(StatusCode, String)>);

impl Status {
    /// A failure of `code`.
    pub fn new(code: StatusCode, message: impl Into<String>) -> Self {
        Self(Arc::new((code, message.into())))
    }

    /// The code.
    pub fn code(&self) -> StatusCode {
        self.0.0
    }

    /// The text, without the code.
    pub fn message(&self) -> &str {
        &self.0.1
    }

    /// The same failure, with the larger thing it happened in said after it.
    #[must_use]
    pub fn within(&self, context: impl fmt::Display) -> Self {
        Self::new(self.code(), format!("{}; {context}", self.message()))
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code(), self.message())
    }
}

impl fmt::Debug for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Status {}

/// A value, or why there is none.
pub type Result<T> = std::result::Result<T, Status>;

/// Returns early with a [`Status`]: `bail!(NotFound, "no device {name}")`.
macro_rules! bail {
    ($code:ident, $($message:tt)*) => {
        return Err($crate::Status::new($crate::StatusCode::$code, format!($($message)*)))
    };
}
pub(crate) use bail;
