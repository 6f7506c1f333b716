/* What a NAME does. `terrarium creature docs --lang wasm` lists all that it can know and want. */
#include "instincts.h"

/* What [behaviour.parameters] in creature.toml can set: name, default, least and greatest value. */
#define LIST(P) P(caution, 60, 0, 10000)
DECLARE_PARAMETERS(LIST)

/* Called every tick, for one creature. */
void decide(const Senses *me) {
    for (uint32_t i = 0; i < me->event_count; i++) {
        if (events(me)[i].what == ATTACKED) defend(events(me)[i].whom);
    }
    if (me->can_reproduce) reproduce();

    /* Carnivores that come nearer, or are close already, are run from at full speed. */
    if (flee(me, threats(me, parameters(me)->caution), me->max_speed)) return;

    /* Unless it is full: to the best food in sight, and a bite as soon as it is within reach. */
    const Sighting *food = best_food(me, 0);
    if (food && me->state != FULL) {
        graze(me, food, pace(me, 0.4));
        return;
    }
    /* Nothing to do: somewhere else, unless it is going there already. */
    roam(me, pace(me, 0.3));
}
