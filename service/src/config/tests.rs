use super::*;

#[test]
fn public_address_needs_a_token_or_permission() {
    let public = Config {
        listen: ([0, 0, 0, 0], 4270).into(),
        ..Config::default()
    };
    let error = public.validate().unwrap_err().to_string();
    for remedy in [
        "--allow-unauthenticated",
        "BOTWERK_ADMIN_TOKEN",
        "--admin-token-file",
    ] {
        assert!(error.contains(remedy), "{error}");
    }
    let unauthenticated = Config {
        allow_unauthenticated: true,
        ..public.clone()
    };
    let authenticated = Config {
        admin_token: Some("a-token-of-some-length".parse().unwrap()),
        ..public
    };
    for config in [unauthenticated, authenticated, Config::default()] {
        assert_eq!(config.validate(), Ok(()));
    }
}

#[test]
fn contradictory_fields_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    let error = |change: &dyn Fn(&mut Config)| {
        let mut config = Config::default();
        change(&mut config);
        config.validate().unwrap_err().to_string()
    };
    let missing = error(&|config| config.admin_token_file = Some(file.clone()));
    assert!(missing.contains("token: No such file"), "{missing}");
    std::fs::write(&file, "short\n").unwrap();
    let short = error(&|config| config.admin_token_file = Some(file.clone()));
    assert!(
        short.contains("at least 16") && !short.contains("short\n"),
        "{short}"
    );
    std::fs::write(&file, "0123456789abcdef\n").unwrap();
    let twice = error(&|config| {
        config.admin_token_file = Some(file.clone());
        config.admin_token = Some("0123456789abcdef".parse().unwrap());
    });
    assert!(twice.contains("remove one"), "{twice}");
    let half = error(&|config| config.tls_key = Some("key.pem".into()));
    assert!(half.contains("tls_cert"), "{half}");
    for origin in ["*", "play.example", "https://play.example/"] {
        let invalid = error(&|config| config.cors_origins = vec![origin.into()]);
        assert!(invalid.contains("cors_origins"), "{invalid}");
    }
    for host in ["https://play.example", "play.example:80", "a b", ""] {
        let invalid = error(&|config| config.allowed_hosts = vec![host.into()]);
        assert!(invalid.contains("allowed_hosts"), "{invalid}");
    }
}
