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
}

impl Account {
    /// All of them, the incoming first.
    pub const ALL: [Self; 11] = [
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
        }
    }

    /// Whether energy enters by it.
    #[must_use]
    pub fn is_income(self) -> bool {
        matches!(self, Self::Founding | Self::Light)
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

    /// What the organisms must hold together, if everything was booked.
    #[must_use]
    pub fn balance(&self) -> Energy {
        Account::ALL
            .into_iter()
            .map(|a| if a.is_income() { self.total(a) } else { -self.total(a) })
            .sum()
    }
}
