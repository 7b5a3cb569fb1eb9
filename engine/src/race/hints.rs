//! Hints for a person who searches for a route.

/// What an action of a turn says of a route with moves `M`.
pub(crate) enum RoutePart<M> {
    /// It announces the cost of a route.
    Cost(u8),
    /// It is the next move of a route.
    Move(M),
    /// Neither.
    Other,
}

/// Returns the announced cost, if there is one, and the moves of the route that these turns announce or
/// show. Returns `None` if they begin with anything else.
pub(crate) fn planned_route<A, M>(
    turns: &[Vec<A>],
    part: impl Fn(&A) -> RoutePart<M>,
) -> Option<(Option<u32>, Vec<M>)> {
    let mut parts = turns.iter().flatten().map(part);
    let (cost, first) = match parts.next()? {
        RoutePart::Cost(cost) => (Some(cost.into()), None),
        RoutePart::Move(first) => (None, Some(first)),
        RoutePart::Other => return None,
    };
    let moves = parts.filter_map(|part| match part {
        RoutePart::Move(next) => Some(next),
        RoutePart::Cost(_) | RoutePart::Other => None,
    });
    Some((cost, first.into_iter().chain(moves).collect()))
}

/// Returns hints for a route, each revealing more than the one before: its cost unless that is known
/// already, what the game says `about` it, its first move, and all its moves.
pub(crate) fn route_hints(
    cost: Option<u32>,
    about: Option<String>,
    moves: &[String],
) -> Vec<String> {
    let cost = cost.map(|cost| match cost {
        1 => "1 move".to_owned(),
        cost => format!("{cost} moves"),
    });
    let next = moves.first().map(|first| format!("next: {first}"));
    let all = (moves.len() > 1).then(|| format!("all: {}", moves.join(" ")));
    cost.into_iter()
        .chain(about)
        .chain(next)
        .chain(all)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_reveal_more_and_more() {
        let moves = ["rN", "gE"].map(str::to_owned);
        let hints = route_hints(Some(2), Some("green moves last".into()), &moves);
        assert_eq!(
            hints,
            ["2 moves", "green moves last", "next: rN", "all: rN gE"]
        );
        assert_eq!(route_hints(None, None, &moves[..1]), ["next: rN"]);
        assert_eq!(route_hints(Some(1), None, &[]), ["1 move"]);
    }
}
