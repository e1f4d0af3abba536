//! A profile while it is taken.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use parking_lot::Mutex;

use super::timestamps::{PAIRS, Pair, TimestampPool};
use super::{
    DeviceEvent, DispatchEvent, HostEvent, OperationKind, OperationRef, Profile, ProfileOptions, QueueEvent, Span, profile_data,
};
use crate::core::Core;
use crate::glob::glob;
use crate::queue::{QueueId, Queues};
use crate::status::{Result, Status, bail};

/// Most readings of a device's clock, and how long a good one takes at most.
const MAX_CLOCK_READINGS: usize = 8;
const GOOD_READING_NS: u64 = 200_000;

/// Most events of each sort that are kept.
const MAX_EVENTS: usize = 1 << 20;

/// A profile while it is taken.
pub(crate) struct Session {
    core: Arc<Core>,
    options: ProfileOptions,
    began: Instant,
    operations: AtomicU64,
    state: Mutex<State>,
}

/// A timestamp of a queue, and the host's time then.
#[derive(Clone, Copy)]
struct Clock {
    ticks: u64,
    host_ns: u64,
}

#[derive(Default)]
struct State {
    /// The pool that pairs are taken from, and how many are.
    pool: Option<(Arc<TimestampPool>, u32)>,
    /// By queue.
    clocks: Vec<Option<Clock>>,
    profile: Profile,
    /// Where the timestamps of the events are.
    device_pairs: Vec<Pair>,
    dispatch_pairs: Vec<Pair>,
}

/// An operation's part in a profile.
pub(crate) struct Probe {
    session: Arc<Session>,
    operation: OperationRef,
    command_buffer: Option<u64>,
    began_ns: u64,
}

impl Session {
    /// Begins a profile.
    pub(super) fn begin(queues: &Arc<Queues>, options: ProfileOptions) -> Result<Arc<Self>> {
        if options.data & !profile_data::ALL != 0 || options.data == 0 {
            bail!(InvalidArgument, "expected bits of {:#x} for what to record, found {:#x}", profile_data::ALL, options.data);
        }
        let core = queues.core.clone();
        let of_device = options.data & (profile_data::DEVICE_QUEUE_EVENTS | profile_data::DISPATCH_EVENTS) != 0;
        let (operations, state) = (AtomicU64::new(1), Mutex::default());
        let session = Arc::new(Self { core, options, began: Instant::now(), operations, state });
        if of_device {
            session.relate_clocks(queues)?;
        }
        Ok(session)
    }

    /// Relates the clock of each queue to the host's.
    fn relate_clocks(self: &Arc<Self>, queues: &Arc<Queues>) -> Result<()> {
        if self.core.features.by_name("hostQueryReset") != Some(true) {
            bail!(Unavailable, "timestamps need the feature hostQueryReset, which device {} lacks", self.core.physical.name);
        }
        let clocks: Vec<Option<Clock>> = queues.ids().map(|queue| self.clock(queues, queue)).collect::<Result<_>>()?;
        if clocks.iter().all(Option::is_none) {
            bail!(Unavailable, "the queues of device {} have no timestamps", self.core.physical.name);
        }
        self.state.lock().clocks = clocks;
        Ok(())
    }

    fn clock(self: &Arc<Self>, queues: &Arc<Queues>, queue: QueueId) -> Result<Option<Clock>> {
        if self.mask(queue) == 0 {
            return Ok(None);
        }
        // The host sees a timestamp late, and very late when it was busy with something else: the shortest way counts.
        let mut best: Option<(u64, Clock)> = None;
        for _ in 0..MAX_CLOCK_READINGS {
            let pair = self.pair()?;
            let (pool, first, before) = (pair.pool.clone(), pair.first, self.now_ns());
            queues.stamp(queue, pair)?;
            let host_ns = self.now_ns();
            let Some([_, ticks]) = pool.read(first)? else { continue };
            let took = host_ns - before;
            if best.as_ref().is_none_or(|(shortest, _)| took < *shortest) {
                best = Some((took, Clock { ticks, host_ns }));
            }
            if took < GOOD_READING_NS {
                break;
            }
        }
        Ok(best.map(|(_, clock)| clock))
    }

    /// The valid bits of timestamps; 0 when the queue has none.
    fn mask(&self, queue: QueueId) -> u64 {
        let family = self.core.lanes[queue.index()].family as usize;
        match self.core.physical.families[family].timestamp_valid_bits {
            0 => 0,
            bits => u64::MAX >> (64 - bits.min(64)),
        }
    }

