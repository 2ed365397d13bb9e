//! The table of strategies: the one place where a strategy is registered.

use std::ops::ControlFlow;

use super::chain::{Kind, aic, continuous, discontinuous, forcing, remote_pair};
use super::fish::houses::{self, Family::Franken, Family::Mutant};
use super::fish::lines::{self, Kind::Basic, Kind::Finned, Kind::Sashimi};
use super::row::Level::{Easy, Extreme, Hard, Medium, Unfair};
use super::row::Search::{Crossings, Digits, Houses, Surroundings};
use super::row::{Strategy, any_size, hodoku, row};
use super::{
    Step, Steps, Studied, aligned_pair, als, avoidable_rectangle, bug, colors, death_blossom,
    empty_rectangle, fish, forcing_net, general_x_wing, hidden_rectangle, kraken, locked,
    multi_colors, multivalue_x_wing, nishio, refute, singles, subset, sue_de_coq, template, turbot,
    unique_rectangle, w_wing, xy_wing, xyz_wing, y_wing_chain,
};

/// Every strategy, easiest first: the ladder of a logic solver that starts again
/// at the top after every success.
pub const STRATEGIES: &[Strategy] = &[
    any_size("full-house", "Full House", Easy, 4, "0000")
        .by(singles::full_house, singles::explain_full_house)
        .source("AW15 3.1.3, unique missing candidate"),
    any_size("hidden-single", "Hidden Single", Easy, 14, "0002")
        .by(singles::hidden_single, singles::explain_hidden)
        .source("HR12 S3; AW15 3.1.3; B09 4.5"),
    any_size("naked-single", "Naked Single", Easy, 4, "0003")
        .by(singles::naked_single, singles::explain_naked)
        .source("HR12 S2; AW15 3.1.3; B09 4.4"),
    any_size("locked-pair", "Locked Pair", Medium, 40, "0110")
        .searching(Surroundings(subset::locked::<2>), subset::explain_locked),
    any_size("locked-triple", "Locked Triple", Medium, 60, "0111")
        .searching(Surroundings(subset::locked::<3>), subset::explain_locked),
    any_size("pointing", "Locked Candidates (Pointing)", Medium, 50, "0100")
        .searching(Surroundings(locked::pointing), locked::explain)
        .source("B09 4.8, Pointing Pair"),
    any_size("claiming", "Locked Candidates (Claiming)", Medium, 50, "0101")
        .searching(Surroundings(locked::claiming), locked::explain)
        .source("B09 4.9, Box Line Reduction; HR12 S6 (Vaderlind)"),
    any_size("naked-pair", "Naked Pair", Medium, 60, "0200")
        .searching(Surroundings(subset::naked::<2>), subset::explain_naked)
        .source("HR12 S4; B09 4.6"),
    any_size("hidden-pair", "Hidden Pair", Medium, 70, "0210")
        .searching(Houses(subset::hidden::<2>), subset::explain_hidden)
        .source("B09 4.7"),
    any_size("naked-triple", "Naked Triple", Medium, 80, "0201")
        .searching(Surroundings(subset::naked::<3>), subset::explain_naked)
        .source("HR12 S5 (Vaderlind); B09 4.6"),
    any_size("hidden-triple", "Hidden Triple", Medium, 100, "0211")
        .searching(Houses(subset::hidden::<3>), subset::explain_hidden)
        .source("B09 4.7"),
    any_size("naked-quad", "Naked Quad", Hard, 120, "0202")
        .searching(Surroundings(subset::naked::<4>), subset::explain_naked)
        .source("B09 4.6"),
    any_size("hidden-quad", "Hidden Quad", Hard, 150, "0212")
        .searching(Houses(subset::hidden::<4>), subset::explain_hidden)
        .source("B09 4.7"),
    any_size("x-wing", "X-Wing", Hard, 140, "0300")
        .searching(
            Digits(|grid, digit, steps| lines::find::<2, 2>(grid, digit, Basic, steps)),
            fish::explain_basic,
        )
        .source("B09 4.10"),
    any_size("swordfish", "Swordfish", Hard, 150, "0301").searching(
        Digits(|grid, digit, steps| lines::find::<3, 3>(grid, digit, Basic, steps)),
        fish::explain_basic,
    ),
    any_size("jellyfish", "Jellyfish", Hard, 160, "0302").searching(
        Digits(|grid, digit, steps| lines::find::<4, 4>(grid, digit, Basic, steps)),
        fish::explain_basic,
    ),
    row("skyscraper", "Skyscraper", Hard, 130, "0400")
        .searching(Digits(turbot::skyscrapers), turbot::explain),
    row("two-string-kite", "2-String Kite", Hard, 150, "0401 0404")
        .searching(Digits(turbot::kites), turbot::explain),
    row("turbot-fish", "Turbot Fish", Hard, 120, "0403")
        .searching(Digits(turbot::turbots), turbot::explain),
    row("empty-rectangle", "Empty Rectangle", Hard, 120, "0402 0402-1 0405")
        .searching(Digits(empty_rectangle::find), empty_rectangle::explain),
    row("simple-colors", "Simple Colors", Hard, 150, "0500 0501")
        .searching(Digits(colors::find), colors::explain),
    row("multi-colors", "Multi Colors", Hard, 200, "0502 0503")
        .searching(Digits(multi_colors::find), multi_colors::explain),
    any_size("xy-wing", "XY-Wing", Hard, 160, "0800")
        .by(xy_wing::find, xy_wing::explain)
        .source("B09 4.11, Y-Wing"),
    row("xyz-wing", "XYZ-Wing", Hard, 180, "0801").by(xyz_wing::find, xyz_wing::explain),
    row("w-wing", "W-Wing", Hard, 150, "0803").by(w_wing::find, w_wing::explain),
    hodoku("remote-pair", "Remote Pair", Hard, 110, "0703")
        .by(remote_pair::find, remote_pair::explain),
    row("y-wing-chain", "Y-Wing Chain", Hard, 200, "")
        .by(y_wing_chain::find, y_wing_chain::explain)
        .source("B09 4.11"),
    row("multivalue-x-wing", "Multivalue X-Wing", Hard, 200, "")
        .by(multivalue_x_wing::find, multivalue_x_wing::explain)
        .source("B09 4.10"),
    row("unique-rectangle-1", "Unique Rectangle 1", Hard, 100, "0600")
        .by(unique_rectangle::type_1, unique_rectangle::explain)
        .uniqueness(),
    row("unique-rectangle-2", "Unique Rectangle 2", Hard, 100, "0601")
        .by(unique_rectangle::type_2, unique_rectangle::explain)
        .uniqueness(),
    row("unique-rectangle-3", "Unique Rectangle 3", Hard, 100, "0602")
        .by(unique_rectangle::type_3, unique_rectangle::explain)
        .uniqueness(),
    row("unique-rectangle-4", "Unique Rectangle 4", Hard, 100, "0603")
        .by(unique_rectangle::type_4, unique_rectangle::explain)
        .uniqueness(),
    row("unique-rectangle-5", "Unique Rectangle 5", Hard, 100, "0604")
        .by(unique_rectangle::type_5, unique_rectangle::explain)
        .uniqueness(),
    row("unique-rectangle-6", "Unique Rectangle 6", Hard, 100, "0605")
        .by(unique_rectangle::type_6, unique_rectangle::explain)
        .uniqueness(),
    row("hidden-rectangle", "Hidden Rectangle", Hard, 100, "0606")
        .by(hidden_rectangle::find, hidden_rectangle::explain)
        .uniqueness(),
    row("avoidable-rectangle-1", "Avoidable Rectangle 1", Hard, 100, "0607")
        .by(avoidable_rectangle::type_1, avoidable_rectangle::explain_1)
        .uniqueness(),
    row("avoidable-rectangle-2", "Avoidable Rectangle 2", Hard, 100, "0608")
        .by(avoidable_rectangle::type_2, avoidable_rectangle::explain_2)
        .uniqueness(),
    row("bug-plus-one", "Bivalue Universal Grave + 1", Hard, 100, "0610")
        .by(bug::find, bug::explain)
        .uniqueness(),
    any_size("finned-x-wing", "Finned X-Wing", Hard, 130, "0310 03101").searching(
        Digits(|grid, digit, steps| lines::find::<2, 2>(grid, digit, Finned, steps)),
        fish::explain_finned,
    ),
    any_size("sashimi-x-wing", "Sashimi X-Wing", Hard, 150, "0320 03201").searching(
        Digits(|grid, digit, steps| lines::find::<2, 2>(grid, digit, Sashimi, steps)),
        fish::explain_finned,
    ),
    any_size("finned-swordfish", "Finned Swordfish", Unfair, 200, "0311 03111").searching(
        Digits(|grid, digit, steps| lines::find::<3, 3>(grid, digit, Finned, steps)),
        fish::explain_finned,
    ),
    any_size("sashimi-swordfish", "Sashimi Swordfish", Unfair, 240, "0321 03211").searching(
        Digits(|grid, digit, steps| lines::find::<3, 3>(grid, digit, Sashimi, steps)),
        fish::explain_finned,
    ),
    any_size("finned-jellyfish", "Finned Jellyfish", Unfair, 250, "0312 03121").searching(
        Digits(|grid, digit, steps| lines::find::<4, 4>(grid, digit, Finned, steps)),
        fish::explain_finned,
    ),
    any_size("sashimi-jellyfish", "Sashimi Jellyfish", Unfair, 260, "0322 03221").searching(
        Digits(|grid, digit, steps| lines::find::<4, 4>(grid, digit, Sashimi, steps)),
        fish::explain_finned,
    ),
    row("sue-de-coq", "Sue de Coq", Unfair, 250, "1101")
        .searching(Crossings(sue_de_coq::find), sue_de_coq::explain),
    hodoku("x-chain", "X-Chain", Unfair, 260, "0701")
        .searching(Digits(aic::x_chains), aic::explain),
    hodoku("xy-chain", "XY-Chain", Unfair, 260, "0702").by(aic::xy_chains, aic::explain),
    hodoku("continuous-nice-loop", "Continuous Nice Loop", Unfair, 280, "0706")
        .by(|grid, steps| continuous::find(grid, Kind::All, steps), continuous::explain),
    hodoku("discontinuous-nice-loop", "Discontinuous Nice Loop", Unfair, 280, "0707")
        .by(|grid, steps| discontinuous::find(grid, Kind::All, steps), discontinuous::explain),
    hodoku("aic", "Alternating Inference Chain", Unfair, 280, "0708")
        .by(|grid, steps| aic::find(grid, Kind::All, steps), aic::explain),
    hodoku("grouped-continuous-nice-loop", "Grouped Continuous Nice Loop", Unfair, 300, "0709")
        .by(|grid, steps| continuous::find(grid, Kind::Grouped, steps), continuous::explain),
    hodoku(
        "grouped-discontinuous-nice-loop",
        "Grouped Discontinuous Nice Loop",
        Unfair,
        300,
        "0710",
    )
    .by(|grid, steps| discontinuous::find(grid, Kind::Grouped, steps), discontinuous::explain),
    hodoku("grouped-aic", "Grouped Alternating Inference Chain", Unfair, 300, "0711")
        .by(|grid, steps| aic::find(grid, Kind::Grouped, steps), aic::explain),
    hodoku("als-xz", "ALS-XZ", Unfair, 300, "0901").by(als::xz, als::explain),
    hodoku("als-xy-wing", "ALS-XY-Wing", Unfair, 320, "0902").by(als::xy_wing, als::explain),
    hodoku("als-xy-chain", "ALS-XY-Chain", Unfair, 340, "0903").by(als::xy_chain, als::explain),
    hodoku("death-blossom", "Death Blossom", Unfair, 360, "0904")
        .by(death_blossom::find, death_blossom::explain),
    hodoku(
        "als-continuous-nice-loop",
        "Continuous Nice Loop with Almost Locked Sets",
        Unfair,
        300,
        "0709-2",
    )
    .by(|grid, steps| continuous::find(grid, Kind::Sets, steps), continuous::explain),
    hodoku(
        "als-discontinuous-nice-loop",
        "Discontinuous Nice Loop with Almost Locked Sets",
        Unfair,
        300,
        "0710-3 0710-4",
    )
    .by(|grid, steps| discontinuous::find(grid, Kind::Sets, steps), discontinuous::explain),
    hodoku(
        "als-aic",
        "Alternating Inference Chain with Almost Locked Sets",
        Unfair,
        300,
        "0711-3 0711-4",
    )
    .by(|grid, steps| aic::find(grid, Kind::Sets, steps), aic::explain),
    any_size("larger-fish", "Larger Fish", Unfair, 470, "0303 0304 0305")
        .by(lines::larger, fish::explain_basic)
        .on_request(),
    row(
        "larger-finned-fish",
        "Larger Finned Fish",
        Unfair,
        470,
        "0313 0314 0315 03131 03141 03151",
    )
    .searching(
        Digits(|grid, digit, steps| lines::find::<5, 7>(grid, digit, Finned, steps)),
        fish::explain_finned,
    )
    .on_request(),
    row(
        "larger-sashimi-fish",
        "Larger Sashimi Fish",
        Unfair,
        470,
        "0323 0324 0325 03231 03241 03251",
    )
    .searching(
        Digits(|grid, digit, steps| lines::find::<5, 7>(grid, digit, Sashimi, steps)),
        fish::explain_finned,
    )
    .on_request(),
    row("general-x-wing", "Generalised X-Wing", Hard, 140, "")
        .by(general_x_wing::find, general_x_wing::explain)
        .source("B09 4.10")
        .on_request(),
    row("franken-x-wing", "Franken X-Wing", Unfair, 300, "0330")
        .by(|grid, steps| houses::find(grid, Franken, 2..=2, false, steps), fish::explain_complex),
    row("franken-swordfish", "Franken Swordfish", Unfair, 350, "0331")
        .by(|grid, steps| houses::find(grid, Franken, 3..=3, false, steps), fish::explain_complex),
    row("franken-jellyfish", "Franken Jellyfish", Unfair, 370, "0332")
        .by(|grid, steps| houses::find(grid, Franken, 4..=4, false, steps), fish::explain_complex)
        .on_request(),
    row("finned-franken-x-wing", "Finned Franken X-Wing", Unfair, 390, "0340 03401")
        .by(|grid, steps| houses::find(grid, Franken, 2..=2, true, steps), fish::explain_complex)
        .on_request(),
    row("finned-franken-swordfish", "Finned Franken Swordfish", Unfair, 410, "0341 03411")
        .by(|grid, steps| houses::find(grid, Franken, 3..=3, true, steps), fish::explain_complex)
        .on_request(),
    row("finned-franken-jellyfish", "Finned Franken Jellyfish", Unfair, 430, "0342 03421")
        .by(|grid, steps| houses::find(grid, Franken, 4..=4, true, steps), fish::explain_complex)
        .on_request(),
    row("mutant-x-wing", "Mutant X-Wing", Extreme, 450, "0350")
        .by(|grid, steps| houses::find(grid, Mutant, 2..=2, false, steps), fish::explain_complex)
        .on_request(),
    row("mutant-swordfish", "Mutant Swordfish", Extreme, 450, "0351")
        .by(|grid, steps| houses::find(grid, Mutant, 3..=3, false, steps), fish::explain_complex)
        .on_request(),
    row("mutant-jellyfish", "Mutant Jellyfish", Extreme, 450, "0352")
        .by(|grid, steps| houses::find(grid, Mutant, 4..=4, false, steps), fish::explain_complex)
        .on_request(),
    row("finned-mutant-x-wing", "Finned Mutant X-Wing", Extreme, 470, "0360 03601")
        .by(|grid, steps| houses::find(grid, Mutant, 2..=2, true, steps), fish::explain_complex)
        .on_request(),
    row("finned-mutant-swordfish", "Finned Mutant Swordfish", Extreme, 470, "0361 03611")
        .by(|grid, steps| houses::find(grid, Mutant, 3..=3, true, steps), fish::explain_complex)
        .on_request(),
    row("finned-mutant-jellyfish", "Finned Mutant Jellyfish", Extreme, 470, "0362 03621")
        .by(|grid, steps| houses::find(grid, Mutant, 4..=4, true, steps), fish::explain_complex)
        .on_request(),
    row("larger-franken-fish", "Larger Franken Fish", Extreme, 470, "0333 0334 0335")
        .by(|grid, steps| houses::find(grid, Franken, 5..=7, false, steps), fish::explain_complex)
        .on_request(),
    row(
        "larger-finned-franken-fish",
        "Larger Finned Franken Fish",
        Extreme,
        470,
        "0343 0344 0345 03431 03441 03451",
    )
    .by(|grid, steps| houses::find(grid, Franken, 5..=7, true, steps), fish::explain_complex)
    .on_request(),
    row("larger-mutant-fish", "Larger Mutant Fish", Extreme, 470, "0353 0354 0355")
        .by(|grid, steps| houses::find(grid, Mutant, 5..=7, false, steps), fish::explain_complex)
        .on_request(),
    row(
        "larger-finned-mutant-fish",
        "Larger Finned Mutant Fish",
        Extreme,
        470,
        "0363 0364 0365 03631 03641 03651",
    )
    .by(|grid, steps| houses::find(grid, Mutant, 5..=7, true, steps), fish::explain_complex)
    .on_request(),
    hodoku("kraken-fish-1", "Kraken Fish Type 1", Extreme, 500, "0371")
        .by(kraken::type_1, kraken::explain_1),
    hodoku("kraken-fish-2", "Kraken Fish Type 2", Extreme, 500, "0372")
        .by(kraken::type_2, kraken::explain_2),
    row("nishio", "Nishio", Extreme, 500, "").by(nishio::find, nishio::explain).source("B09 4.11"),
    hodoku("cell-forcing-chain", "Cell Forcing Chain", Extreme, 500, "1302")
        .by(forcing::cell_verities, forcing::explain_verity),
    hodoku("house-forcing-chain", "House Forcing Chain", Extreme, 500, "1302")
        .by(forcing::house_verities, forcing::explain_verity),
    hodoku("forcing-chain-contradiction", "Forcing Chain Contradiction", Extreme, 500, "1301")
        .by(forcing::contradictions, forcing::explain_contradiction),
    row("refute-1", "Refutation by Singles", Extreme, 700, "")
        .by(refute::find::<1>, refute::explain::<1>)
        .source("Berthier 2007, T&E(1)")
        .nine_only(),
    hodoku("cell-forcing-net", "Cell Forcing Net", Extreme, 700, "")
        .by(forcing_net::cells, forcing_net::explain_cell)
        .nine_only(),
    hodoku("house-forcing-net", "House Forcing Net", Extreme, 700, "")
        .by(forcing_net::houses, forcing_net::explain_house)
        .nine_only(),
    row("refute-2", "Refutation by Refutations", Extreme, 10_000, "")
        .by(refute::find::<2>, refute::explain::<2>)
        .source("Berthier 2007, T&E(2)")
        .nine_only(),
    row("refute-3", "Refutation of Depth Three", Extreme, 10_000, "")
        .by(refute::find::<3>, refute::explain::<3>)
        .source("Berthier 2007, T&E(3)")
        .nine_only(),
    row("template-set", "Template Set", Extreme, 10_000, "1201")
        .by(template::set, template::explain)
        .on_request(),
    row("template-delete", "Template Delete", Extreme, 10_000, "1202")
        .by(template::delete, template::explain)
        .on_request(),
    row("aligned-pair-exclusion", "Aligned Pair Exclusion", Unfair, 250, "")
        .by(aligned_pair::find, aligned_pair::explain)
        .source("Sudoku Explainer 1.2.1")
        .on_request(),
    any_size("pointing-b09", "Pointing Pair of B09's Program", Medium, 50, "")
        .searching(Surroundings(locked::pointing_b09), locked::explain)
        .source("B09 4.8, last paragraph")
        .on_request(),
    any_size("claiming-b09", "Box Line Reduction of B09's Program", Medium, 50, "")
        .searching(Surroundings(locked::claiming_b09), locked::explain)
        .source("B09 4.9, after 4.8")
        .on_request(),
    any_size("xy-wing-b09", "Y-Wing of B09's Program", Hard, 160, "")
        .by(xy_wing::find_b09, xy_wing::explain)
        .source("B09 4.11, the program")
        .on_request(),
];

