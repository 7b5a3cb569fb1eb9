//! TLS of the program: a signal reads the certificate again, and `--ca` trusts an own authority.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use botwerk_client::{Client, ConnectOptions, proto};
use rcgen::CertifiedKey;

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
    let log = File::create(at("log")).unwrap();
    let arguments = [
        "--json",
        "serve",
        "--db",
        ":memory:",
        "--listen",
        "127.0.0.1:0",
    ];
    let server = Server::run(
        command(&arguments)
            .args(["--tls-cert", &at("cert.pem"), "--tls-key", &at("key.pem")])
            .stderr(log),
    );
    let client = connect(&server, &first).await.unwrap();

    // The program itself trusts the file that is named.
    let port = server.address.rsplit_once(':').unwrap().1;
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
    stranger.await.unwrap().failed(2, "botwerk serve");

    let second = certify(folder.path());
    server.signal("-HUP");
    let changed = async {
        while connect(&server, &second).await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), changed)
        .await
        .expect("the new certificate is shown");
    assert!(connect(&server, &first).await.is_err());
    // Unusable files are reported and change nothing.
    std::fs::write(at("cert.pem"), "nothing").unwrap();
    server.signal("-HUP");
    let printed = async {
        while !std::fs::read_to_string(at("log"))
            .unwrap()
            .contains("kept the previous certificate")
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), printed)
        .await
        .expect("the log reports it");
    connect(&server, &second).await.unwrap();
    let request = proto::ListGamesRequest::default();
    client.catalog().list_games(request).await.unwrap();
}
