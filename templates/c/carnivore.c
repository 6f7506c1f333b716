/* What a NAME does. `terrarium creature docs --lang wasm` lists all that it can know and want. */
#include "terrarium.h"

/* What [behaviour.parameters] in creature.toml can set: name, default, least and greatest value. */
PARAMETERS("appetite 0.7 0 1\n")

static double within(double at, double least, double greatest) {
    return at < least ? least : at > greatest ? greatest : at;
}

static void go_within(const Senses *me, double x, double y, double speed) {
    go_to(within(x, me->min_x + me->radius, me->max_x - me->radius),
          within(y, me->min_y + me->radius, me->max_y - me->radius), speed);
}

/* The nearest in sight of a kind with at least so much to eat, or nobody: the nearest comes first. */
static const Sighting *nearest(const Senses *me, uint8_t seen, double food) {
    for (uint32_t i = 0; i < me->sighting_count; i++) {
        const Sighting *s = &sightings(me)[i];
        if (s->seen == seen && s->food >= food) return s;
    }
    return 0;
}

/* Called every tick, for one creature. */
void decide(const Senses *me) {
    for (uint32_t i = 0; i < me->event_count; i++) {
        if (events(me)[i].what == ATTACKED) defend(events(me)[i].whom);
    }
    if (me->can_reproduce) reproduce();

    /* What lies there already need not be hunted. */
    int hunts = me->energy < parameter(me, 0) * me->max_energy;
    const Sighting *carcass = nearest(me, CARCASS, 0.001);
    if (hunts && carcass) {
        if (carcass->gap > me->reach) {
            go_beside(carcass->id, me->max_speed);
        } else {
            halt();
            eat(carcass->id);
        }
        return;
    }

    /* Next to it, and a blow as soon as it is within reach. */
    const Sighting *prey = nearest(me, HERBIVORE, 0);
    if (hunts && prey) {
        if (prey->gap <= me->reach) attack(prey->id);
        go_beside(prey->id, me->max_speed);
        return;
    }
    /* Nothing to do: somewhere else, unless it is going there already. */
    if (!me->travelling) {
        double x = me->x + 200 * (random_number() - 0.5), y = me->y + 200 * (random_number() - 0.5);
        go_within(me, x, y, 0.3 * me->max_speed);
    }
}