    fn now_ns(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// Two timestamps to be written.
    fn pair(&self) -> Result<Pair> {
        let mut state = self.state.lock();
        let (pool, used) = match state.pool.take() {
            Some((pool, used)) if used < PAIRS => (pool, used),
            _ => (TimestampPool::new(&self.core)?, 0),
        };
        state.pool = Some((pool.clone(), used + 1));
        Ok(Pair { pool, first: 2 * used })
    }

    /// An operation begins.
    pub(crate) fn probe(self: &Arc<Self>, kind: OperationKind, queue: QueueId, command_buffer: Option<u64>) -> Probe {
        let number = self.operations.fetch_add(1, Ordering::Relaxed);
        let operation = OperationRef { number, kind, queue: queue.index() };
        let time_ns = self.now_ns();
        if self.wants(profile_data::QUEUE_EVENTS) {
            let Profile { queue_events, dropped_events, .. } = &mut self.state.lock().profile;
            keep(queue_events, QueueEvent { operation, time_ns }, dropped_events);
        }
        Probe { session: self.clone(), operation, command_buffer, began_ns: time_ns }
    }

    fn wants(&self, data: u32) -> bool {
        self.options.data & data != 0
    }

    /// Ends a profile, all of whose work is done.
    pub(super) fn finish(&self, queues: &Arc<Queues>) -> Result<Profile> {
        let mut guard = self.state.lock();
        let state = &mut *guard;
        let mut profile = std::mem::take(&mut state.profile);
        profile.duration_ns = self.now_ns();
        let clocks = &state.clocks;
        let ids: Vec<QueueId> = queues.ids().collect();
        let period = f64::from(self.core.physical.timestamp_period_ns);
        let span = |pair: &Pair, queue: usize| -> Result<Option<Span>> {
            let (Some(Some(clock)), Some([begin, end])) = (clocks.get(queue), pair.pool.read(pair.first)?) else {
                return Ok(None);
            };
            let mask = ids.get(queue).map_or(u64::MAX, |id| self.mask(*id));
            let at = |ticks: u64| clock.host_ns + ((ticks.wrapping_sub(clock.ticks) & mask) as f64 * period) as u64;
            Ok(Some(Span { begin_ns: at(begin), end_ns: at(end) }))
        };
        let mut device_events = Vec::with_capacity(profile.device_events.len());
        for (mut event, pair) in std::mem::take(&mut profile.device_events).into_iter().zip(&state.device_pairs) {
            if let Some(found) = span(pair, event.operation.queue)? {
                event.span = found;
                device_events.push(event);
            }
        }
        let mut dispatch_events = Vec::with_capacity(profile.dispatch_events.len());
        for (mut event, pair) in std::mem::take(&mut profile.dispatch_events).into_iter().zip(&state.dispatch_pairs) {
            if let Some(found) = span(pair, event.operation.queue)? {
                event.span = found;
                dispatch_events.push(event);
            }
        }
        Ok(Profile { device_events, dispatch_events, ..profile })
    }
}

/// Adds an event, unless there are too many.
fn keep<T>(events: &mut Vec<T>, event: T, dropped: &mut u64) -> bool {
    let fits = events.len() < MAX_EVENTS;
    if fits {
        events.push(event);
    } else {
        *dropped += 1;
    }
    fits
}

impl Probe {
    /// The host begins its work for the operation, or begins it again.
    pub(crate) fn begin(&mut self) {
        self.began_ns = self.session.now_ns();
    }

    /// The host's work for the operation is over.
    pub(crate) fn end(&self, failure: Option<&Status>) {
        if !self.session.wants(profile_data::HOST_EXECUTION_EVENTS) {
            return;
        }
        let span = Span { begin_ns: self.began_ns, end_ns: self.session.now_ns() };
        let event = HostEvent { operation: self.operation, span, failure: failure.map(Status::code) };
        let Profile { host_events, dropped_events, .. } = &mut self.session.state.lock().profile;
        keep(host_events, event, dropped_events);
    }

    /// Timestamps for the operation, if they are wanted.
    pub(crate) fn span(&self) -> Result<Option<Pair>> {
        if !self.session.wants(profile_data::DEVICE_QUEUE_EVENTS) || !self.has_clock() {
            return Ok(None);
        }
        let pair = self.session.pair()?;
        let event = DeviceEvent { operation: self.operation, span: Span::default() };
        let mut guard = self.session.state.lock();
        let State { profile, device_pairs, .. } = &mut *guard;
        if keep(&mut profile.device_events, event, &mut profile.dropped_events) {
            device_pairs.push(Pair { pool: pair.pool.clone(), first: pair.first });
        }
        Ok(Some(pair))
    }

    /// Timestamps for the dispatch at `command_index`, if they are wanted.
    pub(crate) fn dispatch(
        &self,
        function: &str,
        command_index: u32,
        workgroup_counts: Option<[u32; 3]>,
    ) -> Result<Option<Pair>> {
        let filter = &self.session.options.filter;
        let passes = filter.function.as_ref().is_none_or(|pattern| glob(pattern, function))
            && filter.command_index.is_none_or(|index| index == command_index)
            && filter.command_buffer.is_none_or(|id| Some(id) == self.command_buffer);
        if !self.session.wants(profile_data::DISPATCH_EVENTS) || !passes || !self.has_clock() {
            return Ok(None);
        }
        let pair = self.session.pair()?;
        let event = DispatchEvent {
            operation: self.operation,
            function: function.to_owned(),
            command_buffer: self.command_buffer,
            command_index,
            workgroup_counts,
            span: Span::default(),
        };
        let mut guard = self.session.state.lock();
        let State { profile, dispatch_pairs, .. } = &mut *guard;
        if keep(&mut profile.dispatch_events, event, &mut profile.dropped_events) {
            dispatch_pairs.push(Pair { pool: pair.pool.clone(), first: pair.first });
        }
        Ok(Some(pair))
    }

    fn has_clock(&self) -> bool {
        matches!(self.session.state.lock().clocks.get(self.operation.queue), Some(Some(_)))
    }
}
