//! TLS: trusted clients connect, and certificates are replaced while the server runs.

use std::path::{Path, PathBuf};

use botwerk_client::{Client, ConnectOptions};
use botwerk_service::Config;
use botwerk_tests::{
    SeatStream, TestServer, agent_seat, create_match, eventually, finish_match, in_memory,
    micro_robots, open_seat,
};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A certificate authority.
struct Authority {
    ca: String,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let ca = params.self_signed(&key).unwrap().pem();
        let issuer = Issuer::new(params, key);
        Self { ca, issuer }
    }

    /// Writes a new certificate and key for this machine into a folder.
    fn certify(&self, folder: &Path) {
        let params = CertificateParams::new(["localhost".to_owned()]).unwrap();
        let key = KeyPair::generate().unwrap();
        let cert = params.signed_by(&key, &self.issuer).unwrap();
        let (cert_file, key_file) = files(folder);
        std::fs::write(cert_file, cert.pem()).unwrap();
        std::fs::write(key_file, key.serialize_pem()).unwrap();
    }

    async fn connect(&self, server: &TestServer) -> Result<Client, botwerk_client::ClientError> {
        let access = ConnectOptions {
            admin_token: None,
            ca: Some(self.ca.clone().into()),
        };
        eventually(Client::connect_with(
            &format!("https://localhost:{}", server.port()),
            &access,
        ))
        .await
    }
}

fn files(folder: &Path) -> (PathBuf, PathBuf) {
    (folder.join("cert.pem"), folder.join("key.pem"))
}

async fn secured(folder: &Path) -> TestServer {
    let (cert, key) = files(folder);
    TestServer::start(Config {
        tls_cert: Some(cert),
        tls_key: Some(key),
        handshake_secs: 1.try_into().unwrap(),
        ..in_memory()
    })
    .await
}

#[tokio::test]
async fn reloaded_certificate_is_used_while_open_streams_continue() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (Authority::new(), Authority::new());
    old.certify(folder.path());
    let server = secured(folder.path()).await;
    let client = old.connect(&server).await.unwrap();
    assert!(
        new.connect(&server).await.is_err(),
        "an unknown authority is trusted"
    );
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), agent_seat("solver")], &[]),
    )
    .await;
    let mut seat = SeatStream::join(&client, &created, 0).await;
    let request = seat.request().await;

    std::fs::write(files(folder.path()).0, "not a certificate").unwrap();
    let error = server.certificates().reload().unwrap_err().to_string();
    assert!(error.contains("cert.pem"), "{error}");
    old.connect(&server)
        .await
        .expect("the old certificate stays in use");

    new.certify(folder.path());
    server.certificates().reload().unwrap();
    assert!(
        old.connect(&server).await.is_err(),
        "the old certificate is still in use"
    );
    let other = new.connect(&server).await.unwrap();
    // The earlier stream still works.
    seat.submit(&request, "say 0").await;
    seat.rejected().await;
    drop(seat);
    finish_match(&other, &created).await;
}

#[tokio::test]
async fn slow_handshakes_delay_no_client_and_are_closed() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    authority.certify(folder.path());
    let server = secured(folder.path()).await;
    let mut slow = Vec::new();
    for _ in 0..50 {
        slow.push(TcpStream::connect(server.address()).await.unwrap());
    }
    let client = authority.connect(&server).await.unwrap();
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), agent_seat("solver")], &[]),
    )
    .await;
    finish_match(&client, &created).await;
    for mut stream in slow {
        // The connection may be closed already.
        let _ = stream.write_all(b"\x16").await;
        let mut rest = Vec::new();
        let _ = eventually(stream.read_to_end(&mut rest)).await;
    }
    // Another protocol is rejected at once.
    let plain = Client::connect(&format!("http://localhost:{}", server.port())).await;
    if let Ok(client) = plain {
        let request = botwerk_client::proto::ListGamesRequest::default();
        assert!(
            eventually(client.catalog().list_games(request))
                .await
                .is_err()
        );
    }
}

#[test]
fn key_of_another_certificate_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    authority.certify(folder.path());
    let (cert, key) = files(folder.path());
    let other = KeyPair::generate().unwrap().serialize_pem();
    std::fs::write(&key, other).unwrap();
    let error = botwerk_service::Certificates::load(&cert, &key).unwrap_err();
    assert!(error.to_string().contains("key.pem"), "{error}");
}
