//! Answers to calls.

#[cfg(feature = "players")]
use botwerk_proto::v1 as proto;
use botwerk_wire::error::{Error, Reason};
use botwerk_wire::replay::replay;
use botwerk_wire::{catalog, error_message, rules};
use prost::Message;

use crate::host::{Host, fresh_seed};
#[cfg(feature = "players")]
use crate::search;

/// Answers a call, for example of `/botwerk.v1.RulesService/ApplyActions`. The request and the response are encoded
/// messages; of a stream, the last one is returned, and [`Host::report`] receives those before.
///
/// # Errors
/// Returns the encoded `Error` of a call that a server would reject, too.
///
/// ```
/// use botwerk_proto::v1 as proto;
/// use botwerk_wasm::{Host, answer};
/// use prost::Message;
///
/// struct Page;
///
/// impl Host for Page {
///     fn fill_random(&self, bytes: &mut [u8]) {
///         bytes.fill(7);
///     }
///     fn now_millis(&self) -> f64 {
///         0.0
///     }
///     fn should_stop(&self) -> bool {
///         false
///     }
///     fn report(&self, _message: &[u8]) {}
/// }
///
/// let setup = proto::GameSetup { game: "netzwerk".into(), ..Default::default() };
/// let request = proto::CreatePositionRequest { setup: Some(setup), ..Default::default() };
/// let path = "/botwerk.v1.RulesService/CreatePosition";
/// let response = answer(path, &request.encode_to_vec(), &Page).unwrap();
/// let response = proto::CreatePositionResponse::decode(&response[..]).unwrap();
/// assert!(response.position.is_some());
/// let error = answer("/botwerk.v1.MatchService/Play", &[], &Page).unwrap_err();
/// assert_eq!(proto::Error::decode(&error[..]).unwrap().reason(), proto::ErrorReason::NotFound);
/// ```
pub fn answer(path: &str, request: &[u8], host: &dyn Host) -> Result<Vec<u8>, Vec<u8>> {
    respond(path, request, host).map_err(|error| error_message(&error).encode_to_vec())
}

fn respond(path: &str, request: &[u8], host: &dyn Host) -> Result<Vec<u8>, Error> {
    let seed = || Ok(fresh_seed(host));
    match path.trim_start_matches("/botwerk.v1.") {
        "CatalogService/ListGames" => call(request, catalog::list_games),
        "CatalogService/GetGame" => call(request, catalog::get_game),
        "RulesService/CreatePosition" => call(request, |it| rules::create_position(it, seed)),
        "RulesService/DescribeMatch" => call(request, rules::describe_match),
        "RulesService/ListLegalActions" => call(request, rules::list_legal_actions),
        "RulesService/ApplyActions" => call(request, rules::apply_actions),
        "RulesService/GetView" => call(request, rules::get_view),
        "RulesService/ParsePosition" => call(request, rules::parse_position),
        "RulesService/FormatPosition" => call(request, rules::format_position),
        "RulesService/ParseAction" => call(request, rules::parse_action),
        "RulesService/FormatAction" => call(request, rules::format_action),
        "RulesService/ReplayRecord" => call(request, replay),
        method => respond_with_players(method, request, host),
    }
}

/// Answers a call that needs the players.
#[cfg(feature = "players")]
fn respond_with_players(method: &str, request: &[u8], host: &dyn Host) -> Result<Vec<u8>, Error> {
    match method {
        "CatalogService/ListAgents" => call(request, catalog::list_agents),
        "RulesService/VerifyRecord" => call(request, |it: &proto::VerifyRecordRequest| {
            Ok(rules::verify_record(&it.record, &|| false))
        }),
        "AnalysisService/AnalyzePosition" => call(request, |it| search::analyze(it, host)),
        "AnalysisService/AnalyzeRecord" => call(request, |it| search::analyze_record(it, host)),
        "AnalysisService/SolveInstance" => call(request, |it| search::solve(it, host)),
        _ => Err(not_answered(method)),
    }
}

/// The module without players, which pages load first, has none of their code.
#[cfg(not(feature = "players"))]
fn respond_with_players(method: &str, _: &[u8], _: &dyn Host) -> Result<Vec<u8>, Error> {
    Err(not_answered(method))
}

fn not_answered(method: &str) -> Error {
    let message = format!("{method}: this module does not answer the call; only a server does");
    Error::new(Reason::NotFound, message)
}

fn call<Q: Message + Default, R: Message>(
    request: &[u8],
    answer: impl FnOnce(&Q) -> Result<R, Error>,
) -> Result<Vec<u8>, Error> {
    let request = Q::decode(request).map_err(|error| {
        let message = format!("the request is not a message of this call: {error}");
        Error::new(Reason::BadRequest, message)
    })?;
    Ok(answer(&request)?.encode_to_vec())
}
