//! What viewers are told: numbered reports, which depend on the events of the match alone.
//!
//! Reports are not kept. Whoever missed some is told them again from the events, so their numbers
//! and contents are the same after a restart, and a room is small however long its match is.

use botwerk_engine::{Actor, Event, Referee, Seat, Viewer};
use botwerk_proto::v1 as proto;

use crate::wire::{Wire, actor_message};

/// Somebody who is told: the seat with this number, or all spectators together.
pub(super) type Listener = Option<usize>;

/// A request that a seat was told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    /// The seat's number of the request.
    pub(super) turn: u32,
    /// The seat's acts in that turn so far; each one that leaves the turn open is asked for anew.
    pub(super) act: u32,
    /// The number of the report.
    pub(super) seq: u64,
}

/// What one listener is told of events that belong together.
#[derive(Debug)]
pub(super) struct News {
    pub(super) listener: Listener,
    pub(super) update: Option<proto::Update>,
    pub(super) request: Option<Told>,
}

/// Tells a match from its start to wherever it stands.
#[derive(Debug, Clone)]
pub(super) struct Narrator<G: Wire> {
    /// The match as far as it was told.
    shown: Referee<G>,
    seats: Vec<Place>,
    spectators: Place,
}

/// How far a listener was told.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// Whether anybody may listen here: nobody tells a bundled player.
    listens: bool,
    seq: u64,
    told: Option<Told>,
}

impl<G: Wire> Narrator<G> {
    /// A narrator at the start of a match; `listens` says of each seat whether it can be joined.
    ///
    /// What the start position itself asks is numbered at once, before anything has happened.
    pub(super) fn new(start: Referee<G>, listens: impl Iterator<Item = bool>) -> Self {
        let place = |listens| Place {
            listens,
            ..Place::default()
        };
        let mut narrator = Self {
            shown: start,
            seats: listens.map(place).collect(),
            spectators: place(true),
        };
        narrator.tell(&[], |_| false);
        narrator
    }

    /// The match as far as it was told.
    pub(super) fn shown(&self) -> &Referee<G> {
        &self.shown
    }

    /// The number of a listener's last report.
    pub(super) fn seq(&self, listener: Listener) -> u64 {
        listener
            .map_or(self.spectators, |seat| self.seats[seat])
            .seq
    }

    /// The latest request that a seat was told of.
    pub(super) fn told(&self, seat: usize) -> Option<Told> {
        self.seats[seat].told
    }

    /// Who may know what a listener may know.
    pub(super) fn viewer(listener: Listener) -> Viewer {
        let seat = listener.and_then(Seat::new);
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// The hash of what a listener may know.
    pub(super) fn view_hash(&self, listener: Listener) -> u64 {
        let view = self.shown.view(Self::viewer(listener));
        self.shown.game().view_hash(&view)
    }

    /// Tells events that belong together, and what is asked after them, to whoever `hears`; for
    /// all others reports are only numbered.
    pub(super) fn tell(
        &mut self,
        events: &[Event<G::Action>],
        hears: impl Fn(Listener) -> bool,
    ) -> Vec<News> {
        let mut news = self.seen(events, &hears);
        let owing = self.shown.owing();
        for news in &mut news {
            let heard = news.update.is_some() && hears(news.listener);
            let view_hash = heard.then(|| self.view_hash(news.listener));
            let place = match news.listener {
                Some(seat) => &mut self.seats[seat],
                None => &mut self.spectators,
            };
            if let Some(update) = &mut news.update {
                place.seq += 1;
                update.seq = place.seq;
                update.view_hash = view_hash.unwrap_or(0);
            }
            let seat = news.listener.and_then(Seat::new);
            let Some(seat) = seat.filter(|seat| owing.contains(*seat)) else {
                continue;
            };
            let (turn, act) = (self.shown.turn(seat), self.shown.acts(seat));
            if place
                .told
                .is_none_or(|told| (told.turn, told.act) != (turn, act))
            {
                place.seq += 1;
                place.told = Some(Told {
                    turn,
                    act,
                    seq: place.seq,
                });
                news.request = place.told;
            }
        }
        let says = |news: &News| news.update.is_some() || news.request.is_some();
        news.retain(|news| says(news) && hears(news.listener));
        news
    }

    /// What each listener may see of events; of what nobody hears only that there is something.
    fn seen(
        &mut self,
        events: &[Event<G::Action>],
        hears: &impl Fn(Listener) -> bool,
    ) -> Vec<News> {
        let game = self.shown.game().clone();
        let mut seen: Vec<_> = (0..self.seats.len())
            .map(Some)
            .chain([None])
            .map(|listener| News {
                listener,
                update: None,
                request: None,
            })
            .collect();
        for event in events {
            for news in &mut seen {
                let listens = news.listener.is_none_or(|seat| self.seats[seat].listens);
                let viewer = Self::viewer(news.listener);
                let shown = listens.then(|| {
                    game.visible_action(self.shown.state(), viewer, event.actor, event.action)
                });
                if let Some(action) = shown.flatten() {
                    let update = news.update.get_or_insert_default();
                    if !hears(news.listener) {
                        continue;
                    }
                    update.events.push(proto::EventInfo {
                        actor: Some(actor_message(event.actor)),
                        action: Some(G::action_message(action)),
                        text: game.format_action(action),
                    });
                }
            }
            if let Err(error) = self.shown.replay(event) {
                // The event was applied to the match itself before, so it applies here.
                tracing::error!(%error, "viewers are shown another match");
            }
        }
        seen
    }
}

/// Events in groups that are told together.
pub(super) fn groups<A>(events: &[Event<A>]) -> impl Iterator<Item = &[Event<A>]> {
    events.chunk_by(belongs_to)
}

/// Whether an event is told together with the one before it: chance with what it follows, and the
/// actions of one act.
fn belongs_to<A>(before: &Event<A>, event: &Event<A>) -> bool {
    let act = |event: &Event<A>| event.answer.map(|answer| (answer.turn, answer.act));
    let same_act = event.actor == before.actor && act(event).is_some() && act(event) == act(before);
    event.actor == Actor::Chance || same_act
}
