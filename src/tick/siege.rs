//! Walls are struck, and breached when they can bear no more.

use rand::RngExt;

use super::Simulation;
use super::attack::strength;
use super::scratch::Scratch;
use crate::behaviour::{Colony, Happening, Refusal, Slotted};
use crate::geometry::Aabb;
use crate::rules::Energy;
use crate::space::terrain::{Cell, Terrain};
use crate::species::Traits;
use crate::world::chance::Purpose;
use crate::world::{Account, Body, Conquest, Identity, Life, News, Setting, World};

/// One creature striking a wall.
struct Assault {
    by: Identity,
    colony: Colony,
    wall: Cell,
    force: f64,
}

/// Lets all blows at walls land, in order of species and identity. Where a wall is breached, the
/// index learns that its tile is open.
pub(super) fn siege(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    if world.conquest.as_ref().is_none_or(|conquest| conquest.verdict.is_some()) {
        return;
    }
    let assaults = assaults(world, scratch);
    let World { conquest, setting, .. } = world;
    let conquest = conquest.as_mut().expect("it was just there");
    let mut is_open = false;
    for assault in assaults {
        is_open |= land(&assault, conquest, setting, scratch);
    }
    if is_open {
        scratch.index.replace_terrain(&blocks(world));
    }
}

/// All that bars the way: the impassable parts of the terrain, less what has been breached, and then
/// the walls that were dropped.
pub(super) fn blocks(world: &World) -> Vec<Aabb> {
    let World { setting, conquest, aftermath, .. } = world;
    let ground = conquest.as_ref().and_then(|conquest| conquest.ground(setting));
    let mut blocks = match ground {
        Some(ground) => ground.obstacles(),
        None => setting.terrain.as_ref().map(Terrain::obstacles).unwrap_or_default(),
    };
    blocks.extend(&aftermath.walls);
    blocks
}

/// The blows that those who want to strike at a wall can afford. Who strikes at somebody has no
/// blow left for a wall.
fn assaults(world: &mut World, scratch: &mut Scratch) -> Vec<Assault> {
    let setting = world.setting.clone();
    let rules = &setting.rules;
    let orders = scratch.orders.iter().filter(|order| order.attack.is_none());
    let orders: Vec<_> = orders.filter_map(|order| Some((order.entity, order.breach?))).collect();
    let mut view = world.organisms.view_mut::<(&Identity, &Body, &Traits, &mut Life)>();
    let mut burned = Energy::ZERO;
    let mut assaults = Vec::new();
    for (entity, wall) in orders {
        // Who died this tick strikes no more.
        let Some((who, body, traits, life)) = view.get_mut(entity) else { continue };
        let Some(colony) = setting.colony(who.species) else { continue };
        let cost = Energy::from_units(rules.attacking * body.radius);
        if life.energy < cost {
            let (slot, why) = (Slotted::Breach, Refusal::NotEnoughEnergy);
            scratch.happened(who, Happening::Refused { slot, why, whom: None });
            continue;
        }
        burned += life.energy.draw(cost);
        let mut rng = setting.chance(world.tick, who.id, Purpose::Combat);
        let strength = strength(setting.species(who.species).kind, rules.carnivore_strength);
        let force = rng.random::<f64>() * strength * traits.attack(body.radius, rules);
        assaults.push(Assault { by: *who, colony, wall, force });
    }
    world.ledger.book(Account::Attacking, burned);
    assaults
}

/// Lets one blow land; answers whether it breached the wall.
fn land(
    assault: &Assault,
    conquest: &mut Conquest,
    setting: &Setting,
    scratch: &mut Scratch,
) -> bool {
    let Assault { by, colony, wall, force } = *assault;
    let rules = &setting.rules;
    if force <= 0.0 || conquest.is_breached(wall, rules) {
        return false;
    }
    let was_silent = conquest.is_silenced(wall, rules);
    *conquest.damage.entry(wall).or_insert(0.0) += force;
    let breached = conquest.is_breached(wall, rules);
    let layout = scratch.layout.as_ref().expect("a conquest has a layout");
    let has_sentry = layout.sentries.contains_key(&wall);
    if has_sentry && !was_silent && conquest.is_silenced(wall, rules) {
        scratch.news.push(News::Silenced { wall, by: colony });
    }
    if breached {
        scratch.news.push(News::Breached { wall, by: colony });
    }
    scratch.happened(&by, Happening::StruckWall { wall, damage: force, breached });
    breached
}
