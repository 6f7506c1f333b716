//! A world configuration with a cached hash.

use std::ops::Deref;
use std::sync::Arc;

use super::WorldConfig;

/// A [`WorldConfig`] with its hash. It can only be changed with [`update`](Self::update), which keeps
/// the hash up to date.
#[derive(Clone)]
pub(crate) struct HashedConfig {
    config: Arc<WorldConfig>,
    hash: u128,
}

impl HashedConfig {
    /// Changes the configuration and recomputes the hash.
    pub(super) fn update(&mut self, change: impl FnOnce(&mut WorldConfig)) {
        change(Arc::make_mut(&mut self.config));
        self.hash = self.config.hash();
    }

    /// The hash of the configuration.
    pub(crate) fn hash(&self) -> u128 {
        self.hash
    }
}

impl From<WorldConfig> for HashedConfig {
    fn from(config: WorldConfig) -> Self {
        Self { hash: config.hash(), config: Arc::new(config) }
    }
}

impl Deref for HashedConfig {
    type Target = WorldConfig;

    fn deref(&self) -> &WorldConfig {
        &self.config
    }
}
