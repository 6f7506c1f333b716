//! The energy ledger: income and expenditure of energy, by account.

use serde::{Deserialize, Serialize};
use terrarium_creatures::rules::Energy;

/// An account of energy that enters or leaves a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Account {
    /// In: the energy of founders and of creatures from nests.
    Founding,
    /// In: the energy that plants gain from light.
    Light,
    /// Out: the cost of living.
    Living,
    /// Out: the cost of movement.
    Moving,
    /// Out: the cost of attacks.
    Attacking,
    /// Out: the cost of defences.
    Defending,
    /// Out: the cost of healing.
    Healing,
    /// Out: the part of the investment in a birth that the child does not receive, and seeds
    /// without room.
    Birth,
    /// Out: energy from light above what a plant can hold.
    Spilled,
    /// Out: plants that died, and the energy of dead animals above what a carcass can hold.
    Litter,
    /// Out: rotted carcasses.
    Rotted,
    /// In: energy added by commands, by feeding and in added organisms.
    Given,
    /// Out: the energy of organisms removed by commands.
    Taken,
}

impl Account {
    /// All accounts: those of the simulation, income first, then those of commands.
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

    /// Whether the account is income.
    #[must_use]
    pub fn is_income(self) -> bool {
        matches!(self, Self::Founding | Self::Light | Self::Given)
    }
}

/// The total of each account since the world began.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    accounts: [Energy; Account::ALL.len()],
}

impl Ledger {
    /// Books an amount.
    pub fn book(&mut self, account: Account, amount: Energy) {
        self.accounts[account as usize] += amount;
    }

    /// The total of an account.
    #[must_use]
    pub fn total(&self, account: Account) -> Energy {
        self.accounts[account as usize]
    }

    /// The totals of the accounts of the simulation, and of those of commands.
    pub(super) fn parts(&self) -> ([Energy; 11], [Energy; 2]) {
        let [simulated @ .., given, taken] = self.accounts;
        (simulated, [given, taken])
    }

    /// Income less expenditure: the energy that all organisms together must hold.
    #[must_use]
    pub fn balance(&self) -> Energy {
        Account::ALL
            .into_iter()
            .map(|a| if a.is_income() { self.total(a) } else { -self.total(a) })
            .sum()
    }
}
