//! The rounds of games with a race: announcements, passes, shows, and what follows a wrong show.

use super::numbers::AnnouncedNumbers;
use super::state::{Phase, Race, Show, State, View};
use super::{RaceOptions, RaceRuleIds};
use crate::chance::StableRng;
use crate::game::{Deadline, IllegalAction, Outcome, Viewer};
use crate::seat::{Seat, Seats};

/// What an action has done to a position.
pub(crate) type Applied = Result<(), IllegalAction>;

/// Returns the error of an action that breaks a rule.
pub(crate) fn illegal<T>(
    rule: &'static str,
    message: impl Into<std::borrow::Cow<'static, str>>,
) -> Result<T, IllegalAction> {
    Err(IllegalAction::new(rule, message))
}

/// The public part of a position, as far as rounds depend on the game.
pub trait Table: Clone {
    /// The moves of a show.
    type Route: Clone;

    /// The ids of the rules of the race.
    const RULES: RaceRuleIds;

    /// Returns what each seat has won.
    fn won(&self) -> &[u8];

    /// Returns the seats that have not left the match.
    fn playing(&self) -> Seats;

    /// Records that a seat leaves the match.
    fn depart(&mut self, seat: Seat);

    /// Returns a route without moves.
    fn route(&self) -> Self::Route;

    /// Ends a round that nobody has won: after the wrong show of a seat, or without an announcement.
    fn end_round(&mut self, options: &RaceOptions, wrong: Option<Seat>);
}

impl<T: Table> State<T, T::Route> {
    /// Returns the seats that are to act.
    pub(crate) fn seats_to_act(&self) -> Seats {
        match &self.phase {
            Phase::Start | Phase::Target => Seats::EMPTY,
            Phase::Race(race) => race.open_seats(self.table.playing()),
            Phase::Show(show) => Seats::one(show.seat),
        }
    }

    /// Returns the time limit of the phase: of a race without an announcement, or of a show.
    pub(crate) fn deadline<A>(
        &self,
        options: &RaceOptions,
        abandon: A,
        late: impl FnOnce(Seat) -> A,
    ) -> Option<Deadline<A>> {
        let (milliseconds, action) = match &self.phase {
            Phase::Race(race) if race.announced.is_empty() => (options.race_limit, abandon),
            Phase::Show(show) => (options.show_limit, late(show.seat)),
            Phase::Start | Phase::Target | Phase::Race(_) => return None,
        };
        Some(Deadline {
            milliseconds,
            action,
            replaces_flagging: false,
        })
    }

    /// Returns the outcome by what seats have won; those that have left are placed after all others.
    pub(crate) fn outcome(&self, rule: &'static str) -> Outcome {
        let playing = self.table.playing();
        let points: Vec<_> = self.table.won().iter().copied().map(i32::from).collect();
        let rank = |(seat, points): (Seat, &i32)| {
            if playing.contains(seat) { *points } else { -1 }
        };
        let seats = Seat::all(points.len());
        let ranks: Vec<_> = seats.zip(&points).map(rank).collect();
        Outcome::ranked(&ranks, points, rule)
    }

    /// A seat announces a number. Without overtime the first number ends the race.
    pub(crate) fn say(&mut self, options: &RaceOptions, seat: Seat, number: u8) -> Applied {
        let playing = self.table.playing();
        let Phase::Race(race) = &mut self.phase else {
            return illegal(
                T::RULES.announcement,
                "numbers are announced only in a race",
            );
        };
        check_playing::<T>(playing, seat)?;
        check_open::<T>(race, seat)?;
        options.check_announcement(number, &T::RULES)?;
        if let Some(last) = race.announced.number_of(seat)
            && number >= last
        {
            let message = format!("expected a number lower than {last}, found {number}");
            return Err(IllegalAction::without_penalty(T::RULES.overtime, message));
        }
        race.announced.announce(seat, number);
        if options.overtime.is_none() {
            self.start_shows(options);
        }
        Ok(())
    }

    /// A seat passes, which is final. The race ends once all have passed.
    pub(crate) fn pass(&mut self, options: &RaceOptions, seat: Seat) -> Applied {
        check_playing::<T>(self.table.playing(), seat)?;
        let Phase::Race(race) = &mut self.phase else {
            return illegal(T::RULES.pass, "a seat passes only in a race");
        };
        check_open::<T>(race, seat)?;
        race.passed = race.passed.with(seat);
        self.end_race_if_all_passed(options);
        Ok(())
    }

    /// Returns the public part of the position and the show of a seat.
    pub(crate) fn show_of_seat(
        &mut self,
        seat: Seat,
    ) -> Result<(&T, &mut Show<T::Route>), IllegalAction> {
        match &mut self.phase {
            Phase::Show(show) if show.seat == seat => Ok((&self.table, show)),
            _ => illegal(T::RULES.show, format!("seat {seat} has nothing to show")),
        }
    }

