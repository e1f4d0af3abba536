//! Collective operations among ranks: what `hal.command_buffer.collective` does, on bytes of the host.
//!
//! A [`Channel`] is one rank's end of a group. Ranks exchange messages over a [`Transport`]: [`Hub`] joins ranks of one
//! process, and another transport can join processes. Nothing here blocks a thread: an operation is given what to do when
//! it is done, and the last message to arrive does it.
//!
//! Invariant: every rank of a group gets the same bits for the same reduction, whatever the order in which ranks come,
//! because each part of a result is computed by one rank, from the contributions in the order of ranks.
//!
//! Buffers, queues and the order of operations on a device are left to the HAL.

mod channel;
mod hub;
mod op;
mod reduce;
mod transport;

pub use channel::{Channel, Done, Operation};
pub use hub::{Hub, HubRank};
pub use op::{CollectiveOp, ElementType, Kind, Reduction};
pub use reduce::reduce;
pub use transport::{Message, Provider, Receiver, Step, Tag, Transport};

/// Why a channel cannot be made or an operation cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CollectiveError {
    /// A packed operation has a number nobody knows.
    #[error("{field} of the collective operation is {found}, expected at most {max}")]
    UnknownOp {
        /// Which part of it.
        field: &'static str,
        /// Its number.
        found: u32,
        /// The largest known.
        max: u32,
    },
    /// An operation needs a reduction, or has one it does not use.
    #[error("{kind} {}", if *.needed { "needs a reduction such as sum" } else { "takes no reduction" })]
    Reduction {
        /// The kind of the operation.
        kind: Kind,
        /// Whether one is needed.
        needed: bool,
    },
    /// A rank is not one of the group.
    #[error("{what} is rank {rank}, the group has ranks 0 to {}", count.saturating_sub(1))]
    Rank {
        /// Whose rank it is.
        what: &'static str,
        /// The rank.
        rank: i64,
        /// Number of ranks in the group.
        count: u32,
    },
    /// A group of this many ranks cannot be.
    #[error("a group of {count} ranks is not supported, expected 1 to {max}")]
    Count {
        /// Number of ranks.
        count: i64,
        /// The limit.
        max: u32,
    },
    /// Two members of a group do not agree how large it is.
    #[error("group `{group}` has {count} ranks, found a member that expects {found}")]
    GroupCount {
        /// The group.
        group: String,
        /// What the first member said.
        count: u32,
        /// What this one said.
        found: u32,
    },
    /// Elements cannot be split evenly among ranks.
    #[error("{kind} of {elements} elements among {count} ranks: expected a multiple of {count}")]
    Uneven {
        /// The kind of the operation.
        kind: Kind,
        /// How many elements.
        elements: u64,
        /// Number of ranks.
        count: u32,
    },
    /// A buffer has another size than the operation takes.
    #[error(
        "{kind} {end} {found} bytes, expected at least {expected}: {elements} elements of {element_type} among {count} ranks"
    )]
    Size {
        /// The kind of the operation.
        kind: Kind,
        /// `sends` or `receives`.
        end: &'static str,
        /// Bytes given.
        found: u64,
        /// Bytes needed.
        expected: u64,
        /// The operation's element count.
        elements: u64,
        /// Type of elements.
        element_type: ElementType,
        /// Number of ranks.
        count: u32,
    },
    /// Ranks do different things at the same time.
    #[error(
        "rank {rank} does {ours}, rank {other} does {theirs}: ranks of a group must do the same operations in the same order"
    )]
    Disagree {
        /// This rank.
        rank: u32,
        /// What it does.
        ours: String,
        /// The other rank.
        other: u32,
        /// What that does.
        theirs: String,
    },
    /// A rank went away.
    #[error("rank {rank} left the group: {why}")]
    Left {
        /// The rank, as its transport knows it.
        rank: u32,
        /// What it said.
        why: String,
    },
}

/// Results of this crate.
pub type Result<T> = std::result::Result<T, CollectiveError>;
