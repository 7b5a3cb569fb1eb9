//! Proxies that the environment names. This client uses none.

/// The variables that name a proxy.
const VARIABLES: [&str; 4] = ["grpc_proxy", "https_proxy", "http_proxy", "all_proxy"];

/// Returns what to append to the message of a failed connection: the proxy that other programs would use, if there is one.
pub(crate) fn proxy_text(server: &str) -> String {
    proxy_text_of(server, |variable| std::env::var(variable).ok())
}

fn proxy_text_of(server: &str, environment: impl Fn(&str) -> Option<String>) -> String {
    if is_loopback(server) {
        return String::new();
    }
    let mut proxies = VARIABLES.iter().filter_map(|variable| {
        let proxy = environment(variable).filter(|proxy| !proxy.is_empty())?;
        Some((variable, proxy))
    });
    proxies
        .next()
        .map_or_else(String::new, |(variable, proxy)| {
            format!(" (directly: the proxy {proxy} of {variable} is not used)")
        })
}

/// Returns `true` if an address such as `http://127.0.0.1:4270` is one of this machine.
fn is_loopback(server: &str) -> bool {
    let target = server
        .split_once("://")
        .map_or(server, |(_, target)| target);
    let target = target.trim_end_matches('/');
    let host = match target.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => target,
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let address = host.parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxy_is_named_for_other_machines_only() {
        let environment = |variable: &str| {
            (variable == "https_proxy").then(|| "http://proxy.example:3128".to_owned())
        };
        let text = proxy_text_of("https://play.example:443", environment);
        let expected =
            " (directly: the proxy http://proxy.example:3128 of https_proxy is not used)";
        assert_eq!(text, expected);
        assert_eq!(proxy_text_of("play.example", |_| None), "");
        for address in [
            "localhost:1",
            "127.0.0.1:4270",
            "http://127.1.2.3:1/",
            "https://[::1]:1",
        ] {
            assert_eq!(proxy_text_of(address, environment), "", "{address}");
        }
    }
}
