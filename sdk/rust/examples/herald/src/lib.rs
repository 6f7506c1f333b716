//! Uses everything that creatures ask the host: the condition of others, costs, paths, links, and messages. The
//! script `tests/creatures/herald/behaviour.rhai` decides the same.

#![no_std]
#![forbid(unsafe_code)]

use terrarium_creature::{
    EnergyState, Senses, Turn, creature, log_number, path_length, step_cost,
};

creature!(decide);

fn decide(turn: &mut Turn) {
    let me = turn.senses();
    log_number("step", step_cost(me.max_speed));
    log_number("half step", step_cost(me.max_speed * 0.5));
    for link in me.links() {
        let open = f64::from(u8::from(link.is_open()));
        log_number("link", f64::from(link.id) + 10.0 * f64::from(link.ticks) + 1000.0 * open);
        log_number("embark", link.x + 2.0 * link.y + 3.0 * link.gap);
        log_number("land", link.to_x + 2.0 * link.to_y);
    }
    report_others(turn, me);
    go_to_nearest(turn, me);
}

/// Tells its kin how many of those in sight are full and hungry.
fn report_others(turn: &mut Turn, me: &'static Senses) {
    let mut counts = [0_u8; 2];
    for sighting in me.sightings() {
        let Some(seen) = me.condition(sighting) else { continue };
        counts[0] += u8::from(seen.state == EnergyState::FULL);
        counts[1] += u8::from(seen.state <= EnergyState::HUNGRY);
        let starves = f64::from(u8::from(seen.state == EnergyState::DETERIORATING));
        let mature = f64::from(u8::from(seen.is_mature()));
        log_number("damage", seen.damage);
        log_number("strength", seen.attack + 2.0 * seen.defence + 3.0 * seen.max_speed);
        log_number("activity", f64::from(seen.doing.0) + 10.0 * mature + 100.0 * starves);
    }
    if counts == [0, 0] {
        turn.tell(b"nothing here");
    } else {
        turn.tell(&counts);
    }
}

/// Goes to whoever told something and is within reach of a short walk.
fn go_to_nearest(turn: &mut Turn, me: &'static Senses) {
    for message in me.messages() {
        let sum: u32 = message.bytes().iter().map(|&byte| u32::from(byte)).sum();
        log_number("sum", f64::from(sum));
        let Some(length) = path_length(message.x, message.y) else { continue };
        log_number("path", length);
        if length < 400.0 {
            turn.signal(message.from.0);
            return turn.go_to(message.x, message.y, me.max_speed);
        }
    }
    turn.halt();
}
