//! Answers that are remembered so long that making them takes a small share of the time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// No answer is older, whatever it cost.
const OLDEST: Duration = Duration::from_secs(600);
/// Answers that are remembered; when there are more, all are made anew.
const MOST: usize = 256;

/// An answer, what it was made of if that was said, and until when it will do.
type Entry<T> = Arc<Mutex<Option<(T, Option<String>, Instant)>>>;

/// Answers by what is asked about.
#[derive(Clone)]
pub(super) struct Remembered<T>(Arc<Mutex<HashMap<String, Entry<T>>>>);

impl<T: Clone> Remembered<T> {
    pub fn new() -> Remembered<T> {
        Remembered(Arc::default())
    }

    /// The answer about `name`, made now unless one is remembered that was made `of` the same, if
    /// that is said, and is not too old: `times` as old as it took to make. Who asks meanwhile
    /// waits for it.
    pub fn get(&self, name: &str, of: Option<&str>, times: u32, make: impl FnOnce() -> T) -> T {
        let entry = {
            let mut all = lock(&self.0);
            if all.len() >= MOST && !all.contains_key(name) {
                all.clear();
            }
            all.entry(name.into()).or_default().clone()
        };
        let mut entry = lock(&entry);
        match &*entry {
            Some((answer, was, until))
                if Instant::now() < *until && (of.is_none() || was.as_deref() == of) =>
            {
                answer.clone()
            }
            _ => {
                let begun = Instant::now();
                let answer = make();
                let age = begun.elapsed().saturating_mul(times).min(OLDEST);
                *entry = Some((answer.clone(), of.map(Into::into), Instant::now() + age));
                answer
            }
        }
    }
}

/// A panic of who made an answer left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;

    #[test]
    fn what_took_long_is_kept_long_and_is_made_anew_of_something_else() {
        let all = Remembered::new();
        let slow = |answer: u8| {
            sleep(Duration::from_millis(5));
            answer
        };
        assert_eq!(all.get("run", None, 400, || slow(1)), 1);
        assert_eq!(all.get("run", None, 400, || unreachable!()), 1);
        assert_eq!(all.get("other", None, 400, || 2), 2);
        assert_eq!(all.get("run", Some("7 units"), 400, || slow(3)), 3);
        assert_eq!(all.get("run", Some("7 units"), 400, || unreachable!()), 3);
        assert_eq!(all.get("run", None, 400, || unreachable!()), 3);
        assert_eq!(all.get("run", Some("8 units"), 400, || 4), 4);
        // That took nearly no time.
        sleep(Duration::from_millis(20));
        assert_eq!(all.get("run", Some("8 units"), 400, || 5), 5);
        for name in 0..2 * MOST {
            all.get(&name.to_string(), None, 400, || 0);
            assert!(lock(&all.0).len() <= MOST);
        }
    }
}
