//! Playing a tournament with a bot.

use botwerk_proto::v1 as proto;

use crate::bot::Bot;
use crate::bot_log;
use crate::client::{Client, ConnectOptions};
use crate::error::ClientError;
use crate::invitations::{InvitationHandler, SeatSession, answer_invitations, play_session};

/// How a bot runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The address, or several as in [`Client::connect`]. Defaults to `BOTWERK_SERVER`, which a launched bot has
    /// in its environment.
    pub server: Option<String>,
    /// The token of the bot. Defaults to `BOTWERK_BOT_TOKEN`, which a launched bot has in its environment.
    pub token: Option<String>,
    /// Certificates of the trusted authorities, in PEM format. Defaults to those of the file in `BOTWERK_CA`, or
    /// else of the system.
    pub ca: Option<Vec<u8>>,
    /// Maximum number of matches at the same time. Defaults to 4.
    pub max_concurrent_matches: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            server: None,
            token: None,
            ca: None,
            max_concurrent_matches: 4,
        }
    }
}

/// Plays all matches to which a bot is invited, until its tournament has ended, each with a bot that `create`
/// returns for it. A connection that fails is opened again, and matches continue where they were.
///
/// ```no_run
/// use botwerk_client::{Bot, BotError, Choice, ClientError, Options, View};
///
/// /// Takes the first of all legal actions.
/// struct FirstLegal;
///
/// impl Bot for FirstLegal {
///     fn choose(&mut self, _view: &View, legal: &[String]) -> Result<Choice, BotError> {
///         Ok(legal[0].as_str().into())
///     }
/// }
///
/// fn main() -> Result<(), ClientError> {
///     let options = Options { max_concurrent_matches: 8, ..Options::default() };
///     botwerk_client::run(|| FirstLegal, options)
/// }
/// ```
///
/// It has a runtime of its own. Asynchronous code calls [`answer_invitations`] instead.
///
/// # Errors
/// Returns an error if the server or the token is missing, if the server rejects the token, and
/// [`ClientError::Player`] if the bot fails in one of its matches. The matches in progress are played to their
/// ends first.
pub fn run<B: Bot>(create: impl FnMut() -> B, options: Options) -> Result<(), ClientError> {
    let failed = |error: std::io::Error| ClientError::Unreachable(error.to_string());
    // Bots think in other threads.
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_all().build().map_err(failed)?;
    let result = runtime.block_on(play_invitations(create, options));
    // A bot whose answer does not count any more may still think.
    runtime.shutdown_background();
    result
}

async fn play_invitations<B: Bot>(
    create: impl FnMut() -> B,
    options: Options,
) -> Result<(), ClientError> {
    let server = value(options.server, "BOTWERK_SERVER", "Options::server")?;
    let token = value(options.token, "BOTWERK_BOT_TOKEN", "Options::token")?;
    let connect_options = match options.ca {
        None => ConnectOptions::from_environment()?,
        ca => ConnectOptions {
            admin_token: None,
            ca,
        },
    };
    let client = Client::connect_when_reachable(&server, &connect_options).await?;
    let mut bots = InvitedBots {
        create,
        failure: None,
    };
    let max_concurrent_matches = options.max_concurrent_matches;
    let answered = answer_invitations(&client, &token, max_concurrent_matches, &mut bots).await;
    bots.failure.map_or(answered, Err)
}

/// Returns a value, or that of a variable of the environment.
fn value(value: Option<String>, variable: &str, option: &str) -> Result<String, ClientError> {
    let value = value.or_else(|| std::env::var(variable).ok());
    value.filter(|value| !value.is_empty()).ok_or_else(|| {
        let message = format!("{variable}: expected a value; set it, or {option}");
        ClientError::Unreachable(message)
    })
}

/// The bots of all matches to which a bot is invited.
struct InvitedBots<F> {
    create: F,
    /// The first error of a bot, after which no more invitations are accepted.
    failure: Option<ClientError>,
}

impl<B: Bot, F: FnMut() -> B> InvitationHandler for InvitedBots<F> {
    fn session(
        &mut self,
        client: &Client,
        invitation: &proto::Invitation,
    ) -> Result<SeatSession, ClientError> {
        Ok(play_session(client, invitation, (self.create)()))
    }

    fn on_match_end(
        &mut self,
        match_name: &str,
        over: Result<proto::MatchOver, ClientError>,
    ) -> bool {
        match over {
            Ok(_) => {}
            Err(failure @ ClientError::Player(_)) => drop(self.failure.get_or_insert(failure)),
            // The match has ended or was taken over in the meantime. Another invitation is another try.
            Err(error) => bot_log::write_line(match_name, error),
        }
        self.failure.is_none()
    }

    fn should_stay_online(&mut self, tournament: &str, message: &str) -> bool {
        if !message.is_empty() {
            bot_log::write_line(tournament, format!("withdrawn: {message}"));
        }
        false
    }
}