/// Visits every step of a strategy on a grid until the visitor breaks or the search is
/// [stopped](Studied::stopped).
pub fn visit_steps(
    strategy: &Strategy,
    grid: &Studied<'_>,
    visit: &mut dyn FnMut(Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    search(strategy, None, grid, visit)
}

/// The same; with its place in the table the grid's memory is asked and told.
fn search(
    strategy: &Strategy,
    place: Option<usize>,
    grid: &Studied<'_>,
    visit: &mut dyn FnMut(Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !strategy.sizes.contains(grid.layout()) {
        return ControlFlow::Continue(());
    }
    strategy.search.find(grid, &mut Steps::new(grid, place, visit))
}

/// The first step of a strategy on a grid. None if there is none or the search was
/// [stopped](Studied::stopped).
pub fn find_first(strategy: &Strategy, grid: &Studied<'_>) -> Option<Step> {
    first(strategy, None, grid)
}

/// The same of the strategy at a place in [`STRATEGIES`], with the grid's memory.
pub(super) fn find_first_at(place: usize, grid: &Studied<'_>) -> Option<Step> {
    first(&STRATEGIES[place], Some(place), grid)
}

fn first(strategy: &Strategy, place: Option<usize>, grid: &Studied<'_>) -> Option<Step> {
    let mut first = None;
    let _ = search(strategy, place, grid, &mut |step| {
        first = Some(step);
        ControlFlow::Break(())
    });
    first
}

/// Every step of a strategy on a grid, or those found before the search was
/// [stopped](Studied::stopped).
pub fn find_all(strategy: &Strategy, grid: &Studied<'_>) -> Vec<Step> {
    let mut all = Vec::new();
    let _ = visit_steps(strategy, grid, &mut |step| {
        all.push(step);
        ControlFlow::Continue(())
    });
    all
}
