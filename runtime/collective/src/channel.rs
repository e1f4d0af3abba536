//! Channels: one rank's end of a group, and the algorithms of the operations.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use parking_lot::{Condvar, Mutex};

use crate::op::{CollectiveOp, Kind};
use crate::reduce::reduce;
use crate::transport::{Message, Step, Tag, Transport};
use crate::{CollectiveError, Result};

/// A collective operation with its numbers, the same on all ranks of the group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// What to do.
    pub op: CollectiveOp,
    /// Elements: what a rank sends for gathers and transfers, what it receives for `reduce_scatter`.
    pub element_count: u64,
    /// The kind's parameter, a rank or two.
    pub param: i32,
}

/// What to do when an operation is done, with the bytes this rank receives. It does not block.
pub type Done = Box<dyn FnOnce(Result<Option<Vec<u8>>>) + Send>;

/// One rank's end of a group.
#[derive(Clone)]
pub struct Channel(Arc<Shared>);

struct Shared {
    transport: Arc<dyn Transport>,
    state: Mutex<State>,
    known: Condvar,
}

type WhenKnown = Box<dyn FnOnce(&Result<Arc<Members>>) + Send>;

/// Who is in the group. A split does not know before all ranks have split.
enum State {
    Awaited(Vec<WhenKnown>),
    Known(Result<Arc<Members>>),
}

/// The ranks of a group, of which this is one.
struct Members {
    transport: Arc<dyn Transport>,
    tag: Tag,
    /// By rank of the group, the rank of the transport.
    ranks: Vec<u32>,
    rank: u32,
    splits: AtomicI64,
}

impl fmt::Debug for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Channel(rank {} of {})", self.0.transport.rank(), self.0.transport.count())
    }
}

impl Channel {
    /// The channel of all ranks of a transport.
    pub fn new(transport: Arc<dyn Transport>) -> Self {
        let ranks = (0..transport.count()).collect();
        let (rank, tag) = (transport.rank(), Tag::default());
        let members = Members { transport: transport.clone(), tag, ranks, rank, splits: AtomicI64::new(0) };
        Self(Arc::new(Shared { transport, state: Mutex::new(State::Known(Ok(Arc::new(members)))), known: Condvar::new() }))
    }

    /// Whether both are the same channel.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// This rank and the number of ranks. For a split, waits until all ranks have split.
    ///
    /// # Errors
    /// When a rank left before it split.
    pub fn rank_and_count(&self) -> Result<(u32, u32)> {
        let mut state = self.0.state.lock();
        loop {
            match &*state {
                State::Known(members) => return members.as_ref().map(|m| (m.rank, m.count())).map_err(Clone::clone),
                State::Awaited(_) => self.0.known.wait(&mut state),
            }
        }
    }

    /// This rank and the number of ranks, if they are known yet.
    pub fn known_rank_and_count(&self) -> Option<(u32, u32)> {
        match &*self.0.state.lock() {
            State::Known(Ok(members)) => Some((members.rank, members.count())),
            _ => None,
        }
    }

    /// Splits the group: ranks with the same color are a new group, in the order of their keys, then of their ranks. Every
    /// rank has to split; the call waits for none. A rank with color -1 is in no new group and gets `None`.
    pub fn split(&self, color: i32, key: i32) -> Option<Self> {
        let state = Mutex::new(State::Awaited(Vec::new()));
        let shared = Arc::new(Shared { transport: self.0.transport.clone(), state, known: Condvar::new() });
        let resolved = shared.clone();
        self.when_known(move |members| match members {
            Ok(members) => members.split(color, key, move |members| resolved.resolve(members)),
            Err(error) => resolved.resolve(Err(error.clone())),
        });
        (color != -1).then_some(Self(shared))
    }

    /// Does an operation on the bytes this rank sends, and calls `then` when it is done; the call waits for nothing.
    /// `recv_bytes` is how many bytes this rank can receive.
    pub fn run(&self, operation: Operation, send: Vec<u8>, recv_bytes: u64, then: Done) {
        self.when_known(move |members| match members {
            Ok(members) => match members.check(&operation, send.len() as u64, recv_bytes) {
                Ok(sends) => members.run(operation, send, sends, then),
                Err(error) => then(Err(error)),
            },
            Err(error) => then(Err(error.clone())),
        });
    }

