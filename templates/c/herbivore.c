/* What a NAME does. `terrarium creature docs --lang wasm` lists all that it can know and want. */
#include "terrarium.h"

/* What [behaviour.parameters] in creature.toml can set: name, default, least and greatest value. */
PARAMETERS("caution 60 0 10000\n")

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

    /* What comes too near is run from, straight away from it. */
    const Sighting *threat = nearest(me, CARNIVORE, 0);
    if (threat && threat->gap < parameter(me, 0)) {
        go_within(me, 2 * me->x - threat->x, 2 * me->y - threat->y, me->max_speed);
        return;
    }

    /* Unless it is full: next to the nearest plant, and a bite as soon as it is within reach. */
    const Sighting *plant = nearest(me, PLANT, 0.001);
    if (plant && me->energy < 0.8 * me->max_energy) {
        if (plant->gap > me->reach) {
            go_beside(plant->id, 0.4 * me->max_speed);
        } else {
            halt();
            eat(plant->id);
        }
        return;
    }
    /* Nothing to do: somewhere else, unless it is going there already. */
    if (!me->travelling) {
        double x = me->x + 200 * (random_number() - 0.5), y = me->y + 200 * (random_number() - 0.5);
        go_within(me, x, y, 0.3 * me->max_speed);
    }
}
