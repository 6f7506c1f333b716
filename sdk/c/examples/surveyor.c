/* Signals the ground under it, and the ground a hundred units to the east of it. */
#include "../terrarium.h"

void decide(const Senses *me) {
    int32_t east = ground_at(me->x + 100.0, me->y);
    signal(me->ground * 100 + (east == GROUND_OUTSIDE ? 99 : east));
}
