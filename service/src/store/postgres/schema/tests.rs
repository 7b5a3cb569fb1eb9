//! Migrations of databases, of former and newer programs, and while servers use them.

use botwerk_test_postgres::PostgresCluster;

use super::*;

/// Applies the first `count` migrations to an empty database.
async fn create_former(client: &mut ClientWrapper, count: usize) {
    migrate_locked(client, &MIGRATIONS[..count]).await.unwrap();
}

/// A former program opens a database with these rows, and the rows that it has written are those of this program.
#[tokio::test]
async fn rows_of_migrations_are_those_of_former_programs() {
    let Some(cluster) = PostgresCluster::shared() else {
        return;
    };
    let url = cluster.create_database().parse().unwrap();
    let pool = pool::open(&url, 1, Duration::from_secs(10)).unwrap();
    let mut object = pool::connection(&pool).await.unwrap();
    create_or_check(&mut object).await.unwrap();
    let sql = "SELECT version, name, checksum FROM refinery_schema_history
               WHERE applied_on::timestamptz BETWEEN now() - interval '1 hour' AND now() ORDER BY version";
    let rows = object.query(sql, &[]).await.unwrap();
    let rows: Vec<(i32, &str, &str)> = rows
        .iter()
        .map(|row| (row.get(0), row.get(1), row.get(2)))
        .collect();
    let expected = [
        (1, "schema", "10195681141617304513"),
        (2, "checkpoints", "313143486488534619"),
        (3, "reading", "11834432753192791593"),
        (5, "workers", "795471293881804473"),
        (6, "tournament_requests", "10605745627413462963"),
        (7, "owners", "16657643482052731366"),
        (8, "versions", "12922518625129474146"),
        (9, "match_players", "2434381960395091201"),
        (10, "bounded_records", "7463843640663399825"),
        (11, "compatibility", "13549211758687374500"),
        (12, "comments", "976990328637950445"),
        (13, "record_packs", "1738848450855638318"),
        (14, "quotas", "5330571175296926759"),
        (15, "identities", "14293453760805378645"),
        (16, "bots_of_logs", "5910048541602790238"),
    ];
    assert_eq!(rows, expected);
}

#[tokio::test]
async fn database_with_other_migrations_is_rejected_and_stays_as_it_is() {
    let Some(cluster) = PostgresCluster::shared() else {
        return;
    };
    for (count, change, message) in [
        (
            5,
            "UPDATE refinery_schema_history SET checksum = '7' WHERE version = 2",
            "another migration V2__checkpoints",
        ),
        (
            5,
            "DELETE FROM refinery_schema_history WHERE version = 3",
            "lacks the migration V3__reading",
        ),
        (
            3,
            "INSERT INTO refinery_schema_history VALUES (4, 'other', '', '7')",
            "unknown migration V4__other",
        ),
        (
            3,
            "UPDATE refinery_schema_history SET name = 'other' WHERE version = 1",
            "another migration V1__other",
        ),
        // The next migration creates this table.
        (
            4,
            "CREATE TABLE tournament_requests (other INT)",
            "already exists",
        ),
    ] {
        let url = cluster.create_database().parse().unwrap();
        let pool = pool::open(&url, 1, Duration::from_secs(10)).unwrap();
        let mut object = pool::connection(&pool).await.unwrap();
        create_former(&mut object, count).await;
        object.batch_execute(change).await.unwrap();
        let before = version(&object).await.unwrap();
        let error = migrate(&mut object).await.unwrap_err().to_string();
        assert!(error.contains(message), "{change}: {error}");
        assert_eq!(version(&object).await.unwrap(), before, "{change}");
        if before == own_version() {
            let error = create_or_check(&mut object).await.unwrap_err().to_string();
            assert!(error.contains(message), "{change}: {error}");
        }
    }
}

#[tokio::test]
async fn tournaments_of_a_former_database_are_found_by_their_requests() {
    let Some(cluster) = PostgresCluster::shared() else {
        return;
    };
    let url = cluster.create_database().parse().unwrap();
    let pool = pool::open(&url, 1, Duration::from_secs(10)).unwrap();
    let mut object = pool::connection(&pool).await.unwrap();
    create_former(&mut object, 4).await;
    let hash = "0123456789abcdef".repeat(4);
    // No JSON of PostgreSQL can hold the zero byte.
    let known = format!(
        r#"{{"withdrawals":[{{"message":"\u0000 \"request_sha256\":\"\""}}],"request_sha256":"{hash}"}}"#
    );
    for (id, request_id, status) in [
        ("t", Some("first"), &*known),
        ("u", Some("second"), "{}"),
        ("v", None, &*known),
    ] {
        let sql = "INSERT INTO tournaments (id, request_id, state, created_micros, configuration, seed, secret,
                                            status)
                   VALUES ($1, $2, 2, 7, '{}', $1, 'a secret', $3)";
        let values: pool::Parameters<'_> = &[&id, &request_id, &status];
        pool::execute(&object, sql, values).await.unwrap();
    }
    migrate(&mut object).await.unwrap();
    let sql = "SELECT id, tournament_requests.request_id, request_sha256
               FROM tournament_requests JOIN tournaments ON key = tournament_key ORDER BY id";
    let found = pool::query(&object, sql, &[]).await.unwrap();
    let found: Vec<(&str, &str, Option<&str>)> = found
        .iter()
        .map(|row| (row.get(0), row.get(1), row.get(2)))
        .collect();
    let expected = [("t", "first", Some(&*hash)), ("u", "second", None)];
    assert_eq!(found, expected);
}

