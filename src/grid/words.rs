//! Sets of the cells and digits of 9×9 grids as bare machine words, for `ser` and `hodoku`, which
//! keep their boards so: a cell or digit is a bit, counted from 0.

/// The elements of a set of cells, least first.
pub fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        least
    })
}

/// The elements of a set of up to 16, least first.
pub fn members(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        least
    })
}

/// The cells that are in exactly two of these sets.
pub fn in_two(sets: [u128; 9]) -> u128 {
    let (mut one, mut two, mut more) = (0, 0, 0);
    for set in sets {
        more |= two & set;
        two |= one & set;
        one |= set;
    }
    two & !more
}
