//! Groups of ranks in one process give what the operations are defined to give, whatever the order in which ranks come.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use halforge_collective::{Channel, CollectiveError, CollectiveOp, ElementType, Hub, Kind, Operation, Reduction, Result};
use halforge_value::ElementType as Number;
use proptest::prelude::*;

fn group(count: u32) -> Vec<Channel> {
    let hub = Hub::default();
    (0..count).map(|rank| Channel::new(hub.join(b"id", "group", rank, count).unwrap())).collect()
}

fn operation(kind: Kind, reduction: Reduction, element_type: ElementType, element_count: u64, param: i32) -> Operation {
    Operation { op: CollectiveOp { kind, reduction, element_type }, element_count, param }
}

fn begin(rank: &Channel, operation: Operation, send: Vec<u8>, recv: u64) -> Receiver<Result<Option<Vec<u8>>>> {
    let (sender, receiver) = channel();
    rank.run(operation, send, recv, Box::new(move |done| sender.send(done).unwrap()));
    receiver
}

/// Runs an operation on all ranks, the last one first, and gives what each receives.
fn run(channels: &[Channel], operation: Operation, sends: &[Vec<u8>]) -> Vec<Option<Vec<u8>>> {
    let begin = |(channel, send): (&Channel, &Vec<u8>)| begin(channel, operation, send.clone(), u64::MAX);
    let mut receivers: Vec<_> = channels.iter().zip(sends).rev().map(begin).collect();
    receivers.reverse();
    receivers.into_iter().map(|receiver| receiver.try_recv().expect("an outcome").unwrap()).collect()
}

