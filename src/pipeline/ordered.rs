//! The parallel spine: a source, a pool of workers, and one thread that puts results in order.
//!
//! ```text
//! source ──items──▶ workers ──results──▶ collector, in order
//!    ▲                 ▲                     │  │
//!    │                 └────────jobs─────────┘  │
//!    └────────────────credits───────────────────┘
//! ```
//!
//! The source runs on a thread of its own and the collector on the caller's; neither is a
//! thread of the pool, since two stages of one pool that wait for each other through a bounded
//! channel would deadlock. What the collector has put in order it may send through the workers
//! once more, as a *job*; jobs come back in order, too. An item that entered takes a credit and
//! gives it back when the collector has it, unless too many jobs wait; without a credit the
//! source waits. So no more than a fixed number of items and jobs exist at a time, however
//! unevenly they take.
//!
//! When the collector fails, or anything panics, the interrupt is cancelled, so that a source
//! that waits for its input ends, too.

use std::any::Any;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

use crossbeam::channel::{self, Receiver, TryRecvError};
use crossbeam::select;
use rayon::ThreadPool;

use super::parking;
use crate::interrupt::Interrupt;

/// What a worker is given.
pub enum Task<I, J> {
    /// An item of the source.
    Item(I),
    /// A job of the collector.
    Job(J),
}

/// What a worker made of it.
pub enum Done<R, O> {
    /// Of an item.
    Item(R),
    /// Of a job.
    Job(O),
}

/// Takes results in order, on the caller's thread.
pub trait Collector<R, J, O> {
    /// Why no more is wanted.
    type Error;

    /// Takes what was made of the next item. What is left in `jobs` goes to the workers.
    ///
    /// # Errors
    /// When no more is wanted.
    fn item(&mut self, result: R, jobs: &mut Vec<J>) -> Result<(), Self::Error>;

    /// Is told that there are no more items.
    ///
    /// # Errors
    /// When no more is wanted.
    fn end(&mut self, jobs: &mut Vec<J>) -> Result<(), Self::Error>;

    /// Takes what was made of the next job.
    ///
    /// # Errors
    /// When no more is wanted.
    fn job(&mut self, output: O) -> Result<(), Self::Error>;
}

/// A message to the thread of the collector.
enum Message<R, O> {
    Item(usize, thread::Result<R>),
    Job(usize, thread::Result<O>),
    /// So many items there were.
    End(thread::Result<usize>),
}

