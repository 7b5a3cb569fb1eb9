//! Sign-in with an OpenID Connect provider, which confirms who a person is.
//!
//! A page calls `/sign-in` with the hash of a random secret, its binding. The server redirects the browser to the provider,
//! which redirects it back with a code. The server exchanges the code for the identity of the person, and hands the page a
//! ticket that contains it. The page presents ticket and secret to `OwnerService.SignIn`, which returns a token.
//!
//! The server stores nothing in the meantime: state and ticket are texts that it has authenticated, so that any server of
//! a database reads what another one has written, and requests without an end take no memory.

#[cfg_attr(not(feature = "oidc"), path = "absent_provider.rs")]
mod provider;
mod provider_settings;
mod sealed_text;
mod sign_in_binding;
mod sign_in_failure;
mod sign_in_state;
mod sign_in_ticket;
mod sign_ins;

pub(crate) use provider::check_built;
pub(crate) use provider_settings::{ProviderSettings, is_secure_address};
pub(crate) use sign_in_failure::SignInFailure;
pub(crate) use sign_in_ticket::SignInTicket;
pub(crate) use sign_ins::{ProviderAnswer, SignIns};
