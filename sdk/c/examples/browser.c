/* The least creature: walks up to the nearest plant and eats of it. */
#include "../terrarium.h"

void decide(const Senses *me) {
    if (me->can_reproduce) reproduce();
    for (uint32_t i = 0; i < me->sighting_count; i++) {
        const Sighting *s = &sightings(me)[i];
        if (s->seen == PLANT) {
            go_beside(s->id, me->max_speed);
            eat(s->id);
            return;
        }
    }
}