/// Passes every item of `source` through a worker and hands the results to
/// `sink` in the order of the source. `worker` is called once on each thread of
/// the pool, so that workers can keep scratch memory.
///
/// # Errors
/// The sink's first error, after which nothing more is read.
///
/// # Panics
/// When a worker or the source panics.
pub fn ordered<I, R, W, E>(
    pool: &ThreadPool,
    in_flight: usize,
    interrupt: &Interrupt,
    source: I,
    worker: impl Fn() -> W + Sync,
    sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Iterator + Send,
    I::Item: Send,
    R: Send,
    W: FnMut(I::Item) -> R,
{
    let work = || {
        let mut worker = worker();
        move |task| match task {
            Task::Item(item) => Done::Item(worker(item)),
            Task::Job(job) => Done::Job::<_, Infallible>(job),
        }
    };
    ordered_twice(pool, in_flight, interrupt, source, work, &mut Sink(sink))
}

/// A collector that sends nothing back.
struct Sink<F>(F);

impl<R, E, F: FnMut(R) -> Result<(), E>> Collector<R, Infallible, Infallible> for Sink<F> {
    type Error = E;

    fn item(&mut self, result: R, _: &mut Vec<Infallible>) -> Result<(), E> {
        (self.0)(result)
    }

    fn end(&mut self, _: &mut Vec<Infallible>) -> Result<(), E> {
        Ok(())
    }

    fn job(&mut self, output: Infallible) -> Result<(), E> {
        match output {}
    }
}

/// The same with a collector that may send work back.
///
/// # Errors
/// The collector's first error, after which nothing more is read.
///
/// # Panics
/// When a worker or the source panics.
pub fn ordered_twice<I, R, J, O, W, C>(
    pool: &ThreadPool,
    in_flight: usize,
    interrupt: &Interrupt,
    source: I,
    worker: impl Fn() -> W + Sync,
    collector: &mut C,
) -> Result<(), C::Error>
where
    I: Iterator + Send,
    I::Item: Send,
    R: Send,
    J: Send,
    O: Send,
    W: FnMut(Task<I::Item, J>) -> Done<R, O>,
    C: Collector<R, J, O>,
{
    let (credit, mut credits) = parking::unbounded();
    let (item_in, items) = channel::unbounded();
    let (job_in, jobs) = channel::unbounded();
    let (message_in, messages) = parking::unbounded();
    for _ in 0..in_flight {
        credit.send(()).expect("the channel is open and has room");
    }
    let worker = &worker;
    thread::scope(|scope| {
        let end_in = message_in.clone();
        scope.spawn(move || {
            let count = catch_unwind(AssertUnwindSafe(|| {
                let mut count = 0;
                for item in source {
                    if item_in.send((count, item)).is_err() || credits.next().is_none() {
                        break;
                    }
                    count += 1;
                }
                count
            }));
            // Nobody may be left to be told.
            let _ = end_in.send(Message::End(count));
        });
        pool.in_place_scope(move |tasks| {
            for _ in 0..pool.current_num_threads() {
                let (items, jobs, messages) = (items.clone(), jobs.clone(), message_in.clone());
                tasks.spawn(move |_| pass_on(&items, &jobs, &messages, worker()));
            }
            // Only the workers and the source hold these ends now.
            drop((items, jobs, message_in));
            let cancel = CancelOnDrop(interrupt);
            let mut order = Order { next_item: 0, next_job: 0, jobs_sent: 0, items: None };
            // The ends of the channels go with it, so that an error ends the workers, too.
            order.collect(messages, job_in, credit, in_flight, collector)?;
            std::mem::forget(cancel);
            Ok(())
        })
    })
}

/// Cancels the interrupt if it is dropped, by an error or a panic.
struct CancelOnDrop<'a>(&'a Interrupt);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// A worker: jobs first, since they make room; until there are neither jobs nor items.
fn pass_on<I, R, J, O>(
    items: &Receiver<(usize, I)>,
    jobs: &Receiver<(usize, J)>,
    messages: &parking::Sender<Message<R, O>>,
    mut work: impl FnMut(Task<I, J>) -> Done<R, O>,
) {
    let (no_items, no_jobs) = (channel::never(), channel::never());
    let (mut items, mut jobs) = (Some(items), Some(jobs));
    while items.is_some() || jobs.is_some() {
        let job = jobs.map_or(Err(TryRecvError::Empty), Receiver::try_recv);
        let (number, task) = match job {
            Ok((number, job)) => (number, Task::Job(job)),
            Err(_) => select! {
                recv(jobs.unwrap_or(&no_jobs)) -> job => match job {
                    Ok((number, job)) => (number, Task::Job(job)),
                    Err(_) => { jobs = None; continue }
                },
                recv(items.unwrap_or(&no_items)) -> item => match item {
                    Ok((number, item)) => (number, Task::Item(item)),
                    Err(_) => { items = None; continue }
                },
            },
        };
        let message = match catch_unwind(AssertUnwindSafe(|| work(task))) {
            Ok(Done::Item(result)) => Message::Item(number, Ok(result)),
            Ok(Done::Job(output)) => Message::Job(number, Ok(output)),
            Err(panic) => Message::Item(number, Err(panic)),
        };
        let panicked = matches!(message, Message::Item(_, Err(_)));
        if messages.send(message).is_err() || panicked {
            return;
        }
    }
}

/// How far the collector is.
struct Order {
    next_item: usize,
    next_job: usize,
    jobs_sent: usize,
    /// How many items there are, when that is known.
    items: Option<usize>,
}

