/* The least creature: walks up to the nearest plant and eats of it, or to the middle of the
 * world. */
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
    go_near((me->min_x + me->max_x) * 0.5, (me->min_y + me->max_y) * 0.5, me->max_speed);
}