    /// Checks what [`run`](Self::run) would check, as far as it is known before all ranks have split.
    ///
    /// # Errors
    /// Ranks outside the group, elements that do not split evenly, buffers that are too small.
    pub fn check(&self, operation: &Operation, send_bytes: u64, recv_bytes: u64) -> Result<()> {
        match &*self.0.state.lock() {
            State::Known(Ok(members)) => members.check(operation, send_bytes, recv_bytes).map(|_| ()),
            State::Known(Err(error)) => Err(error.clone()),
            State::Awaited(_) => Ok(()),
        }
    }

    fn when_known(&self, then: impl FnOnce(&Result<Arc<Members>>) + Send + 'static) {
        let mut state = self.0.state.lock();
        match &mut *state {
            State::Awaited(waiting) => waiting.push(Box::new(then)),
            State::Known(members) => {
                let members = members.clone();
                drop(state);
                then(&members);
            }
        }
    }
}

impl Shared {
    fn resolve(&self, members: Result<Arc<Members>>) {
        let before = std::mem::replace(&mut *self.state.lock(), State::Known(members.clone()));
        self.known.notify_all();
        if let State::Awaited(waiting) = before {
            waiting.into_iter().for_each(|then| then(&members));
        }
    }
}

impl Members {
    fn count(&self) -> u32 {
        self.ranks.len() as u32
    }

    fn everybody(&self) -> Vec<u32> {
        (0..self.count()).collect()
    }

    fn split(self: &Arc<Self>, color: i32, key: i32, then: impl FnOnce(Result<Arc<Self>>) + Send + 'static) {
        let number = self.splits.fetch_add(1, Ordering::Relaxed);
        let said: Arc<[u8]> = [color.to_le_bytes(), key.to_le_bytes()].concat().into();
        let outgoing = self.everybody().into_iter().map(|to| (to, 0..said.len())).collect();
        let own = self.clone();
        self.exchange(Step::Split, &said, outgoing, self.everybody(), move |heard| {
            then(heard.map(|heard| Arc::new(own.subgroup(number, color, &heard))));
        });
    }

    /// The members that said the same color.
    fn subgroup(&self, number: i64, color: i32, heard: &[Message]) -> Self {
        let number_at = |bytes: &[u8], at: usize| bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map(i32::from_le_bytes);
        let mut found: Vec<(i32, u32)> = (0..)
            .zip(heard)
            .filter(|(_, said)| number_at(said.bytes(), 0) == Some(color))
            .map(|(rank, said)| (number_at(said.bytes(), 4).unwrap_or(0), rank))
            .collect();
        found.sort_unstable();
        let rank = found.iter().position(|&(_, rank)| rank == self.rank).unwrap_or(0) as u32;
        let ranks = found.iter().map(|&(_, rank)| self.ranks[rank as usize]).collect();
        let tag = Tag([&self.tag.0[..], &[number, i64::from(color)]].concat());
        Self { transport: self.transport.clone(), tag, ranks, rank, splits: AtomicI64::new(0) }
    }

    /// Checks an operation, and gives the bytes of `send` that it uses.
    fn check(&self, operation: &Operation, send_bytes: u64, recv_bytes: u64) -> Result<u64> {
        let Operation { op, element_count: elements, .. } = *operation;
        let count = self.count();
        if op.kind == Kind::AllToAll && !elements.is_multiple_of(u64::from(count)) {
            return Err(CollectiveError::Uneven { kind: op.kind, elements, count });
        }
        let (sends, receives) = self.needs(operation)?;
        let bytes = |elements: u64| elements.saturating_mul(op.element_type.size_bytes());
        for (end, found, needed) in [("sends", send_bytes, sends), ("receives", recv_bytes, receives)] {
            let expected = bytes(needed.unwrap_or(0));
            if found < expected {
                let element_type = op.element_type;
                return Err(CollectiveError::Size { kind: op.kind, end, found, expected, elements, element_type, count });
            }
        }
        Ok(bytes(sends.unwrap_or(0)))
    }

    /// How many elements this rank sends and receives, when it does.
    fn needs(&self, operation: &Operation) -> Result<(Option<u64>, Option<u64>)> {
        let n = operation.element_count;
        let all = n.saturating_mul(u64::from(self.count()));
        let parties = self.parties(operation)?;
        Ok(match operation.op.kind {
            Kind::AllGather => (Some(n), Some(all)),
            Kind::AllReduce | Kind::AllToAll => (Some(n), Some(n)),
            Kind::ReduceScatter => (Some(all), Some(n)),
            Kind::Reduce => (Some(n), (parties.to == Some(self.rank)).then_some(n)),
            // The root may have nowhere to receive what it has.
            Kind::Broadcast => {
                let root = parties.from == Some(self.rank);
                (root.then_some(n), (!root).then_some(n))
            }
            Kind::Send => (Some(n), None),
            Kind::Recv => (None, Some(n)),
            Kind::SendRecv => (parties.to.map(|_| n), Some(n)),
        })
    }