    /// Ends the show of a seat before it is complete, so that it is wrong.
    pub(crate) fn end_show(&mut self, options: &RaceOptions, seat: Seat) -> Applied {
        self.show_of_seat(seat)?;
        self.fail_show(options);
        Ok(())
    }

    /// Ends a wrong show: the next announced number is shown, or the round ends.
    pub(crate) fn fail_show(&mut self, options: &RaceOptions) {
        let Phase::Show(show) = &mut self.phase else {
            return;
        };
        let (seat, remaining) = (show.seat, std::mem::take(&mut show.remaining));
        self.show_first(options, remaining, Some(seat));
    }

    /// The referee ends a round without an announcement.
    pub(crate) fn abandon_round(&mut self, options: &RaceOptions) -> Applied {
        match &self.phase {
            Phase::Race(race) if race.announced.is_empty() => {
                self.start_shows(options);
                Ok(())
            }
            _ => illegal(
                T::RULES.race_limit,
                "only a round without an announcement is abandoned",
            ),
        }
    }

    /// The referee ends the overtime of a race.
    pub(crate) fn close_race(&mut self, options: &RaceOptions) -> Applied {
        match &self.phase {
            Phase::Race(race) if !race.announced.is_empty() => {
                self.start_shows(options);
                Ok(())
            }
            _ => illegal(
                T::RULES.overtime,
                "only a race with an announcement is closed",
            ),
        }
    }

    /// A seat leaves the match. Its show is wrong.
    pub(crate) fn leave(&mut self, options: &RaceOptions, seat: Seat) -> Applied {
        check_playing::<T>(self.table.playing(), seat)?;
        self.table.depart(seat);
        if matches!(&self.phase, Phase::Show(show) if show.seat == seat) {
            self.fail_show(options);
        }
        self.end_race_if_all_passed(options);
        Ok(())
    }

    fn end_race_if_all_passed(&mut self, options: &RaceOptions) {
        if let Phase::Race(race) = &self.phase
            && race.have_all_passed(self.table.playing())
        {
            self.start_shows(options);
        }
    }

    /// Ends a race: the lowest number of a seat that has not left is shown first.
    fn start_shows(&mut self, options: &RaceOptions) {
        let Phase::Race(race) = &self.phase else {
            return;
        };
        let announced = race.announced.in_order_of_show();
        self.show_first(options, announced, None);
    }

    /// Starts the show of the first number whose seat has not left. Without one the round ends, after the wrong
    /// show of a seat if there was one.
    fn show_first(
        &mut self,
        options: &RaceOptions,
        mut announced: AnnouncedNumbers,
        wrong: Option<Seat>,
    ) {
        self.phase = match announced.take_first(self.table.playing()) {
            Some(first) => Phase::Show(Show::new(first, self.table.route(), announced)),
            None => {
                self.table.end_round(options, wrong);
                Phase::Target
            }
        };
    }
}

impl<T: Table> State<T, T::Route> {
    /// Removes the passes of which a viewer does not know.
    pub(crate) fn hide_passes(&mut self, viewer: Viewer) {
        if let Phase::Race(race) = &mut self.phase {
            let is_known = |seat: &Seat| viewer == Viewer::Seat(*seat);
            race.passed = race.passed.filter(is_known).collect();
        }
    }

    /// Samples which seats other than the viewer have passed, but never all, which would have ended the race.
    pub(crate) fn sample_passes(&mut self, viewer: Viewer, generator: &mut StableRng) {
        let Phase::Race(race) = &mut self.phase else {
            return;
        };
        let playing = self.table.playing();
        let is_hidden = |seat: &Seat| viewer != Viewer::Seat(*seat);
        for seat in race.open_seats(playing).filter(is_hidden) {
            if generator.below(2) == 0 && race.open_seats(playing).len() > 1 {
                race.passed = race.passed.with(seat);
            }
        }
    }
}

fn check_playing<T: Table>(playing: Seats, seat: Seat) -> Applied {
    if playing.contains(seat) {
        return Ok(());
    }
    let message = format!("seat {seat} is not in the match");
    illegal(T::RULES.departure, message)
}

/// Checks that a seat may still announce or pass.
fn check_open<T: Table>(race: &Race, seat: Seat) -> Applied {
    if race.passed.contains(seat) {
        return illegal(T::RULES.pass, "the seat has passed this round");
    }
    Ok(())
}

impl<T: Table> View<T, T::Route> {
    /// Samples a position that has this view.
    pub(crate) fn sample_state(&self, generator: &mut StableRng) -> State<T, T::Route> {
        let mut state = self.minimal_state();
        state.sample_passes(self.viewer, generator);
        state
    }
}