#[tokio::test]
async fn matches_of_a_former_database_are_found_by_their_players() {
    let Some(cluster) = PostgresCluster::shared() else {
        return;
    };
    let url = cluster.create_database().parse().unwrap();
    let pool = pool::open(&url, 1, Duration::from_secs(10)).unwrap();
    let mut object = pool::connection(&pool).await.unwrap();
    create_former(&mut object, 7).await;
    for (key, setup) in [
        r#"{"header":{"seats":[{"name":"x"},{"name":"y"},{"name":"x"}]}}"#,
        r#"{"header":{"seats":[{"name":"\u0000"},{"name":"x"}]}}"#,
        "{}",
    ]
    .into_iter()
    .enumerate()
    {
        let sql = "INSERT INTO matches (key, id, state, created_micros, setup)
                   VALUES ($1, $2, 4, 7, $3)";
        let values: pool::Parameters<'_> = &[&(key as i64), &format!("id {key}"), &setup];
        pool::execute(&object, sql, values).await.unwrap();
    }
    migrate(&mut object).await.unwrap();
    let sql = "SELECT name, match_id, seat FROM match_players ORDER BY name";
    let found = pool::query(&object, sql, &[]).await.unwrap();
    let found: Vec<(&str, &str, i64)> = found
        .iter()
        .map(|row| (row.get(0), row.get(1), row.get(2)))
        .collect();
    assert_eq!(found, [("x", "id 0", 0), ("y", "id 0", 1)]);
}

/// Registers a server as its program does, which writes the given version.
async fn register(client: &ClientWrapper, address: &str, version: Option<i32>) {
    let sql = "INSERT INTO servers (address, identity, expires_at, schema_version)
               VALUES ($1, $1, clock_timestamp() + INTERVAL '1 hour', $2)";
    pool::execute(client, sql, &[&address, &version])
        .await
        .unwrap();
}

#[tokio::test]
async fn newer_tables_are_used_until_something_is_removed_for_which_old_servers_must_end() {
    let Some(cluster) = PostgresCluster::shared() else {
        return;
    };
    let url = cluster.create_database().parse().unwrap();
    let pool = pool::open(&url, 1, Duration::from_secs(10)).unwrap();
    let mut object = pool::connection(&pool).await.unwrap();
    create_or_check(&mut object).await.unwrap();
    let own = own_version();
    register(&object, "old", Some(own)).await;
    let migration = |number: i32, compatible_from, sql| Migration {
        compatible_from,
        ..Migration::new(own + number, "newer", sql)
    };
    let added = || migration(1, None, "ALTER TABLE matches ADD COLUMN added TEXT");
    let removed = || migration(2, Some(own + 1), "ALTER TABLE matches DROP COLUMN added");
    let with =
        |added: Vec<Migration>| -> Vec<Migration> { MIGRATIONS.into_iter().chain(added).collect() };

    // While the server runs, and it starts again.
    let newer = with(vec![added()]);
    migrate_locked(&mut object, &newer).await.unwrap();
    create_or_check(&mut object).await.unwrap();
    migrate(&mut object).await.unwrap();
    assert_eq!(version(&object).await.unwrap(), own + 1);

    let newest = with(vec![added(), removed()]);
    let refused = migrate_locked(&mut object, &newest).await.unwrap_err();
    let message = refused.to_string();
    let expected = format!("version {} or later; the database is unchanged", own + 1);
    assert!(message.contains("the server old uses"), "{message}");
    assert!(message.contains(&expected), "{message}");
    assert_eq!(version(&object).await.unwrap(), own + 1);
    let replace = format!("UPDATE servers SET schema_version = {}", own + 1);
    object.batch_execute(&replace).await.unwrap();
    migrate_locked(&mut object, &newest).await.unwrap();
    migrate_locked(&mut object, &newer).await.unwrap();
    for refused in [
        create_or_check(&mut object).await,
        migrate(&mut object).await,
    ] {
        let message = refused.unwrap_err().to_string();
        let expected = format!("version {} or later can use", own + 1);
        assert!(message.contains(&expected), "{message}");
    }
}

#[tokio::test]
async fn migration_does_not_wait_long_for_a_lock_but_tries_again() {
    let Some(cluster) = PostgresCluster::shared() else {
        return;
    };
    let url = cluster.create_database().parse().unwrap();
    let pool = pool::open(&url, 2, Duration::from_secs(10)).unwrap();
    let mut object = pool::connection(&pool).await.unwrap();
    create_or_check(&mut object).await.unwrap();
    let busy = pool::connection(&pool).await.unwrap();
    busy.batch_execute("BEGIN; LOCK TABLE matches IN ROW EXCLUSIVE MODE")
        .await
        .unwrap();
    let added = Migration {
        compatible_from: None,
        ..Migration::new(
            own_version() + 1,
            "added",
            "ALTER TABLE matches ADD COLUMN added TEXT",
        )
    };
    let migrations: Vec<Migration> = MIGRATIONS.into_iter().chain([added]).collect();
    let failed = apply_pending(&mut object, &migrations).await.unwrap_err();
    assert!(failed.is_lock(), "{failed}");
    let released = async {
        sleep(Duration::from_millis(600)).await;
        busy.batch_execute("COMMIT").await.unwrap();
    };
    let (migrated, ()) = tokio::join!(migrate_locked(&mut object, &migrations), released);
    migrated.unwrap();
}
