//! The settings of the provider with which owners sign in.

use http::Uri;

use super::{Config, ConfigError, is_origin, read_secret};
use crate::accounts::SignUpPolicy;
use crate::identities::{ProviderSettings, check_built, is_secure_address};

impl Config {
    /// Returns the settings of the provider, or `None` if owners sign in with their tokens only.
    ///
    /// # Errors
    /// Returns an error if some of them are missing or invalid, the file of the secret cannot be read, or the program was
    /// built without providers.
    pub(crate) fn provider_settings(&self) -> Result<Option<ProviderSettings>, ConfigError> {
        let Some(issuer) = &self.oidc_issuer else {
            return self.check_no_provider().map(|()| None);
        };
        check_built().map_err(|message| ConfigError(format!("oidc_issuer: {message}")))?;
        let host = secure_host("oidc_issuer", issuer)?;
        let client_id = required("oidc_client_id", self.oidc_client_id.as_ref())?;
        let file = "oidc_client_secret_file";
        let secret = read_secret(
            file,
            required(file, self.oidc_client_secret_file.as_ref())?,
            client_secret,
        )?;
        let public_url = required("public_url", self.public_url.as_ref())?;
        secure_host("public_url", public_url)?;
        if !is_origin(public_url) {
            return Err(ConfigError(format!(
                "public_url: expected scheme, host and port such as https://play.example, found `{public_url}`"
            )));
        }
        if !self.pages {
            let message = "oidc_issuer: owners sign in on the pages, which `pages = false` excludes; remove one of both";
            return Err(ConfigError(message.into()));
        }
        Ok(Some(ProviderSettings {
            issuer: issuer.clone(),
            name: self.oidc_name.clone().unwrap_or(host),
            client_id: client_id.clone(),
            client_secret: secret,
            redirect_address: format!("{public_url}/sign-in/callback"),
        }))
    }

    /// Checks that nothing is set that a provider is needed for.
    fn check_no_provider(&self) -> Result<(), ConfigError> {
        let set = [
            ("oidc_client_id", self.oidc_client_id.is_some()),
            (
                "oidc_client_secret_file",
                self.oidc_client_secret_file.is_some(),
            ),
            ("oidc_name", self.oidc_name.is_some()),
            ("public_url", self.public_url.is_some()),
            (
                "sign_up = \"identity\"",
                self.sign_up == SignUpPolicy::Identity,
            ),
        ];
        match set.into_iter().find(|(_, is_set)| *is_set) {
            None => Ok(()),
            Some((field, _)) => Err(ConfigError(format!(
                "{field}: set without a provider; set oidc_issuer as well"
            ))),
        }
    }
}

fn required<'v, T>(field: &str, value: Option<&'v T>) -> Result<&'v T, ConfigError> {
    let missing = || ConfigError(format!("{field}: missing; oidc_issuer needs it"));
    value.ok_or_else(missing)
}

/// Returns the host of an address to which secrets may be sent.
fn secure_host(field: &str, text: &str) -> Result<String, ConfigError> {
    let address: Option<Uri> = text.parse().ok();
    let secure = address.filter(is_secure_address);
    let host = secure.and_then(|address| address.host().map(str::to_owned));
    host.ok_or_else(|| {
        ConfigError(format!(
            "{field}: expected an address with https://, or with http:// of this machine, found `{text}`"
        ))
    })
}

fn client_secret(text: &str) -> Result<String, String> {
    match text {
        "" => Err("the file is empty; write the secret of the provider to it".into()),
        secret => Ok(secret.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_without_a_provider_are_rejected() {
        let with = |change: fn(&mut Config)| {
            let mut config = Config::default();
            change(&mut config);
            let error = config.validate().unwrap_err().to_string();
            assert!(error.ends_with("set oidc_issuer as well"), "{error}");
        };
        with(|config| config.oidc_client_id = Some("botwerk".into()));
        with(|config| config.oidc_client_secret_file = Some("secret".into()));
        with(|config| config.oidc_name = Some("ID".into()));
        with(|config| config.public_url = Some("https://play.example".into()));
        with(|config| config.sign_up = SignUpPolicy::Identity);
        assert_eq!(Config::default().provider_settings(), Ok(None));
    }

    #[test]
    fn provider_needs_its_other_settings() {
        let secret = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(secret.path(), "sesame\n").unwrap();
        let complete = Config {
            oidc_issuer: Some("https://id.example/realm".into()),
            oidc_client_id: Some("botwerk".into()),
            oidc_client_secret_file: Some(secret.path().into()),
            public_url: Some("https://play.example".into()),
            ..Config::default()
        };
        if let Err(message) = check_built() {
            let error = complete.validate().unwrap_err().to_string();
            assert!(
                error.contains(&message) && message.contains("feature oidc"),
                "{error}"
            );
            return;
        }
        let settings = complete.provider_settings().unwrap().unwrap();
        assert_eq!(settings.name, "id.example");
        assert_eq!(settings.client_secret, "sesame");
        let address = "https://play.example/sign-in/callback";
        assert_eq!(settings.redirect_address, address);
        let rejected = |change: fn(&mut Config), expected: &str| {
            let mut config = complete.clone();
            change(&mut config);
            let error = config.validate().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        rejected(
            |config| config.oidc_client_id = None,
            "oidc_client_id: missing",
        );
        rejected(
            |config| config.oidc_client_secret_file = None,
            "oidc_client_secret_file: missing",
        );
        rejected(
            |config| config.oidc_client_secret_file = Some("/dev/null".into()),
            "the file is empty",
        );
        rejected(|config| config.public_url = None, "public_url: missing");
        rejected(|config| config.pages = false, "pages = false");
        for address in ["http://id.example", "id.example", "", "a b"] {
            let config = Config {
                oidc_issuer: Some(address.into()),
                ..complete.clone()
            };
            let error = config.validate().unwrap_err().to_string();
            assert!(
                error.contains("oidc_issuer: expected an address"),
                "{error}"
            );
        }
        for address in ["https://play.example/", "https://play.example/a"] {
            let config = Config {
                public_url: Some(address.into()),
                ..complete.clone()
            };
            let error = config.validate().unwrap_err().to_string();
            assert!(error.contains("public_url: expected scheme"), "{error}");
        }
    }
}
