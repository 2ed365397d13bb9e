//! How hard a puzzle is, by the raters of `rate`.

use serde_json::{Value, json};

use super::position::puzzle;
use super::refusal::Refusal;
use crate::interrupt::Interrupt;
use crate::rate::Way;
use crate::ser::{PRODUCERS, Ratings};
use crate::stream::rate::{AnyRating, RateConfig};

/// The rating of a puzzle in an order, with its status: `ok`, or why it is not known, or not all
/// of it. Of status `limit`, numbers are lower bounds.
pub(super) fn rate(question: &Value, end: &Interrupt) -> Result<Value, Refusal> {
    let puzzle = puzzle(question)?;
    let order = match &question["order"] {
        Value::Null => None,
        name => {
            let order = name.as_str().and_then(Way::find);
            Some(order.ok_or_else(|| Refusal::wrong(format!("no order {name}")))?)
        }
    };
    let config = RateConfig { order, ..RateConfig::default() };
    let (rating, status) = config.rate(&mut config.rater(), &puzzle, end);
    let mut rated = match rating {
        AnyRating::Strategies(rating) => json!({
            "solved": rating.solved, "te_depth": rating.te_depth, "level": rating.level,
            "score": rating.score, "hardest": rating.hardest[0],
            "steps": rating.steps.iter().sum::<u32>(), "steps_by_level": rating.steps,
            "uniqueness": rating.uniqueness, "hardest_in_order": rating.hardest[1],
        }),
        AnyRating::Exact(rated) => {
            let Ratings { ser, pearl, diamond, steps, hardest, whole, .. } = rated.ratings;
            let hardest = hardest.filter(|_| whole).map(|place| PRODUCERS[place].name);
            json!({
                "ser": f64::from(ser) / 10.0, "ser_pearl": f64::from(pearl) / 10.0,
                "ser_diamond": f64::from(diamond) / 10.0, "hardest": hardest, "steps": steps,
            })
        }
        AnyRating::None => json!({}),
    };
    rated["status"] = json!(status);
    Ok(json!({ "rated": rated }))
}
