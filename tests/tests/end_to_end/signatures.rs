//! Records are signed by the server that stored their match.

use botwerk_client::{RecordFile, SignatureError};
use botwerk_tests::{TestServer, create_match, finish_match, micro_robots, open_seat};

use crate::restart::file_config;

#[tokio::test]
async fn record_is_signed_with_a_key_that_stays_the_same_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::start(file_config(&db)).await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat()], &[]);
    let created = create_match(&client, request.clone()).await;
    let head = finish_match(&client, &created).await.record_head.unwrap();
    let text = client.record(&created.name).await.unwrap();
    let file = RecordFile::from_bytes(text.as_bytes()).unwrap();
    assert_eq!(head.sha256, file.record().head());
    assert_eq!(head.signature, file.signature().unwrap().signature);
    assert_eq!(file.check_signature(&head.key), Ok(()));

    let other_key = "00".repeat(32);
    let other = SignatureError::OtherKey(head.key.clone());
    assert_eq!(file.check_signature(&other_key), Err(other));
    let unsigned = RecordFile::new(file.record().clone()).unwrap();
    let missing = Err(SignatureError::Missing);
    assert_eq!(unsigned.check_signature(&head.key), missing);
    // A changed name is no contradiction of the rules, but of the signature.
    let mut forged = file.record().clone();
    forged.header.seats[0].name = "another player".into();
    let forged = forged.to_text() + &file.signature().unwrap().to_line();
    let forged = RecordFile::from_bytes(forged.as_bytes()).unwrap();
    assert!(forged.verify().is_ok());
    let invalid = Err(SignatureError::Invalid);
    assert_eq!(forged.check_signature(&head.key), invalid);

    let server = server.restart_on_file(&db).await;
    let client = server.client().await;
    assert_eq!(client.record(&created.name).await.unwrap(), text);
    let next = create_match(&client, request).await;
    let next = finish_match(&client, &next).await.record_head.unwrap();
    assert_eq!(next.key, head.key);
    assert_ne!(next.sha256, head.sha256);
    let get = botwerk_client::proto::GetMatchRequest {
        name: created.name.clone(),
    };
    let found = client.matches().get_match(get).await.unwrap().into_inner();
    assert_eq!(found.r#match.unwrap().record_head, Some(head));
    server.stop().await;
}
