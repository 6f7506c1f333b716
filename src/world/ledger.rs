//! The books of energy: what came in, what left, and by which door.

use serde::{Deserialize, Serialize};

use crate::rules::Energy;

/// A door through which energy enters or leaves a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Account {
    /// In: what founders brought with them, and those who came out of nests.
    Founding,
    /// In: what plants made of light.
    Light,
    /// Out: burned to live.
    Living,
    /// Out: burned to move.
    Moving,
    /// Out: burned to attack.
    Attacking,
    /// Out: burned to defend.
    Defending,
    /// Out: burned to heal.
    Healing,
    /// Out: what a birth cost beyond what the child got, and seeds that found no room.
    Birth,
    /// Out: light above what a plant can hold.
    Spilled,
    /// Out: plants that died, and what a carcass could not hold.
    Litter,
    /// Out: carcasses rotted away.
    Rotted,
    /// In: what commands fed organisms, and what those whom they added brought with them.
    Given,
    /// Out: what those whom commands removed took with them.
    Taken,
}

impl Account {
    /// All of them: those of life, the incoming first, and then those of commands.
    pub const ALL: [Self; 13] = [
        Self::Founding,
        Self::Light,
        Self::Living,
        Self::Moving,
        Self::Attacking,
        Self::Defending,
        Self::Healing,
        Self::Birth,
        Self::Spilled,
        Self::Litter,
        Self::Rotted,
        Self::Given,
        Self::Taken,
    ];

    /// Its name in files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Founding => "founding",
            Self::Light => "light",
            Self::Living => "living",
            Self::Moving => "moving",
            Self::Attacking => "attacking",
            Self::Defending => "defending",
            Self::Healing => "healing",
            Self::Birth => "birth",
            Self::Spilled => "spilled",
            Self::Litter => "litter",
            Self::Rotted => "rotted",
            Self::Given => "given",
            Self::Taken => "taken",
        }
    }

    /// Whether energy enters by it.
    #[must_use]
    pub fn is_income(self) -> bool {
        matches!(self, Self::Founding | Self::Light | Self::Given)
    }
}

/// How much has gone through each door since the world began.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    accounts: [Energy; Account::ALL.len()],
}

impl Ledger {
    /// Books an amount.
    pub fn book(&mut self, account: Account, amount: Energy) {
        self.accounts[account as usize] += amount;
    }

    /// What has gone through a door.
    #[must_use]
    pub fn total(&self, account: Account) -> Energy {
        self.accounts[account as usize]
    }

    /// What has gone through the doors of life, and through those that only commands open.
    pub(super) fn parts(&self) -> ([Energy; 11], [Energy; 2]) {
        let [of_life @ .., given, taken] = self.accounts;
        (of_life, [given, taken])
    }

    /// What the organisms must hold together, if everything was booked.
    #[must_use]
    pub fn balance(&self) -> Energy {
        Account::ALL
            .into_iter()
            .map(|a| if a.is_income() { self.total(a) } else { -self.total(a) })
            .sum()
    }
}
