/* What a NAME does. `terrarium creature docs --lang wasm` lists all that it can know and want. */
#include "instincts.h"

/* What [behaviour.parameters] in creature.toml can set: name, default, least and greatest value. */
#define LIST(P) P(appetite, 0.7, 0, 1)
DECLARE_PARAMETERS(LIST)

/* Called every tick, for one creature. */
void decide(const Senses *me) {
    for (uint32_t i = 0; i < me->event_count; i++) {
        if (events(me)[i].what == ATTACKED) defend(events(me)[i].whom);
    }
    if (me->can_reproduce) reproduce();

    if (me->energy <= parameters(me)->appetite * me->max_energy) {
        /* What lies there already need not be hunted. */
        const Sighting *carcass = best_food(me, 0);
        if (carcass) {
            graze(me, carcass, me->max_speed);
            return;
        }
        /* Next to it, and a blow as soon as it is within reach. */
        const Sighting *prey = nearest(me, HERBIVORE);
        if (prey) {
            pursue(me, prey, me->max_speed);
            return;
        }
    }
    /* Nothing to do: somewhere else, unless it is going there already. */
    roam(me, pace(me, 0.3));
}
