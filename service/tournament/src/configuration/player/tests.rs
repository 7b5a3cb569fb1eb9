//! Texts of players.

use super::*;

fn parse(text: &str) -> Result<Player, PlayerError> {
    Player::parse(text, GameId::BUILT_IN)
}

fn command<const N: usize>(words: [&str; N]) -> LaunchCommand {
    LaunchCommand::new(words.map(str::to_owned).to_vec())
}

#[test]
fn every_kind_of_player_prints_as_it_is_parsed() {
    fn check(game: GameId) {
        for info in game.roster() {
            let name = info.name;
            let settings = format!("{name}:think=0s");
            for text in [name, &settings] {
                let player = Player::parse(text, &[game]).unwrap();
                assert_eq!(player, Player::Agent(text.into()));
                assert_eq!(player.to_string(), text);
            }
            // A program of the same name.
            for (words, text) in [
                (command([name]), format!("'{name}'")),
                (command([&settings, "-v"]), format!("'{settings}' -v")),
                (command([name, "-v"]), format!("{name} -v")),
            ] {
                assert_eq!(Player::Stdio(words.clone()).to_string(), text);
                assert_eq!(parse(&text), Ok(Player::Stdio(words)), "{text}");
            }
        }
    }
    for game in GameId::BUILT_IN {
        check(*game);
    }
    for (text, player) in [
        ("./bot", Player::Stdio(command(["./bot"]))),
        (
            "python3 'my bots/bot.py'",
            Player::Stdio(command(["python3", "my bots/bot.py"])),
        ),
        ("grpc:./bot -v", Player::Command(command(["./bot", "-v"]))),
        ("grpc:random", Player::Command(command(["random"]))),
        ("grpc:grpc:x", Player::Command(command(["grpc:x"]))),
        ("bot:guest", Player::Bot("guest".into())),
        ("bot: a 'b", Player::Bot(" a 'b".into())),
        ("bot:bot:x", Player::Bot("bot:x".into())),
        ("'bot:x' y", Player::Stdio(command(["bot:x", "y"]))),
        ("'grpc'", Player::Stdio(command(["grpc"]))),
        ("Bot:x", Player::Stdio(command(["Bot:x"]))),
    ] {
        assert_eq!(parse(text), Ok(player.clone()), "{text}");
        assert_eq!(player.to_string(), text);
    }
}

#[test]
fn agents_are_those_of_the_games() {
    let [first, second, ..] = GameId::BUILT_IN else {
        panic!("one game")
    };
    let own = |game: GameId| -> Vec<&str> {
        fn names(game: GameId) -> Vec<&'static str> {
            game.roster().iter().map(|info| info.name).collect()
        }
        names(game)
    };
    let (first_names, second_names) = (own(*first), own(*second));
    let foreign = second_names.iter().find(|it| !first_names.contains(it));
    let foreign = *foreign.unwrap();
    let program = Player::Stdio(command([foreign]));
    assert_eq!(Player::parse(foreign, &[*first]), Ok(program));
    assert_eq!(parse(foreign), Ok(Player::Agent(foreign.into())));
}

#[test]
fn text_without_a_player_is_an_error() {
    for (text, error) in [
        ("", PlayerError::Empty),
        (" \t\n", PlayerError::Empty),
        ("# a comment", PlayerError::Empty),
        ("grpc:", PlayerError::Empty),
        ("grpc", PlayerError::Empty),
        ("grpc: ", PlayerError::Empty),
        ("bot", PlayerError::NoBot),
        ("bot:", PlayerError::NoBot),
        ("./bot 'a", PlayerError::Unclosed),
        ("grpc:./bot \"a", PlayerError::Unclosed),
        ("./bot\\", PlayerError::Unclosed),
        ("./bot\0", PlayerError::Nul),
        ("grpc:./bot 'a\0'", PlayerError::Nul),
    ] {
        assert_eq!(parse(text), Err(error), "{text:?}");
    }
}

#[test]
fn stored_players_print_as_one_line_without_control_characters() {
    let hostile = "a\0b\u{1b}[2J\nc";
    for player in [
        Player::Agent(hostile.into()),
        Player::Bot(hostile.into()),
        Player::Command(command([hostile])),
        Player::Stdio(command(["./bot", hostile])),
        Player::Stdio(command([])),
    ] {
        let text = player.to_string();
        assert!(!text.contains(char::is_control), "{text:?}");
    }
}