fn i32s(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// Every kind on three ranks, with numbers worked out by hand.
#[test]
fn kinds() {
    let channels = group(3);
    let sends = [i32s(&[1, 2, 3]), i32s(&[10, 20, 30]), i32s(&[100, 200, 300])];
    let of = |kind, reduction, param| run(&channels, operation(kind, reduction, ElementType::Si32, 3, param), &sends);
    let all = |values: &[i32]| vec![Some(i32s(values)); 3];
    assert_eq!(of(Kind::AllGather, Reduction::None, 0), all(&[1, 2, 3, 10, 20, 30, 100, 200, 300]));
    assert_eq!(of(Kind::AllReduce, Reduction::Sum, 0), all(&[111, 222, 333]));
    assert_eq!(of(Kind::AllReduce, Reduction::Average, 0), all(&[37, 74, 111]));
    let parts = [[1, 10, 100], [2, 20, 200], [3, 30, 300]].map(|part| Some(i32s(&part)));
    assert_eq!(of(Kind::AllToAll, Reduction::None, 0), parts);
    assert_eq!(of(Kind::Broadcast, Reduction::None, 1), all(&[10, 20, 30]));
    assert_eq!(of(Kind::Reduce, Reduction::Maximum, 2), [None, None, Some(i32s(&[100, 200, 300]))]);
    let scatter = operation(Kind::ReduceScatter, Reduction::Sum, ElementType::Si32, 1, 0);
    assert_eq!(run(&channels, scatter, &sends), [111, 222, 333].map(|sum| Some(i32s(&[sum]))));
}

/// Transfers between two ranks, to oneself, and in a ring whose ends are open.
#[test]
fn transfers() {
    let channels = group(3);
    let of = |kind, param| operation(kind, Reduction::None, ElementType::Si32, 1, param);
    let sent = begin(&channels[0], of(Kind::Send, 2), i32s(&[7]), 0);
    assert_eq!(sent.try_recv().unwrap(), Ok(None));
    let received = begin(&channels[2], of(Kind::Recv, 0), Vec::new(), 4);
    assert_eq!(received.try_recv().unwrap(), Ok(Some(i32s(&[7]))));
    begin(&channels[1], of(Kind::Send, 1), i32s(&[8]), 0).try_recv().unwrap().unwrap();
    let to_itself = begin(&channels[1], of(Kind::Recv, 1), Vec::new(), 4);
    assert_eq!(to_itself.try_recv().unwrap(), Ok(Some(i32s(&[8]))));

    let to_from = |to: i16, from: i16| i32::from(from) << 16 | i32::from(to as u16);
    let ring = [to_from(1, -1), to_from(2, 0), to_from(-1, 1)];
    let receivers: Vec<_> =
        (0..3).map(|rank| begin(&channels[rank], of(Kind::SendRecv, ring[rank]), i32s(&[rank as i32 + 1]), 4)).collect();
    let received: Vec<_> = receivers.iter().map(|r| r.try_recv().unwrap().unwrap()).collect();
    assert_eq!(received, [0, 1, 2].map(|value| Some(i32s(&[value]))));
}

/// Every element type is reduced in every way, to the number that exact arithmetic gives for small numbers.
#[test]
fn element_types() {
    let numbers = [[3.0, 1.0], [5.0, 2.0]];
    for &element_type in ElementType::ALL {
        let number: Number = element_type.name().parse().unwrap();
        let bytes = |values: [f64; 2]| -> Vec<u8> {
            let write = |value: f64| match number.float_to_le_bytes(value) {
                Some(bytes) => bytes,
                None => (value as i64).to_le_bytes()[..element_type.size_bytes() as usize].to_vec(),
            };
            values.into_iter().flat_map(write).collect()
        };
        let cases = [
            (Reduction::Sum, [8.0, 3.0]),
            (Reduction::Product, [15.0, 2.0]),
            (Reduction::Minimum, [3.0, 1.0]),
            (Reduction::Maximum, [5.0, 2.0]),
            (Reduction::Average, [4.0, 1.5]),
        ];
        for (reduction, expected) in cases {
            let expected = if number.float_to_le_bytes(0.0).is_some() { expected } else { expected.map(f64::trunc) };
            let channels = group(2);
            let operation = operation(Kind::AllReduce, reduction, element_type, 2, 0);
            let found = run(&channels, operation, &numbers.map(bytes));
            assert_eq!(found, vec![Some(bytes(expected)); 2], "{reduction} of {element_type}");
        }
    }
}

/// NaN wins, zeros have signs, integers wrap.
#[test]
fn edges_of_reductions() {
    let reduce = |reduction, element_type, a: &[u8], b: &[u8]| halforge_collective::reduce(reduction, element_type, &[a, b]);
    let f = |value: f32| value.to_le_bytes();
    assert_eq!(reduce(Reduction::Minimum, ElementType::F32, &f(0.0), &f(-0.0)), f(-0.0));
    assert_eq!(reduce(Reduction::Maximum, ElementType::F32, &f(-0.0), &f(0.0)), f(0.0));
    for (a, b) in [(f32::NAN, 1.0), (1.0, f32::NAN), (-f32::NAN, -1.0)] {
        for reduction in [Reduction::Minimum, Reduction::Maximum, Reduction::Sum] {
            let bytes = reduce(reduction, ElementType::F32, &f(a), &f(b));
            assert!(f32::from_le_bytes(bytes.try_into().unwrap()).is_nan(), "{reduction} of {a} and {b}");
        }
    }
    assert_eq!(reduce(Reduction::Sum, ElementType::Ui8, &[200], &[100]), [44]);
    assert_eq!(reduce(Reduction::Average, ElementType::Ui8, &[200], &[101]), [150]);
    let max = u64::MAX.to_le_bytes();
    assert_eq!(reduce(Reduction::Average, ElementType::Ui64, &max, &max), max);
    assert_eq!(
        reduce(Reduction::Product, ElementType::Si64, &i64::MAX.to_le_bytes(), &2i64.to_le_bytes()),
        (-2i64).to_le_bytes()
    );
}

/// A split works before the other ranks have split, and orders its ranks by key.
#[test]
fn splits() {
    let channels = group(4);
    let halves: Vec<_> = (0..4).map(|rank| channels[rank as usize].split(rank % 2, -rank).unwrap()).collect();
    let ranks: Vec<_> = halves.iter().map(|half| half.rank_and_count().unwrap()).collect();
    assert_eq!(ranks, [(1, 2), (1, 2), (0, 2), (0, 2)]);
    let sum = operation(Kind::AllReduce, Reduction::Sum, ElementType::Si32, 1, 0);
    let sends: Vec<_> = (0..4).map(|rank| i32s(&[rank])).collect();
    assert_eq!(run(&halves, sum, &sends), [2, 4, 2, 4].map(|sum| Some(i32s(&[sum]))));

    let first = channels[0].split(7, 0).unwrap();
    assert_eq!(first.known_rank_and_count(), None);
    let early = begin(&first, sum, i32s(&[5]), 4);
    assert!(early.try_recv().is_err());
    assert!(channels[1].split(-1, 0).is_none());
    assert!(channels[2].split(-1, 0).is_none());
    assert!(channels[3].split(-1, 0).is_none());
    assert_eq!(first.rank_and_count(), Ok((0, 1)));
    assert_eq!(early.try_recv().unwrap(), Ok(Some(i32s(&[5]))));
}

/// Mistakes are found by the rank that makes them, or by the one that sees another do something else.
#[test]
fn mistakes() {
    let channels = group(2);
    let of = |kind, reduction, count, param| operation(kind, reduction, ElementType::Si32, count, param);
    let fails = |channel: &Channel, operation, send: &[i32], recv| {
        begin(channel, operation, i32s(send), recv).try_recv().unwrap().unwrap_err().to_string()
    };
    assert_eq!(
        fails(&channels[0], of(Kind::AllToAll, Reduction::None, 3, 0), &[1, 2, 3], 12),
        "all_to_all of 3 elements among 2 ranks: expected a multiple of 2"
    );
    assert_eq!(
        fails(&channels[0], of(Kind::AllGather, Reduction::None, 2, 0), &[1, 2], 8),
        "all_gather receives 8 bytes, expected at least 16: 2 elements of si32 among 2 ranks"
    );
    assert_eq!(
        fails(&channels[0], of(Kind::Broadcast, Reduction::None, 2, 5), &[1, 2], 8),
        "the source is rank 5, the group has ranks 0 to 1"
    );
    let waiting = begin(&channels[0], of(Kind::AllReduce, Reduction::Sum, 1, 0), i32s(&[1]), 4);
    let other = fails(&channels[1], of(Kind::AllReduce, Reduction::Product, 1, 0), &[1], 4);
    assert_eq!(
        other,
        "rank 1 does all_reduce with product : si32 of 1 elements with parameter 0, rank 0 does all_reduce with sum : si32 of 1 \
         elements with parameter 0: ranks of a group must do the same operations in the same order"
    );
    assert!(matches!(waiting.try_recv().unwrap(), Err(CollectiveError::Disagree { rank: 0, other: 1, .. })));

    assert_eq!(
        CollectiveOp::from_packed(9).unwrap_err().to_string(),
        "kind of the collective operation is 9, expected at most 8"
    );
    assert_eq!(CollectiveOp::from_packed(1).unwrap_err().to_string(), "all_reduce needs a reduction such as sum");
    assert_eq!(CollectiveOp::from_packed(0x0100).unwrap_err().to_string(), "all_gather takes no reduction");
    let hub = Hub::default();
    let _first = hub.join(b"", "g", 0, 2).unwrap();
    assert_eq!(hub.join(b"", "g", 1, 3).err().unwrap().to_string(), "group `g` has 2 ranks, found a member that expects 3");
    assert_eq!(hub.join(b"", "g", 2, 2).err().unwrap().to_string(), "this is rank 2, the group has ranks 0 to 1");
}

/// A rank that leaves is not waited for, and leaves nothing that waits.
#[test]
fn leaving() {
    let mut channels = group(2);
    let sum = operation(Kind::AllReduce, Reduction::Sum, ElementType::Si32, 2, 0);
    let waiting = begin(&channels[0], sum, i32s(&[1, 2]), 8);
    channels.truncate(1);
    assert_eq!(waiting.try_recv().unwrap().unwrap_err().to_string(), "rank 1 left the group: its channel is gone");

    let hub = Hub::default();
    let (transport, _other) = (hub.join(b"", "", 0, 2).unwrap(), hub.join(b"", "", 1, 2).unwrap());
    let waiting = begin(&Channel::new(transport.clone()), sum, i32s(&[1, 2]), 8);
    assert!(Arc::strong_count(&transport) > 1, "the operation holds the transport");
    transport.leave("the device is gone");
    assert_eq!(waiting.try_recv().unwrap().unwrap_err().to_string(), "rank 0 left the group: the device is gone");
    assert_eq!(Arc::strong_count(&transport), 1);
}

/// Ranks on threads of their own, many operations in a row: none is lost or mixed up.
#[test]
fn threads() {
    let threads: Vec<_> = (0..)
        .zip(group(4))
        .map(|(rank, channel)| {
            std::thread::spawn(move || {
                for round in 0..200 {
                    let sum = operation(Kind::AllReduce, Reduction::Sum, ElementType::Si32, 5, 0);
                    let received = begin(&channel, sum, i32s(&[rank * 1000 + round; 5]), 20).recv().unwrap().unwrap();
                    assert_eq!(received, Some(i32s(&[6000 + 4 * round; 5])));
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

proptest! {
    /// Groups of any size reduce elements of any number as a loop over ranks does.
    #[test]
    fn sums(values in prop::collection::vec(prop::collection::vec(any::<i32>(), 7), 1..6), elements in 0usize..7) {
        let channels = group(values.len() as u32);
        let sends: Vec<_> = values.iter().map(|values| i32s(&values[..elements])).collect();
        let sum = operation(Kind::AllReduce, Reduction::Sum, ElementType::Si32, elements as u64, 0);
        let add = |a: i32, values: &Vec<i32>, i: usize| a.wrapping_add(values[i]);
        let expected: Vec<i32> = (0..elements).map(|i| values.iter().fold(0, |a, v| add(a, v, i))).collect();
        prop_assert_eq!(run(&channels, sum, &sends), vec![Some(i32s(&expected)); values.len()]);
    }

    /// Packed operations of any number are read or refused.
    #[test]
    fn packed(packed: u32) {
        if let Ok(op) = CollectiveOp::from_packed(packed) {
            let [kind, reduction, element_type, _] = packed.to_le_bytes();
            prop_assert_eq!((op.kind as u8, op.reduction as u8, op.element_type as u8), (kind, reduction, element_type));
        }
    }
}
