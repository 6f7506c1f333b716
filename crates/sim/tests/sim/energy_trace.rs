//! The energy accounts of traced organisms add up.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::rules::Energy;
use terrarium_sim::tick::EnergyAccount;
use terrarium_sim::tick::{Command, TraceTarget};
use terrarium_sim::world::Account;
use terrarium_sim::world::{Life, World};
use terrarium_testing::{simulation_of, small_world};

fn booked(world: &World) -> [Energy; 6] {
    let total = |account| world.ledger().total(account);
    [
        total(Account::Living),
        total(Account::Moving),
        total(Account::Attacking),
        total(Account::Defending),
        total(Account::Healing),
        total(Account::Light) - total(Account::Spilled),
    ]
}

fn energy_of(world: &World, id: OrganismId) -> Energy {
    let entity = world.entity_of(id);
    let life = entity.and_then(|it| world.component::<&Life>(it).ok().map(|it| it.energy));
    life.unwrap_or_default()
}

#[test]
fn accounts_of_all_organisms_add_up_to_the_ledger_and_to_their_energies() {
    let mut sim = simulation_of(small_world());
    let (mut gained, mut left) = (Energy::ZERO, Energy::ZERO);
    for _ in 0..120 {
        let before = booked(sim.world());
        let count = sim.world().next_id().0;
        let ids: Vec<_> = (1..count + 10).map(OrganismId).collect();
        let energies: Vec<_> = ids.iter().map(|&id| energy_of(sim.world(), id)).collect();
        sim.trace(ids.iter().copied().map(TraceTarget::Organism).collect());
        sim.tick();
        let sum = |account| -> Energy {
            let traces = ids.iter().map(|&id| sim.energy_trace(id).unwrap());
            let changes = traces.flat_map(|trace| &trace.changes);
            changes.filter(|(of, _)| *of == account).map(|&(_, amount)| amount).sum()
        };
        let expected: Vec<_> =
            booked(sim.world()).iter().zip(before).map(|(&after, before)| after - before).collect();
        use EnergyAccount as In;
        let costs = [In::Living, In::Moving, In::Attacking, In::Defending, In::Healing];
        let mut traced: Vec<_> = costs.iter().map(|&account| -sum(account)).collect();
        traced.push(sum(In::Light));
        assert_eq!(traced, expected, "tick {}", sim.world().tick());
        assert_eq!(sum(In::Given), Energy::ZERO);
        gained += sum(In::Food);
        left += sum(In::Left);
        for (&id, before) in ids.iter().zip(energies) {
            let trace = sim.energy_trace(id).unwrap();
            let change: Energy = trace.changes.iter().map(|&(_, amount)| amount).sum();
            assert_eq!(before + change, energy_of(sim.world(), id), "{id}");
        }
    }
    assert!(gained.is_positive() && (-left).is_positive());
}

#[test]
fn what_commands_feed_and_remove_is_entered() {
    let mut sim = simulation_of(small_world());
    let hare = OrganismId(37);
    sim.trace(vec![TraceTarget::Organism(hare)]);
    sim.tick();
    let before = energy_of(sim.world(), hare);
    sim.apply(Command::Feed { organism: hare }).unwrap();
    let fed = energy_of(sim.world(), hare) - before;
    sim.tick();
    let trace = sim.energy_trace(hare).unwrap();
    assert_eq!(trace.changes[0], (EnergyAccount::Given, fed));
    let before = energy_of(sim.world(), hare);
    sim.apply(Command::Remove { organism: hare }).unwrap();
    sim.tick();
    let trace = sim.energy_trace(hare).unwrap();
    assert_eq!((trace.energy, &*trace.changes), (None, &[(EnergyAccount::Left, -before)][..]));
    sim.tick();
    assert_eq!(sim.energy_trace(hare).unwrap().changes, []);
}