    /// The ranks that the parameter names.
    fn parties(&self, operation: &Operation) -> Result<Parties> {
        let param = operation.param;
        let [low, high] = [param as i16, (param >> 16) as i16].map(i64::from);
        let (to, from) = match operation.op.kind {
            Kind::Send | Kind::Reduce => (Some(i64::from(param)), None),
            Kind::Recv | Kind::Broadcast => (None, Some(i64::from(param))),
            Kind::SendRecv => (Some(low).filter(|&to| to != -1), Some(high).filter(|&from| from != -1)),
            _ => (None, None),
        };
        let check = |what, rank: Option<i64>| match rank {
            Some(rank) if !(0..i64::from(self.count())).contains(&rank) => {
                Err(CollectiveError::Rank { what, rank, count: self.count() })
            }
            rank => Ok(rank.map(|rank| rank as u32)),
        };
        Ok(Parties { to: check("the target", to)?, from: check("the source", from)? })
    }

    fn run(self: &Arc<Self>, operation: Operation, mut send: Vec<u8>, send_bytes: u64, then: Done) {
        send.truncate(send_bytes as usize);
        let send: Arc<[u8]> = send.into();
        let parties = match self.parties(&operation) {
            Ok(parties) => parties,
            Err(error) => return then(Err(error)),
        };
        let whole = |to: Option<u32>| to.into_iter().map(|to| (to, 0..send.len())).collect::<Vec<_>>();
        let to_all = || self.everybody().into_iter().map(|to| (to, 0..send.len())).collect::<Vec<_>>();
        let parts = || self.parts(&operation, send.len());
        let step = Step::Phase(operation, 0);
        let joined = |then: Done| move |heard: Result<Vec<Message>>| then(heard.map(|heard| Some(concatenate(&heard))));
        match operation.op.kind {
            Kind::AllGather => self.exchange(step, &send, to_all(), self.everybody(), joined(then)),
            Kind::AllToAll => self.exchange(step, &send, parts(), self.everybody(), joined(then)),
            Kind::ReduceScatter => {
                self.exchange(step, &send, parts(), self.everybody(), move |heard| {
                    then(heard.map(|heard| Some(reduced(&operation, &heard))));
                });
            }
            Kind::AllReduce => {
                let own = self.clone();
                self.exchange(step, &send, parts(), self.everybody(), move |heard| match heard {
                    Ok(heard) => own.share(operation, reduced(&operation, &heard).into(), then),
                    Err(error) => then(Err(error)),
                });
            }
            Kind::Reduce => {
                let from = if parties.to == Some(self.rank) { self.everybody() } else { Vec::new() };
                let target = !from.is_empty();
                self.exchange(step, &send, whole(parties.to), from, move |heard| {
                    then(heard.map(|heard| target.then(|| reduced(&operation, &heard))));
                });
            }
            Kind::Broadcast => {
                let outgoing = if parties.from == Some(self.rank) { to_all() } else { Vec::new() };
                self.exchange(step, &send, outgoing, parties.from.into_iter().collect(), joined(then));
            }
            Kind::Send => self.exchange(step, &send, whole(parties.to), Vec::new(), move |sent| then(sent.map(|_| None))),
            Kind::Recv => self.exchange(step, &send, Vec::new(), parties.from.into_iter().collect(), joined(then)),
            Kind::SendRecv => {
                let zeros = operation.element_count.saturating_mul(operation.op.element_type.size_bytes());
                self.exchange(step, &send, whole(parties.to), parties.from.into_iter().collect(), move |heard| {
                    let filled =
                        |heard: Vec<Message>| if heard.is_empty() { vec![0; zeros as usize] } else { concatenate(&heard) };
                    then(heard.map(|heard| Some(filled(heard))));
                });
            }
        }
    }