impl Order {
    fn collect<R, J, O, C: Collector<R, J, O>>(
        &mut self,
        messages: parking::Receiver<Message<R, O>>,
        job_in: channel::Sender<(usize, J)>,
        credit: parking::Sender<()>,
        in_flight: usize,
        collector: &mut C,
    ) -> Result<(), C::Error> {
        let (mut early_items, mut early_jobs) = (BTreeMap::new(), BTreeMap::new());
        let (mut job_in, mut owed, mut jobs) = (Some(job_in), 0, Vec::new());
        for message in messages {
            match message {
                Message::Item(number, result) => drop(early_items.insert(number, unpack(result))),
                Message::Job(number, output) => drop(early_jobs.insert(number, unpack(output))),
                Message::End(count) => self.items = Some(unpack(count)),
            }
            while let Some(result) = early_items.remove(&self.next_item) {
                collector.item(result, &mut jobs)?;
                self.next_item += 1;
                owed += 1;
            }
            let is_end = self.items == Some(self.next_item) && job_in.is_some();
            if is_end {
                collector.end(&mut jobs)?;
            }
            for job in jobs.drain(..) {
                let job_in = job_in.as_ref().expect("jobs are made before the end only");
                job_in.send((self.jobs_sent, job)).expect("the workers wait for jobs");
                self.jobs_sent += 1;
            }
            if is_end {
                job_in = None;
            }
            while let Some(output) = early_jobs.remove(&self.next_job) {
                collector.job(output)?;
                self.next_job += 1;
            }
            // The source may have ended; then nobody needs the credit.
            while owed > 0 && self.jobs_sent - self.next_job <= in_flight {
                let _ = credit.send(());
                owed -= 1;
            }
        }
        Ok(())
    }
}

/// The result; a panic of the thread that made it continues here.
fn unpack<T>(result: Result<T, Box<dyn Any + Send>>) -> T {
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    fn pool(threads: usize) -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    fn uneven(i: u64) {
        thread::sleep(Duration::from_micros(i * 7919 % 300));
    }

    /// Sends every third item back as a job of three.
    #[derive(Default)]
    struct Threes {
        open: Vec<u64>,
        seen: Vec<u64>,
    }

    impl Collector<u64, Vec<u64>, Vec<u64>> for Threes {
        type Error = ();

        fn item(&mut self, result: u64, jobs: &mut Vec<Vec<u64>>) -> Result<(), ()> {
            self.open.push(result);
            if self.open.len() == 3 {
                jobs.push(std::mem::take(&mut self.open));
            }
            Ok(())
        }

        fn end(&mut self, jobs: &mut Vec<Vec<u64>>) -> Result<(), ()> {
            jobs.push(std::mem::take(&mut self.open));
            Ok(())
        }

        fn job(&mut self, output: Vec<u64>) -> Result<(), ()> {
            self.seen.extend(output);
            Ok(())
        }
    }

    #[test]
    fn results_keep_the_order_of_the_source() {
        for threads in [1, 2, 5] {
            let mut threes = Threes::default();
            let worker = || {
                |task| match task {
                    Task::Item(i) => {
                        uneven(i);
                        Done::Item(i)
                    }
                    Task::Job(three) => {
                        uneven(Vec::len(&three) as u64);
                        Done::Job(three)
                    }
                }
            };
            let interrupt = Interrupt::default();
            ordered_twice(&pool(threads), 4, &interrupt, 0..500, worker, &mut threes).unwrap();
            assert!(threes.seen.iter().copied().eq(0..500));
            assert!(!interrupt.is_set());
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
        ordered(&pool(3), 4, &Interrupt::default(), source, || |i: u32| i, sink).unwrap();
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
        let _ = ordered(&pool(2), 4, &Interrupt::default(), 0.., worker, |_| Ok::<_, ()>(()));
    }

    #[test]
    #[should_panic(expected = "the source")]
    fn a_panic_of_the_source_reaches_the_caller() {
        let source = (0..9).inspect(|&i| assert!(i < 5, "the source"));
        let _ = ordered(&pool(2), 4, &Interrupt::default(), source, || |i| i, |_| Ok::<_, ()>(()));
    }

    #[test]
    fn an_error_of_the_sink_stops_a_source_that_waits() {
        let interrupt = Interrupt::default();
        // Ten items, and then nothing until somebody cancels.
        let source = (0u64..).take_while(|&i| {
            while i >= 11 && !interrupt.is_set() {
                thread::sleep(Duration::from_millis(1));
            }
            i < 11
        });
        let sink = |i| if i < 10 { Ok(()) } else { Err(i) };
        assert_eq!(ordered(&pool(2), 4, &interrupt, source, || |i| i, sink), Err(10));
        assert!(interrupt.is_set());
    }
}
