//! What krABMaga asks of every state and agent.

/// Implements the casts of a `State`.
macro_rules! state_casts {
    () => {
        fn as_any(&self) -> &dyn std::any::Any {
            self
        }

        fn as_any_mut(&mut self) -> &mut dyn std::any::Any {
            self
        }

        fn as_state(&self) -> &dyn ::krabmaga::engine::state::State {
            self
        }

        fn as_state_mut(&mut self) -> &mut dyn ::krabmaga::engine::state::State {
            self
        }
    };
}

/// Makes agents equal that have the same number.
macro_rules! equal_by_id {
    ($agent:ty) => {
        impl PartialEq for $agent {
            fn eq(&self, other: &Self) -> bool {
                self.id == other.id
            }
        }

        impl Eq for $agent {}

        impl std::hash::Hash for $agent {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.id.hash(state);
            }
        }
    };
}

pub(crate) use {equal_by_id, state_casts};
