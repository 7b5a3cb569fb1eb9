//! TLS: clients that trust the authority get in, and certificates are replaced under way.

use std::path::{Path, PathBuf};

use botwerk_client::{Client, ConnectOptions};
use botwerk_service::Config;
use botwerk_tests::{
    SeatStream, TestServer, bundled, eventually, finish, in_memory, make, micro_robots, remote,
};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An authority and the files of a server's certificate.
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

    /// Puts a fresh certificate for this machine into a folder.
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
    TestServer::with(Config {
        tls_cert: Some(cert),
        tls_key: Some(key),
        handshake_secs: 1,
        ..in_memory()
    })
    .await
}

#[tokio::test]
async fn a_new_certificate_is_shown_while_open_streams_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (Authority::new(), Authority::new());
    old.certify(folder.path());
    let server = secured(folder.path()).await;
    let client = old.connect(&server).await.unwrap();
    assert!(new.connect(&server).await.is_err(), "a stranger is trusted");
    let made = make(
        &client,
        micro_robots(vec![remote(), bundled("solver")], &[]),
    )
    .await;
    let mut seat = SeatStream::join(&client, &made, 0).await;
    let ask = seat.request().await;

    std::fs::write(files(folder.path()).0, "no certificate").unwrap();
    let refused = server.certificates().reload().unwrap_err().to_string();
    assert!(refused.contains("cert.pem"), "{refused}");
    old.connect(&server).await.expect("the old one stays");

    new.certify(folder.path());
    server.certificates().reload().unwrap();
    assert!(old.connect(&server).await.is_err(), "the old one is shown");
    let other = new.connect(&server).await.unwrap();
    // The stream from before is as good as ever.
    seat.answer(&ask, "say 0").await;
    seat.rejected().await;
    drop(seat);
    finish(&other, &made).await;
}

#[tokio::test]
async fn whoever_is_slow_to_agree_keeps_nobody_waiting_and_is_sent_away() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    authority.certify(folder.path());
    let server = secured(folder.path()).await;
    let mut slow = Vec::new();
    for _ in 0..50 {
        slow.push(TcpStream::connect(server.address()).await.unwrap());
    }
    let client = authority.connect(&server).await.unwrap();
    let made = make(
        &client,
        micro_robots(vec![remote(), bundled("solver")], &[]),
    )
    .await;
    finish(&client, &made).await;
    for mut stream in slow {
        // It may be closed already.
        let _ = stream.write_all(b"\x16").await;
        let mut rest = Vec::new();
        let _ = eventually(stream.read_to_end(&mut rest)).await;
    }
    // Words of another protocol are refused at once.
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
fn a_key_that_does_not_belong_to_the_certificate_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    authority.certify(folder.path());
    let (cert, key) = files(folder.path());
    let other = KeyPair::generate().unwrap().serialize_pem();
    std::fs::write(&key, other).unwrap();
    let refused = botwerk_service::Certificates::load(&cert, &key).unwrap_err();
    assert!(refused.to_string().contains("key.pem"), "{refused}");
}
