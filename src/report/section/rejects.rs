//! The lines that were no puzzles.

use crate::html::element;
use crate::report::page::{Section, note, paragraph};
use crate::report::sheet::{self, Sheet};
use crate::table::statistics::Statistics;
use crate::words::count;

/// The section.
pub fn section(statistics: &Statistics) -> Option<Section> {
    let rejects = &statistics.rejects;
    let mut content = Vec::new();
    if rejects.by_reason.is_empty() {
        content.push(paragraph("No line was rejected."));
    } else {
        let mut reasons = Sheet::new(["reason", "#lines"]);
        for (reason, &lines) in &rejects.by_reason {
            reasons.row([sheet::name(reason), sheet::figure(&count(lines))]);
        }
        let mut first = Sheet::new(["input", "#line", "reason", "what is wrong", "text"]);
        for reject in &rejects.first {
            first.row([
                sheet::foreign(&reject.set),
                sheet::figure(&count(reject.line)),
                sheet::words(&reject.reason),
                sheet::foreign(&reject.detail),
                element("td").class("wrap").child(element("code").foreign(&reject.text)),
            ]);
        }
        let all: u64 = rejects.by_reason.values().sum();
        content.push(reasons.finish("Rejected lines by reason"));
        if all > rejects.first.len() as u64 {
            let shown = rejects.first.len();
            content.push(note(&format!("The first {shown} of {} rejected lines:", count(all))));
        }
        content.push(first.finish("Rejected lines"));
    }
    Some(Section { id: "rejects", title: "Rejected lines", content })
}
