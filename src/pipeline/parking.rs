//! A channel whose receiver sleeps as soon as it is empty.
//!
//! A receiver of crossbeam's gives its turn away some ten times before it sleeps. Beside workers
//! that keep every core busy each of these is a switch of threads: most of what the collector's
//! and the source's thread took when solving is slow.

use crossbeam::channel;
use crossbeam::sync::{Parker, Unparker};

/// The end that sends.
pub struct Sender<T> {
    /// Always there, but while it is dropped.
    inner: Option<channel::Sender<T>>,
    receiver: Unparker,
}

/// The end that receives.
pub struct Receiver<T> {
    inner: channel::Receiver<T>,
    parker: Parker,
}

/// A channel without a bound.
pub fn unbounded<T>() -> (Sender<T>, Receiver<T>) {
    let (sender, receiver) = channel::unbounded();
    let parker = Parker::new();
    let unparker = parker.unparker().clone();
    (Sender { inner: Some(sender), receiver: unparker }, Receiver { inner: receiver, parker })
}

impl<T> Sender<T> {
    /// Sends, or says that nobody receives any more.
    pub fn send(&self, message: T) -> Result<(), channel::SendError<T>> {
        self.inner.as_ref().expect("it is not dropped").send(message)?;
        self.receiver.unpark();
        Ok(())
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        Sender { inner: self.inner.clone(), receiver: self.receiver.clone() }
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        drop(self.inner.take());
        // The receiver may wait for this one alone.
        self.receiver.unpark();
    }
}

/// The messages until every sender is dropped.
impl<T> Iterator for Receiver<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        loop {
            match self.inner.try_recv() {
                Ok(message) => return Some(message),
                Err(channel::TryRecvError::Disconnected) => return None,
                // An unpark since the last park is not lost: it ends this one at once.
                Err(channel::TryRecvError::Empty) => self.parker.park(),
            }
        }
    }
}
