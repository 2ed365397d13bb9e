//! The parallel spine: a source, a pool of workers, an ordered sink.
//!
//! ```text
//! source ──bounded channel──▶ rayon workers ──channel──▶ sink, in order
//!    ▲                                                     │
//!    └───────────────────── credits ◀──────────────────────┘
//! ```
//!
//! The source runs on a thread of its own and the sink on the caller's; neither
//! is a thread of the pool, since two stages of one pool that wait for each other
//! through a bounded channel would deadlock. An item that entered takes a
//! credit and gives it back when it leaves; without one the source waits. So no more than
//! `in_flight` items and the one that waits exist at a time, however unevenly they take.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

use crossbeam::channel;
use rayon::ThreadPool;

/// Passes every item of `source` through a worker and hands the results to
/// `sink` in the order of the source. `worker` is called once on each thread of
/// the pool, so that workers can keep scratch memory.
///
/// # Errors
/// The sink's first error, after which nothing more is read.
///
/// # Panics
/// When a worker panics.
pub fn ordered<I, R, W, E>(
    pool: &ThreadPool,
    in_flight: usize,
    source: I,
    worker: impl Fn() -> W + Sync,
    mut sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Iterator + Send,
    I::Item: Send,
    R: Send,
    W: FnMut(I::Item) -> R,
{
    let (credit, credits) = channel::bounded(in_flight);
    let (item_in, items) = channel::bounded(in_flight);
    let (result_in, results) = channel::bounded(in_flight);
    for _ in 0..in_flight {
        credit.send(()).expect("the channel is open and has room");
    }
    thread::scope(|scope| {
        scope.spawn(move || {
            for numbered in source.enumerate() {
                if item_in.send(numbered).is_err() || credits.recv().is_err() {
                    return;
                }
            }
        });
        pool.in_place_scope(|tasks| {
            for _ in 0..pool.current_num_threads() {
                let (items, result_in, worker) = (items.clone(), result_in.clone(), &worker);
                tasks.spawn(move |_| {
                    let mut work = worker();
                    for (number, item) in items {
                        let result = catch_unwind(AssertUnwindSafe(|| work(item)));
                        let panicked = result.is_err();
                        if result_in.send((number, result)).is_err() || panicked {
                            return;
                        }
                    }
                });
            }
            // Only the workers hold these ends now: when they are gone, so is the stream.
            drop((items, result_in));
            // The credits end with this closure, so an error or a panic here ends
            // the source too.
            in_order(results, move |result| {
                sink(result)?;
                // The source may have ended; then nobody needs the credit.
                let _ = credit.send(());
                Ok(())
            })
        })
    })
}

/// Calls `sink` with the numbered results in the order of their numbers; a
/// worker's panic continues here.
fn in_order<R, E>(
    results: channel::Receiver<(usize, thread::Result<R>)>,
    mut sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, result) in results {
        early.insert(number, result.unwrap_or_else(|panic| resume_unwind(panic)));
        while let Some(result) = early.remove(&next) {
            sink(result)?;
            next += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    fn pool(threads: usize) -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn results_keep_the_order_of_the_source() {
        for threads in [1, 2, 5] {
            let mut seen = Vec::new();
            let uneven = || {
                |i: u64| {
                    thread::sleep(Duration::from_micros(i * 7919 % 300));
                    i
                }
            };
            let sink = |i| {
                seen.push(i);
                Ok::<_, ()>(())
            };
            ordered(&pool(threads), 4, 0..500, uneven, sink).unwrap();
            assert!(seen.iter().copied().eq(0..500));
        }
    }

    #[test]
    fn no_more_items_exist_than_credits() {
        let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let source = (0..200).inspect(|_| {
            most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        });
        let sink = |_| {
            thread::sleep(Duration::from_micros(200));
            inside.fetch_sub(1, Ordering::SeqCst);
            Ok::<_, ()>(())
        };
        ordered(&pool(3), 4, source, || |i: u32| i, sink).unwrap();
        // The source draws an item before it asks for the credit to send the next.
        assert!(most.load(Ordering::SeqCst) <= 4 + 1);
    }

    #[test]
    #[should_panic(expected = "worker 7")]
    fn a_panic_of_a_worker_reaches_the_caller() {
        let worker = || {
            |i: u64| {
                assert!(i != 7, "worker {i}");
                i
            }
        };
        let _ = ordered(&pool(2), 4, 0u64.., worker, |_| Ok::<_, ()>(()));
    }

    #[test]
    fn an_error_of_the_sink_stops_an_endless_source() {
        let sink = |i| if i < 10 { Ok(()) } else { Err(i) };
        assert_eq!(ordered(&pool(2), 4, 0u64.., || |i| i, sink), Err(10));
    }
}
