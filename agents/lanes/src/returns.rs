//! Returns: what a finished match is worth to each seat.

use botwerk_engine::Outcome;

/// Returns the value of an outcome for each seat, from -1 to 1: the share of the other seats with a worse
/// place minus the share of those with a better one. A seat that plays alone has 1 for a match won, with a
/// point, and -1 otherwise.
///
/// ```
/// use botwerk_engine::Outcome;
/// use botwerk_lanes::returns;
///
/// let outcome = Outcome::ranked(&[3, 5, 5, 1], vec![], "MR-26");
/// let values: Vec<f32> = returns(&outcome).collect();
/// assert_eq!(values, [-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, -1.0]);
/// let alone = Outcome::ranked(&[0], vec![1], "DR-37");
/// assert_eq!(returns(&alone).collect::<Vec<_>>(), [1.0]);
/// ```
pub fn returns(outcome: &Outcome) -> impl Iterator<Item = f32> {
    let places = &outcome.places;
    let others = places.len().saturating_sub(1);
    let has_won_alone = outcome.points.first().is_some_and(|points| *points > 0);
    places.iter().map(move |place| {
        if others == 0 {
            return if has_won_alone { 1.0 } else { -1.0 };
        }
        let worse = places.iter().filter(|other| *other > place).count();
        let better = places.iter().filter(|other| *other < place).count();
        (worse as f32 - better as f32) / others as f32
    })
}
