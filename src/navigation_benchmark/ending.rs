//! How a walk ended.

use crate::navigation::{FailureReason, Outcome};

/// How a walk ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// At the goal.
    Found,
    /// At the goal, but through obstacles: of who never looks at any.
    Through,
    /// With a proof that the start is enclosed.
    StartEnclosed,
    /// With a proof that the goal is enclosed.
    GoalEnclosed,
    /// With the finding that start or goal lie outside the world.
    Outside,
    /// When the budget of steps or turns was used up.
    GaveUp,
    /// Where the method did not know where to go.
    Stuck,
    /// Where it had been before, in the same frame of mind.
    Circling,
    /// With the finding that no way leads from square to square.
    NoneOnGrid,
}

/// What endings have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// There is a way that can be walked.
    Found,
    /// There is a way for ghosts.
    Through,
    /// There is none, and that is proven.
    Unreachable,
    /// Nobody knows: the budget was used up.
    GaveUp,
    /// Nobody knows: the method cannot tell.
    Failed,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Self; 9] = [
        Self::Found,
        Self::Through,
        Self::StartEnclosed,
        Self::GoalEnclosed,
        Self::Outside,
        Self::GaveUp,
        Self::Stuck,
        Self::Circling,
        Self::NoneOnGrid,
    ];

    /// Its name in tables: that of the [outcome](Outcome::name), where there is one.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Through => "through",
            Self::StartEnclosed => "start_enclosed",
            Self::GoalEnclosed => "goal_enclosed",
            Self::Outside => "outside",
            Self::GaveUp => "gave_up",
            Self::Stuck => "stuck",
            Self::Circling => "circling",
            Self::NoneOnGrid => "none_on_grid",
        }
    }

    /// What it comes to.
    #[must_use]
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Found => Verdict::Found,
            Self::Through => Verdict::Through,
            Self::StartEnclosed | Self::GoalEnclosed | Self::Outside => Verdict::Unreachable,
            Self::GaveUp => Verdict::GaveUp,
            Self::Stuck | Self::Circling | Self::NoneOnGrid => Verdict::Failed,
        }
    }
}

impl From<&Outcome> for Ending {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Found(_) => Self::Found,
            Outcome::StartEnclosed { .. } => Self::StartEnclosed,
            Outcome::GoalEnclosed { .. } => Self::GoalEnclosed,
            Outcome::Outside => Self::Outside,
            Outcome::GaveUp => Self::GaveUp,
            Outcome::Failed(FailureReason::Stuck) => Self::Stuck,
            Outcome::Failed(FailureReason::Circling) => Self::Circling,
            Outcome::Failed(FailureReason::NoneOnGrid) => Self::NoneOnGrid,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_is_called_what_its_outcome_is_called() {
        let outcomes = [
            Outcome::Found(Vec::new()),
            Outcome::StartEnclosed { by: Vec::new() },
            Outcome::GoalEnclosed { by: Vec::new() },
            Outcome::Outside,
            Outcome::GaveUp,
            Outcome::Failed(FailureReason::Stuck),
            Outcome::Failed(FailureReason::Circling),
            Outcome::Failed(FailureReason::NoneOnGrid),
        ];
        for outcome in &outcomes {
            assert_eq!(Ending::from(outcome).name(), outcome.name());
        }
        let endings = outcomes.iter().map(Ending::from);
        assert!(Ending::ALL.into_iter().filter(|&e| e != Ending::Through).eq(endings));
    }
}
