//! The lines that were no puzzles.

use maud::html;

use crate::readable::count;
use crate::report::page::{Section, foreign, note};
use crate::report::sheet::{self, Sheet};
use crate::table::statistics::Statistics;

/// The section.
pub fn section(statistics: &Statistics) -> Option<Section> {
    let rejects = &statistics.rejects;
    let mut reasons = Sheet::new(["reason", "#lines"]);
    for (reason, &lines) in &rejects.by_reason {
        reasons.row([sheet::name(reason), sheet::figure(&count(lines))]);
    }
    let mut first = Sheet::new(["input", "#line", "reason", "what is wrong", "text"]);
    for reject in &rejects.first {
        first.row([
            sheet::foreign_words(&reject.set),
            sheet::figure(&count(reject.line)),
            sheet::words(&reject.reason),
            sheet::foreign_words(&reject.detail),
            html! { td.wrap { code { (foreign(&reject.text)) } } },
        ]);
    }
    let (all, shown) = (rejects.by_reason.values().sum(), rejects.first.len());
    let content = html! {
        @if all == 0 {
            p { "No line was rejected." }
        } @else {
            (reasons.finish("Rejected lines by reason"))
            @if all > shown as u64 {
                (note(&format!("The first {shown} of {} rejected lines:", count(all))))
            }
            (first.finish("Rejected lines"))
        }
    };
    Some(Section { id: "rejects", title: "Rejected lines", content })
}
