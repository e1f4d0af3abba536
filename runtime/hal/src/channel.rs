//! Channels: a device's end of a group of ranks, and what command buffers do with it.
//!
//! What ranks exchange goes over the host: the device work before a collective command ends, the bytes are read, the ranks
//! meet, and the bytes each receives are written before the device goes on. In a group of one nothing is exchanged, and the
//! command is a copy on the device.

use std::sync::{Arc, Weak};

use halforge_collective as collective;
use halforge_collective::{CollectiveError, CollectiveOp, Hub, Kind, Operation, Provider, Transport};
use parking_lot::Mutex;

use crate::command::BindingRef;
use crate::device::{Device, DeviceId};
use crate::status::{Result, Status, StatusCode, bail};

impl From<CollectiveError> for Status {
    fn from(error: CollectiveError) -> Self {
        let code = match error {
            CollectiveError::Left { .. } => StatusCode::Aborted,
            CollectiveError::Disagree { .. } | CollectiveError::GroupCount { .. } => StatusCode::FailedPrecondition,
            CollectiveError::Size { .. } => StatusCode::OutOfRange,
            _ => StatusCode::InvalidArgument,
        };
        Self::new(code, error.to_string())
    }
}

/// A device's end of a group of ranks. Copies are the same channel.
#[derive(Clone, Debug)]
pub struct Channel {
    inner: collective::Channel,
    device: DeviceId,
}

/// What a program says of a channel that it makes.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChannelDesc<'d> {
    /// Which group it is, in the provider's own terms; may be empty.
    pub id: &'d [u8],
    /// A name that tells groups apart; may be empty.
    pub group: &'d str,
    /// The rank; `None` for the provider's.
    pub rank: Option<u32>,
    /// The number of ranks; `None` for the provider's.
    pub count: Option<u32>,
}

/// A collective command.
#[derive(Clone, Debug)]
pub struct CollectiveDesc<'d> {
    /// The channel.
    pub channel: &'d Channel,
    /// Kind, reduction and element type, packed as the HAL does.
    pub op: u32,
    /// Elements: what a rank sends for gathers and transfers, what it receives for `reduce_scatter`.
    pub element_count: u64,
    /// The kind's parameter, a rank or two.
    pub param: i32,
    /// What this rank sends, if it does.
    pub send: Option<BindingRef>,
    /// Where it receives, if it does.
    pub recv: Option<BindingRef>,
}

impl Channel {
    /// The device it was made for.
    pub fn device_id(&self) -> DeviceId {
        self.device
    }

    /// This rank and the number of ranks. For a split, waits until all ranks have split.
    ///
    /// # Errors
    /// When a rank left before it split.
    pub fn rank_and_count(&self) -> Result<(u32, u32)> {
        Ok(self.inner.rank_and_count()?)
    }

    /// Splits the group by color, ordered by key; the call waits for no other rank. With color -1 this rank is in no new
    /// group, and there is no channel.
    pub fn split(&self, color: i32, key: i32) -> Option<Self> {
        Some(Self { inner: self.inner.split(color, key)?, device: self.device })
    }

    /// Whether both are the same channel.
    pub fn is_same(&self, other: &Self) -> bool {
        self.inner.is_same(&other.inner)
    }

    /// Whether the group has one rank, and an operation among its ranks is therefore a copy.
    pub(crate) fn copies(&self, op: CollectiveOp) -> bool {
        let transfer = matches!(op.kind, Kind::Send | Kind::Recv | Kind::SendRecv);
        !transfer && self.inner.known_rank_and_count().is_some_and(|(_, count)| count == 1)
    }

    pub(crate) fn check(&self, operation: &Operation, send_bytes: u64, recv_bytes: u64) -> Result<()> {
        Ok(self.inner.check(operation, send_bytes, recv_bytes)?)
    }

    pub(crate) fn run(
        &self,
        operation: Operation,
        send: Vec<u8>,
        recv_bytes: u64,
        then: impl FnOnce(Result<Option<Vec<u8>>>) + Send + 'static,
    ) {
        self.inner.run(operation, send, recv_bytes, Box::new(move |done| then(done.map_err(Status::from))));
    }
}

/// The channels of a device.
pub(crate) struct Channels {
    provider: Mutex<Arc<dyn Provider>>,
    /// Ways to other ranks that may still be waited on, closed with the device.
    transports: Mutex<Vec<Weak<dyn Transport>>>,
}

impl Channels {
    pub(crate) fn new(hub: &Hub) -> Self {
        Self { provider: Mutex::new(Arc::new(hub.rank(0, 1))), transports: Mutex::default() }
    }

    /// Leaves all groups, so that nothing waits for this device, and it for nobody.
    pub(crate) fn close(&self) {
        let transports = std::mem::take(&mut *self.transports.lock());
        transports.iter().filter_map(Weak::upgrade).for_each(|transport| transport.leave("its device is closed"));
    }
}

impl Device {
    /// Says where the device's channels come from. Without, devices of one [`Driver`](crate::Driver) find each other by id and
    /// group, and a channel that names no rank is a group of one.
    pub fn set_channel_provider(&self, provider: Arc<dyn Provider>) {
        *self.channels().provider.lock() = provider;
    }

    /// Joins a group of ranks, without waiting for the others.
    ///
    /// # Errors
    /// A rank outside the group, or a group that cannot be.
    pub fn create_channel(&self, desc: &ChannelDesc<'_>) -> Result<Channel> {
        let channels = self.channels();
        let provider = channels.provider.lock().clone();
        let (rank, count) = provider.rank_and_count();
        let transport = provider.join(desc.id, desc.group, desc.rank.unwrap_or(rank), desc.count.unwrap_or(count))?;
        let mut transports = channels.transports.lock();
        transports.retain(|transport| transport.strong_count() > 0);
        transports.push(Arc::downgrade(&transport));
        Ok(Channel { inner: collective::Channel::new(transport), device: self.id() })
    }
}

/// A collective command as recorded.
#[derive(Clone, Debug)]
pub(crate) struct Collective {
    pub(crate) channel: Channel,
    pub(crate) operation: Operation,
    pub(crate) send: Option<BindingRef>,
    pub(crate) recv: Option<BindingRef>,
}

impl Collective {
    pub(crate) fn new(desc: &CollectiveDesc<'_>, device: DeviceId) -> Result<Self> {
        if desc.channel.device != device {
            bail!(InvalidArgument, "the channel belongs to another device than the command buffer");
        }
        let op = CollectiveOp::from_packed(desc.op)?;
        let operation = Operation { op, element_count: desc.element_count, param: desc.param };
        Ok(Self { channel: desc.channel.clone(), operation, send: desc.send.clone(), recv: desc.recv.clone() })
    }

    /// The copy that the command comes to in a group of one; `None` when there are others to meet.
    pub(crate) fn as_copy(&self) -> Option<(BindingRef, BindingRef)> {
        if !self.channel.copies(self.operation.op) {
            return None;
        }
        let length_bytes = self.operation.element_count.saturating_mul(self.operation.op.element_type.size_bytes());
        let part = |range: &BindingRef| BindingRef { length_bytes, ..range.clone() };
        Some((self.send.as_ref().map(part)?, self.recv.as_ref().map(part)?))
    }
}
