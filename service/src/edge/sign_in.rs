//! The addresses of a sign-in: browsers come from a page, go to the provider, and come back.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY};
use http::{HeaderValue, StatusCode, Uri};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::client_rates::ClientRates;
use super::pages::limit_rate;
use crate::identities::{ProviderAnswer, SignInFailure, SignIns};

/// Number of requests that one client address may make a second, and at once. A sign-in has two.
const REQUESTS_PER_SECOND: u32 = 5;
const REQUEST_BURST: u32 = 100;

/// The page on which owners sign in.
const PAGE: &str = "/bots";

/// Adds the addresses, if the server has a provider.
pub(crate) fn with_sign_in(routes: Router, sign_ins: Option<Arc<SignIns>>) -> Router {
    let Some(sign_ins) = sign_ins else {
        return routes;
    };
    let rates = Arc::new(ClientRates::new(REQUESTS_PER_SECOND, REQUEST_BURST));
    let addresses = Router::new()
        .route("/sign-in", get(start))
        .route("/sign-in/callback", get(finish))
        .with_state(sign_ins)
        .layer(from_fn_with_state(rates, limit_rate))
        .layer(map_response(keep_private));
    routes.merge(addresses)
}

/// Redirects the browser of a page to the provider.
async fn start(State(sign_ins): State<Arc<SignIns>>, address: Uri) -> Response {
    let binding = parameter(&address, "binding").unwrap_or_default();
    match sign_ins.start(&binding).await {
        Ok(provider) => redirect(provider),
        Err(failure) => redirect_with_error(&failure),
    }
}

/// Redirects a browser that comes from the provider to the page, with a ticket or an error. Neither is sent to any server:
/// they follow the `#`.
async fn finish(State(sign_ins): State<Arc<SignIns>>, address: Uri) -> Response {
    match sign_ins.finish(provider_answer(&address)).await {
        Ok(ticket) => redirect(format!("{PAGE}#ticket={ticket}")),
        Err(failure) => redirect_with_error(&failure),
    }
}

fn provider_answer(address: &Uri) -> ProviderAnswer {
    let value = |name| parameter(address, name);
    if let Some(error) = value("error") {
        let description = value("error_description").unwrap_or_default();
        return ProviderAnswer::Rejected(format!("{error}: {description}"));
    }
    match (value("code"), value("state")) {
        (Some(code), Some(state)) => ProviderAnswer::Code { code, state },
        _ => ProviderAnswer::Unknown,
    }
}

fn redirect_with_error(failure: &SignInFailure) -> Response {
    let SignInFailure { message, cause } = failure;
    // Quoted, since it may come from the browser.
    tracing::warn!(?cause, "sign-in failed");
    let message = utf8_percent_encode(message, NON_ALPHANUMERIC);
    redirect(format!("{PAGE}#sign-in-error={message}"))
}

fn redirect(address: String) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response()
}

/// Keeps addresses with a state, a code or a ticket out of caches and other sites.
async fn keep_private(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Returns the value of a parameter of an address, or `None` if it has none of this name.
fn parameter(address: &Uri, name: &str) -> Option<String> {
    let mut pairs = address.query()?.split('&');
    let value = pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))?;
    let value = value.replace('+', " ");
    let decoded = percent_decode_str(&value).decode_utf8().ok()?;
    Some(decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn provider_answers_with_a_code_or_an_error() {
        let answer =
            |query: &str| provider_answer(&format!("/sign-in/callback{query}").parse().unwrap());
        let code = ProviderAnswer::Code {
            code: "a+b c".into(),
            state: "s.t-u_".into(),
        };
        assert_eq!(answer("?state=s.t-u_&code=a%2Bb+c"), code);
        assert_eq!(answer("?code=a%2Bb%20c&xstate=1&state=s.t-u_&iss=x"), code);
        let rejected = ProviderAnswer::Rejected("access_denied: not \u{fc}ber 18".into());
        let query = "?error=access_denied&error_description=not+%C3%BCber+18&state=s&code=c";
        assert_eq!(answer(query), rejected);
        for query in [
            "",
            "?",
            "?code=a",
            "?state=s",
            "?codes=a&state=s",
            "?code=%ff&state=s",
        ] {
            assert_eq!(answer(query), ProviderAnswer::Unknown, "{query}");
        }
    }
}