    /// The second phase of an `all_reduce`: every rank has reduced one part, and all get all parts.
    fn share(self: &Arc<Self>, operation: Operation, part: Arc<[u8]>, then: Done) {
        let outgoing = self.everybody().into_iter().map(|to| (to, 0..part.len())).collect();
        self.exchange(Step::Phase(operation, 1), &part, outgoing, self.everybody(), move |heard| {
            then(heard.map(|heard| Some(concatenate(&heard))));
        });
    }

    /// One part of `bytes` for each rank: as even as elements allow, the first ones longer.
    fn parts(&self, operation: &Operation, bytes: usize) -> Vec<(u32, std::ops::Range<usize>)> {
        let size = operation.op.element_type.size_bytes() as usize;
        let (elements, ranks) = (bytes / size, self.ranks.len());
        let begin = |rank: usize| (elements / ranks * rank + rank.min(elements % ranks)) * size;
        (0..ranks).map(|rank| (rank as u32, begin(rank)..begin(rank + 1))).collect()
    }

    /// Sends ranges of `owner` to ranks, and calls `then` with what comes from others, in their order, or with the first
    /// error.
    fn exchange(
        &self,
        step: Step,
        owner: &Arc<[u8]>,
        outgoing: Vec<(u32, std::ops::Range<usize>)>,
        incoming: Vec<u32>,
        then: impl FnOnce(Result<Vec<Message>>) + Send + 'static,
    ) {
        for (to, range) in outgoing {
            self.transport.send(self.ranks[to as usize], &self.tag, Message::new(step, owner, range));
        }
        if incoming.is_empty() {
            return then(Ok(Vec::new()));
        }
        let heard = vec![None; incoming.len()];
        let gathered = Arc::new(Mutex::new(Gather { heard, missing: incoming.len(), then: Some(Box::new(then)) }));
        for (place, from) in incoming.into_iter().enumerate() {
            let (gathered, rank) = (gathered.clone(), self.rank);
            let then = move |message: Result<Message>| {
                let message = message.and_then(|message| match agree(&step, &message.step) {
                    true => Ok(message),
                    false => Err(disagreement((rank, &step), (from, &message.step))),
                });
                Gather::add(&gathered, place, message);
            };
            self.transport.receive(self.ranks[from as usize], &self.tag, Box::new(then));
        }
    }
}

struct Parties {
    to: Option<u32>,
    from: Option<u32>,
}

type Heard = Box<dyn FnOnce(Result<Vec<Message>>) + Send>;

/// Messages that come one by one.
struct Gather {
    heard: Vec<Option<Message>>,
    missing: usize,
    then: Option<Heard>,
}

impl Gather {
    fn add(gathered: &Mutex<Self>, place: usize, message: Result<Message>) {
        let mut gather = gathered.lock();
        let outcome = match message {
            Err(error) => Err(error),
            Ok(message) => {
                gather.heard[place] = Some(message);
                gather.missing -= 1;
                if gather.missing > 0 {
                    return;
                }
                Ok(gather.heard.drain(..).flatten().collect())
            }
        };
        let then = gather.then.take();
        drop(gather);
        if let Some(then) = then {
            then(outcome);
        }
    }
}

fn concatenate(heard: &[Message]) -> Vec<u8> {
    heard.iter().map(Message::bytes).collect::<Vec<_>>().concat()
}

fn reduced(operation: &Operation, heard: &[Message]) -> Vec<u8> {
    let parts: Vec<&[u8]> = heard.iter().map(Message::bytes).collect();
    reduce(operation.op.reduction, operation.op.element_type, &parts)
}

/// Whether two ranks do the same: the same operation, or the two ends of a transfer.
fn agree(ours: &Step, theirs: &Step) -> bool {
    let transfer = |kind: Kind| matches!(kind, Kind::Send | Kind::Recv | Kind::SendRecv);
    match (ours, theirs) {
        (Step::Phase(a, _), Step::Phase(b, _)) if transfer(a.op.kind) && transfer(b.op.kind) => {
            a.op.element_type == b.op.element_type && a.element_count == b.element_count
        }
        _ => ours == theirs,
    }
}

fn disagreement((rank, ours): (u32, &Step), (other, theirs): (u32, &Step)) -> CollectiveError {
    let words = |step: &Step| match step {
        Step::Split => "a split".to_owned(),
        Step::Phase(operation, _) => {
            format!("{} of {} elements with parameter {}", operation.op, operation.element_count, operation.param)
        }
    };
    CollectiveError::Disagree { rank, ours: words(ours), other, theirs: words(theirs) }
}
