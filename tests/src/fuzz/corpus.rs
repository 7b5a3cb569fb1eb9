//! Texts of the games, and mutations of them.

use std::sync::OnceLock;

use arbitrary::{Result, Unstructured};
use botwerk_agents::{AgentSpec, Roster, arena};
use botwerk_engine::record::{ClockKind, EventLine, Header, Record, RecordedSeat, SeedOrigin};
use botwerk_engine::{GameId, Options, Referee, RootSeed, Viewer, with_game};

/// Texts inserted by a mutation.
const SNIPPETS: [&str; 20] = [
    "0",
    "1",
    "-1",
    "25",
    "64",
    "255",
    "256",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "-",
    " ",
    ",",
    ":",
    "=",
    " ; ",
    " / ",
    "\n",
    "é",
    "\u{1f916}",
];

/// Maximum number of edits of a text.
const MAX_EDITS: usize = 4;

/// Texts and records of one game.
#[derive(Debug)]
pub(super) struct GameCorpus {
    pub(super) id: GameId,
    /// Texts of every kind: positions, actions, options, agents, seeds.
    pub(super) texts: Vec<String>,
    /// Positions of matches, from start to end.
    pub(super) positions: Vec<String>,
    /// Actions of seats and of chance.
    pub(super) actions: Vec<String>,
    /// Names and default values of options.
    pub(super) options: Vec<String>,
    pub(super) values: Vec<String>,
    /// Names of built-in agents.
    pub(super) agents: Vec<String>,
    /// Records of matches between built-in agents.
    pub(super) records: Vec<Record>,
}

/// Returns the texts of every game.
pub(super) fn games() -> &'static [GameCorpus] {
    static GAMES: OnceLock<Vec<GameCorpus>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let collect_by_id = |id: &GameId| with_game!(*id, G => collect::<G>());
        GameId::BUILT_IN.iter().map(collect_by_id).collect()
    })
}

/// Returns the texts of one game.
pub(super) fn for_game(id: GameId) -> &'static GameCorpus {
    let corpus = games().iter().find(|corpus| corpus.id == id);
    corpus.unwrap()
}

/// Generates a text: an arbitrary one, one of `texts`, or a mutation of one.
pub(super) fn text(source: &mut Unstructured<'_>, texts: &[String]) -> Result<String> {
    if texts.is_empty() || source.ratio(1, 8)? {
        return source.arbitrary();
    }
    let mut text = source.choose(texts)?.clone();
    for _ in 0..source.int_in_range(0..=MAX_EDITS)? {
        let chars = text.chars().count();
        let (from, to) = (char_position(source, chars)?, char_position(source, chars)?);
        let head: String = text.chars().take(from).collect();
        let tail: String = text.chars().skip(to).collect();
        let middle = match source.int_in_range(0..=3)? {
            0 => String::new(),
            1 => (*source.choose(&SNIPPETS)?).to_owned(),
            2 => source.choose(texts)?.clone(),
            _ => source.arbitrary::<char>()?.to_string(),
        };
        text = head + &middle + &tail;
    }
    Ok(text)
}

/// Returns a position in a text of `chars` characters; mostly near the start or the end.
fn char_position(source: &mut Unstructured<'_>, chars: usize) -> Result<usize> {
    let near = source.int_in_range(0..=chars.min(8))?;
    Ok(match source.int_in_range(0..=2)? {
        0 => near,
        1 => chars - near,
        _ => source.int_in_range(0..=chars)?,
    })
}

fn collect<G: Roster>() -> GameCorpus {
    let spec = G::spec();
    let records: Vec<_> = (0..3).map(play_record::<G>).collect();
    let mut corpus = GameCorpus {
        id: G::ID,
        texts: vec![spec.name.to_owned()],
        positions: Vec::new(),
        actions: Vec::new(),
        options: spec.options.iter().map(|o| o.name.to_owned()).collect(),
        values: spec.options.iter().map(|o| o.default.to_owned()).collect(),
        agents: G::roster().iter().map(|p| p.info.name.to_owned()).collect(),
        records: records.clone(),
    };
    for player in G::roster() {
        for setting in player.info.settings {
            let (name, setting, value) = (player.info.name, setting.name, setting.default);
            corpus.texts.push(format!("{name}:{setting}={value}"));
        }
    }
    for record in &records {
        corpus.texts.push(record.header.seed.clone());
        let options = Options::resolve(spec.options, record.header.options.iter()).unwrap();
        let game = G::new(record.header.seats.len(), options).unwrap();
        let mut referee = Referee::new(game, record.header.root_seed().unwrap());
        for line in record.events.iter().take(40) {
            corpus.add_position(&referee);
            corpus.actions.push(line.action.clone());
            let event = line.event(referee.game()).unwrap();
            referee.replay(&event).unwrap();
        }
        corpus.add_position(&referee);
    }
    let parts = [
        &corpus.positions,
        &corpus.actions,
        &corpus.options,
        &corpus.values,
        &corpus.agents,
    ];
    let parts: Vec<_> = parts.into_iter().flatten().cloned().collect();
    corpus.texts.extend(parts);
    corpus.texts.sort();
    corpus.texts.dedup();
    corpus
}

impl GameCorpus {
    /// Adds a position and the spectators' view of it.
    fn add_position<G: Roster>(&mut self, referee: &Referee<G>) {
        let game = referee.game();
        self.positions.push(game.format_position(referee.state()));
        let view = referee.view(Viewer::Spectator);
        self.texts.push(game.format_view(&view));
    }
}

/// Search nodes of the agents; verification repeats their searches often.
pub(super) const AGENT_NODES: u64 = 100;

/// Plays a match between the `number`th built-in agent and the next ones.
fn play_record<G: Roster>(number: usize) -> Record {
    let spec = G::spec();
    let game = G::new(
        spec.min_seats,
        Options::resolve(spec.options, [("", ""); 0]).unwrap(),
    )
    .unwrap();
    let seed = RootSeed::from_text(&number.to_string());
    let roster = G::roster();
    let specs: Vec<AgentSpec> = (0..game.seats())
        .map(|seat| {
            roster[(number + seat) % roster.len()]
                .info
                .with_node_limit(AGENT_NODES)
        })
        .collect();
    let agent = |spec: &AgentSpec| G::agent(spec).unwrap();
    let mut agents: Vec<_> = specs.iter().map(agent).collect();
    let mut events = Vec::new();
    let played = arena::play(&game, seed, &mut agents, &mut events);
    let seat = |spec: &AgentSpec| RecordedSeat {
        name: spec.name.clone(),
        agent: Some(G::recorded_agent(spec).unwrap().to_string()),
    };
    let seats = specs.iter().map(seat).collect();
    let line = |(seq, event)| EventLine::new(&game, seq, event);
    Record {
        header: Header::new(&game, seats, seed, SeedOrigin::Given, ClockKind::Virtual),
        events: (1..).zip(&events).map(line).collect(),
        outcome: Some(played.outcome_line()),
    }
}
