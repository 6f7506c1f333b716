//! Energy in and out, by account.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use terrarium_creatures::rules::Energy;
use terrarium_sim::tick::EnergyAccount;

/// The changes of the energy of one organism over some ticks, by account. Income is positive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EnergyBudget {
    amounts: [Energy; EnergyAccount::ALL.len()],
}

impl EnergyBudget {
    /// Adds changes of one tick.
    pub fn add(&mut self, changes: &[(EnergyAccount, Energy)]) {
        for &(account, amount) in changes {
            self.amounts[account as usize] += amount;
        }
    }

    /// Adds another budget.
    pub fn merge(&mut self, other: &Self) {
        for (amount, more) in self.amounts.iter_mut().zip(other.amounts) {
            *amount += more;
        }
    }

    /// The amount of one account: positive for a gain.
    #[must_use]
    pub fn amount(&self, account: EnergyAccount) -> Energy {
        self.amounts[account as usize]
    }

    /// The sum of all accounts: how much the energy changed.
    #[must_use]
    pub fn change(&self) -> Energy {
        self.amounts.iter().copied().sum()
    }

    /// The sum of all gains but what it had at birth.
    #[must_use]
    pub fn gained(&self) -> Energy {
        self.gains().map(|(_, amount)| amount).sum()
    }

    /// The sum of all losses but what it left at its death, as a positive amount.
    #[must_use]
    pub fn spent(&self) -> Energy {
        self.losses().map(|(_, amount)| amount).sum()
    }

    /// The accounts with a gain, the largest first. What it had at birth is no gain.
    pub(super) fn gains(&self) -> impl Iterator<Item = (EnergyAccount, Energy)> {
        sorted(self.entries().filter(|&(account, amount)| {
            amount.is_positive() && account != EnergyAccount::Endowment
        }))
    }

    /// The accounts with a loss, as positive amounts, the largest first. What it left at its death is
    /// no loss.
    pub(super) fn losses(&self) -> impl Iterator<Item = (EnergyAccount, Energy)> {
        let losses = self.entries().map(|(account, amount)| (account, -amount));
        sorted(
            losses.filter(|&(account, amount)| {
                amount.is_positive() && account != EnergyAccount::Left
            }),
        )
    }

    fn entries(&self) -> impl Iterator<Item = (EnergyAccount, Energy)> {
        EnergyAccount::ALL.into_iter().zip(self.amounts)
    }
}

fn sorted(
    entries: impl Iterator<Item = (EnergyAccount, Energy)>,
) -> impl Iterator<Item = (EnergyAccount, Energy)> {
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by_key(|&(account, amount)| (-amount, account));
    entries.into_iter()
}

/// A map from the names of all accounts to units.
impl Serialize for EnergyBudget {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.amounts.len()))?;
        for (account, amount) in self.entries() {
            map.serialize_entry(account.name(), &amount.units())?;
        }
        map.end()
    }
}
