//! TLS of the program: a signal reads the certificate again, and `--ca` trusts an own authority.

use std::fs::File;
use std::path::Path;

use botwerk_client::{Client, ConnectOptions, proto};
use botwerk_tests::wait_until;
use rcgen::{BasicConstraints, CertificateParams, CertifiedKey, IsCa, KeyPair};

use super::serve::Server;
use crate::{command, run};

/// Puts a certificate that vouches for itself into a folder; gives it in PEM format.
fn certify(folder: &Path) -> String {
    let CertifiedKey { cert, signing_key } =
        rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(folder.join("key.pem"), signing_key.serialize_pem()).unwrap();
    std::fs::write(folder.join("cert.pem"), cert.pem()).unwrap();
    cert.pem()
}

async fn connect(server: &Server, ca: &str) -> Result<Client, botwerk_client::ClientError> {
    let access = ConnectOptions {
        admin_token: None,
        ca: Some(ca.into()),
    };
    let port = server.address.rsplit_once(':').unwrap().1;
    Client::connect_with(&format!("localhost:{port}"), &access).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sighup_reloads_the_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let first = certify(folder.path());
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (server, port) = serve(folder.path());
    let client = connect(&server, &first).await.unwrap();

    // The program itself trusts the file that is named.
    let url = format!("https://localhost:{port}");
    std::fs::write(at("ca.pem"), &first).unwrap();
    let (ca, given) = (at("ca.pem"), url.clone());
    let watched = tokio::task::spawn_blocking(move || {
        run(&["watch", "--server", &given, "--ca", &ca, "matches/0"])
    });
    let watched = watched.await.unwrap();
    assert!(
        !watched.stderr.contains("cannot be reached"),
        "{}",
        watched.stderr
    );
    let stranger = tokio::task::spawn_blocking(move || run(&["watch", "--server", &url]));
    stranger
        .await
        .unwrap()
        .failed(2, "not signed by a trusted authority");

    let second = certify(folder.path());
    server.signal("-HUP");
    wait_until("the new certificate is shown", async || {
        connect(&server, &second).await.is_ok()
    })
    .await;
    assert!(connect(&server, &first).await.is_err());
    // Unusable files are reported and change nothing.
    std::fs::write(at("cert.pem"), "nothing").unwrap();
    server.signal("-HUP");
    wait_until("the log reports it", async || {
        let log = std::fs::read_to_string(at("log")).unwrap();
        log.contains("kept the previous certificate")
    })
    .await;
    connect(&server, &second).await.unwrap();
    let request = proto::ListGamesRequest::default();
    client.catalog().list_games(request).await.unwrap();
}

/// Starts a server with the certificate and key of a folder; returns it with its port.
fn serve(folder: &Path) -> (Server, String) {
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let mut command = command(&[
        "--json",
        "serve",
        "--db",
        ":memory:",
        "--listen",
        "127.0.0.1:0",
    ]);
    command
        .args(["--tls-cert", &at("cert.pem"), "--tls-key", &at("key.pem")])
        .stderr(File::create(at("log")).unwrap());
    let server = Server::run(&mut command);
    let port = server.address.rsplit_once(':').unwrap().1.to_owned();
    (server, port)
}

#[test]
fn failed_connection_says_which_side_uses_tls() {
    let folder = tempfile::tempdir().unwrap();
    certify(folder.path());
    let (_secured, port) = serve(folder.path());
    let plain = Server::start(Path::new(":memory:"), "127.0.0.1:0");
    let ca = folder.path().join("cert.pem");
    let ca = ["--ca", ca.to_str().unwrap()];
    for command in [&["watch"][..], &["play", "--game", "netzwerk"]] {
        let to_tls = ["--server", &format!("localhost:{port}")];
        run(&[command, &to_tls].concat()).failed(2, "the server uses TLS; connect with https://");
        let to_plain = ["--server", &format!("https://{}", plain.address)];
        let failed = run(&[command, &to_plain, &ca].concat());
        failed.failed(2, "the server does not use TLS; connect with http://");
        let nowhere = ["--server", "127.0.0.1:1"];
        run(&[command, &nowhere].concat()).failed(2, "start a server with `botwerk serve`");
    }
    // The name of the certificate is localhost.
    let other = ["watch", "--server", &format!("https://127.0.0.1:{port}")];
    run(&[&other[..], &ca].concat()).failed(2, "is for other names");
}

#[test]
fn certificate_of_an_authority_is_explained_by_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let cert = params.self_signed(&key).unwrap();
    std::fs::write(folder.path().join("key.pem"), key.serialize_pem()).unwrap();
    std::fs::write(folder.path().join("cert.pem"), cert.pem()).unwrap();
    let (_server, port) = serve(folder.path());
    let ca = folder.path().join("cert.pem");
    let url = format!("https://localhost:{port}");
    let failed = run(&["watch", "--server", &url, "--ca", ca.to_str().unwrap()]);
    failed.failed(2, "the certificate of the server is that of an authority");
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("is that of an authority"), "{log}");
}

#[test]
fn recipe_of_the_documentation_makes_usable_certificates() {
    if std::process::Command::new("openssl")
        .arg("version")
        .output()
        .is_err()
    {
        eprintln!("SKIPPED: requires openssl");
        return;
    }
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operator.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let (_, section) = guide.split_once("\n## Certificates\n").unwrap();
    let (_, recipe) = section.split_once("```sh\n").unwrap();
    let (recipe, _) = recipe.split_once("```").unwrap();
    let recipe = recipe.replace("play.example", "localhost");
    let folder = tempfile::tempdir().unwrap();
    let made = std::process::Command::new("sh")
        .args(["-ec", &recipe])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    let (_server, port) = serve(folder.path());
    let ca = folder.path().join("ca.pem");
    let url = format!("https://localhost:{port}");
    let watched = run(&["watch", "--server", &url, "--ca", ca.to_str().unwrap()]);
    // It is connected: there is nothing to watch.
    watched.failed(2, "no match is in progress");
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(!log.contains("authority"), "{log}");
}
