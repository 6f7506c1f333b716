//! How an attempt ended.

use terrarium_navigation::{FailureReason, Outcome};

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// At the goal, without entering an obstacle.
    Found,
    /// At the goal, but through obstacles: the navigator ignores them.
    Through,
    /// The start is proven to be enclosed.
    StartEnclosed,
    /// The goal is proven to be enclosed.
    GoalEnclosed,
    /// Start or goal is outside the world.
    Outside,
    /// The budget of steps or turns was exhausted.
    GaveUp,
    /// The method had no next move.
    Stuck,
    /// The method returned to an earlier state.
    Circling,
    /// There is no path over the cells of the method's grid.
    NoneOnGrid,
}

/// What an ending says about the problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// There is a path.
    Found,
    /// Nothing: the path enters obstacles.
    Through,
    /// There is provably no path.
    Unreachable,
    /// Nothing: the budget was exhausted.
    GaveUp,
    /// Nothing: the method failed.
    Failed,
}

impl Ending {
    /// All endings.
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

    /// The name in tables: the name of the [outcome](Outcome::name), if there is one.
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

    /// What this ending says about the problem.
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
    fn an_ending_has_the_name_of_its_outcome() {
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
