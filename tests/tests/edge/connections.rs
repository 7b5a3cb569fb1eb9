//! Limits of connections: of one address, without a request, and between two requests.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use botwerk_client::{Client, ConnectOptions, proto};
use botwerk_service::Config;
use botwerk_tests::{
    TestServer, agent_seat, create_match, eventually, finish_match, http_get, in_memory,
    micro_robots, open_seat, wait_until,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

const TOKEN: &str = "an-admin-token-of-a-test";

/// The idle limit of the tests, and a time after which it must have been enforced.
const IDLE_SECS: u64 = 1;
const WELL_BEYOND: Duration = Duration::from_millis(2500);

async fn idle_server() -> TestServer {
    TestServer::start(Config {
        idle_secs: IDLE_SECS.try_into().unwrap(),
        ..in_memory()
    })
    .await
}

/// Opens connections that say nothing.
async fn silent_connections(server: &TestServer, count: usize) -> Vec<TcpStream> {
    let mut streams = Vec::new();
    for _ in 0..count {
        streams.push(TcpStream::connect(server.address()).await.unwrap());
    }
    streams
}

/// Waits until the server closes a connection, and returns what it sent until then.
async fn rest_of(stream: &mut TcpStream) -> String {
    let mut rest = Vec::new();
    // A reset closes it as well.
    let _ = eventually(stream.read_to_end(&mut rest)).await;
    String::from_utf8_lossy(&rest).into_owned()
}

/// Requests a path over HTTP/1 and reads the response, without closing the connection.
async fn get(stream: &mut TcpStream, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    while !response.ends_with("ok\n") {
        let mut bytes = [0; 1024];
        let length = eventually(stream.read(&mut bytes)).await.unwrap();
        assert!(length > 0, "closed after `{response}`");
        response += &String::from_utf8_lossy(&bytes[..length]);
    }
    response
}

async fn assert_closes(stream: &mut TcpStream) {
    let start = Instant::now();
    rest_of(stream).await;
    let elapsed = start.elapsed();
    assert!(elapsed < WELL_BEYOND, "closed after {elapsed:?} only");
}

/// Opens a connection, uses it once and waits until the server closes it: every other one that has been idle for longer
/// would have been closed before.
async fn idle_connection_closes(server: &TestServer) {
    let mut idle = TcpStream::connect(server.address()).await.unwrap();
    get(&mut idle, "/healthz").await;
    assert_closes(&mut idle).await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn connections_of_one_address_leave_half_to_others() {
    let server = TestServer::start(Config {
        max_connections: 20.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    // More than all slots of the server; those beyond half of them, with the client's, close at once.
    let mut streams = silent_connections(&server, 30).await;
    for stream in &mut streams[9..] {
        assert_closes(stream).await;
    }
    // Another address of the same machine.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let address: SocketAddr = server.address().parse().unwrap();
    let mut other = socket.connect(address).await.unwrap();
    get(&mut other, "/healthz").await;
    let seats = vec![open_seat(), agent_seat("solver")];
    let created = create_match(&client, micro_robots(seats, &[])).await;
    finish_match(&client, &created).await;
}

#[tokio::test]
async fn operator_is_answered_although_the_limits_are_reached() {
    let server = TestServer::start(Config {
        max_connections: 4.try_into().unwrap(),
        admin_token: Some(TOKEN.parse().unwrap()),
        ..in_memory()
    })
    .await;
    let silent = silent_connections(&server, 2).await;
    let address = server.address();
    for path in ["/healthz", "/metrics"] {
        let (status, answer) = http_get(&address, path, None).await;
        assert_eq!(status, 503, "{answer}");
        assert!(answer.contains("LIMIT_EXCEEDED"), "{answer}");
        let (status, answer) = http_get(&address, path, Some("another-admin-token")).await;
        assert_eq!(status, 503, "{answer}");
        assert_eq!(http_get(&address, path, Some(TOKEN)).await.0, 200);
    }
    let access = ConnectOptions {
        admin_token: Some(TOKEN.into()),
        ca: None,
    };
    let operator = Client::connect_with(&address, &access).await.unwrap();
    let request = proto::ListGamesRequest::default();
    // The server knows the operator's connection by the token of its first call.
    operator
        .catalog()
        .list_games(request.clone())
        .await
        .unwrap();
    // A connection without the token leaves the reserve again, whether it is silent or not.
    let stranger = Client::connect(&address).await.unwrap();
    let rejected = stranger.catalog().list_games(request).await.unwrap_err();
    assert_eq!(botwerk_tests::status_reason(&rejected), "LIMIT_EXCEEDED");
    // The operator's, which is older than these, would be closed before them.
    for mut stream in silent_connections(&server, 10).await {
        rest_of(&mut stream).await;
    }
    let seats = vec![agent_seat("solver"), agent_seat("random")];
    create_match(&operator, micro_robots(seats, &[])).await;
    drop(silent);
}

#[tokio::test]
async fn idle_http1_connection_is_closed() {
    let server = idle_server().await;
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    // Requests within the limit keep it open, for longer than the limit in all: a test of time.
    for _ in 0..3 {
        get(&mut stream, "/healthz").await;
        tokio::time::sleep(Duration::from_millis(400)).await;
    }
    get(&mut stream, "/healthz").await;
    assert_closes(&mut stream).await;
}

#[tokio::test]
async fn slow_head_of_a_later_request_does_not_keep_the_connection_open() {
    let server = idle_server().await;
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    get(&mut stream, "/healthz").await;
    let (mut reader, mut writer) = stream.into_split();
    let start = Instant::now();
    let dripping = tokio::spawn(async move {
        let head = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-slow: ";
        writer.write_all(head).await.unwrap();
        while writer.write_all(b"x").await.is_ok() {
            // The pace of the attack.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let mut rest = Vec::new();
    // Closed or reset.
    let _ = eventually(reader.read_to_end(&mut rest)).await;
    assert!(start.elapsed() < WELL_BEYOND, "{:?}", start.elapsed());
    dripping.abort();
}

#[tokio::test]
async fn open_call_keeps_an_http1_connection_open() {
    let server = idle_server().await;
    let client = server.client().await;
    let seats = vec![open_seat(), agent_seat("solver")];
    let created = create_match(&client, micro_robots(seats, &[])).await;
    let watch = prost::Message::encode_to_vec(&proto::WatchMatchRequest {
        matches: vec![proto::WatchTarget {
            r#match: created.name.clone(),
            resume_after_seq: 0,
        }],
        ..Default::default()
    });
    let request = format!(
        "POST /botwerk.v1.MatchService/WatchMatch HTTP/1.1\r\nhost: localhost\r\n\
         content-type: application/grpc-web+proto\r\ncontent-length: {}\r\n\r\n",
        watch.len() + 5
    );
    let frame = [&[0, 0, 0, 0, watch.len() as u8], &watch[..]].concat();
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream.write_all(&frame).await.unwrap();
    idle_connection_closes(&server).await;
    finish_match(&client, &created).await;
    // The frames of the match, up to its end.
    let rest = rest_of(&mut stream).await;
    assert!(
        rest.contains("200 OK") && rest.contains("grpc-status:0"),
        "{rest}"
    );
}

#[tokio::test]
async fn http2_connection_without_a_request_is_closed() {
    let server = idle_server().await;
    let mut silent = TcpStream::connect(server.address()).await.unwrap();
    // The preface and empty settings.
    let greeting = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    silent.write_all(greeting).await.unwrap();
    let client = server.client().await;
    let request = proto::ListGamesRequest::default();
    client.catalog().list_games(request.clone()).await.unwrap();
    let (_, before) = http_get(&server.address(), "/metrics", None).await;
    assert!(before.contains("botwerk_open_connections 3"), "{before}");
    assert_closes(&mut silent).await;
    idle_connection_closes(&server).await;
    // The connection that has called stays open between calls.
    wait_until("the silent connections are no longer open", async || {
        let (_, now) = http_get(&server.address(), "/metrics", None).await;
        now.contains("botwerk_open_connections 2")
    })
    .await;
    client.catalog().list_games(request).await.unwrap();
}
