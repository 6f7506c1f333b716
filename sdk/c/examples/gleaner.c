/* A sparring partner of the arena: grazes on what is nearest and large enough, and runs straight away
 * from the nearest carnivore that comes close. */
#include "../terrarium.h"

PARAMETERS("caution 60 0 10000\n"
           "pace 0.35 0.01 1\n")

static double least(double a, double b) { return a < b ? a : b; }
static double greatest(double a, double b) { return a > b ? a : b; }

/* A share of the greatest speed, within what is allowed. */
static double paced(const Senses *me, double share) {
    return least(greatest(me->max_speed * share, 2.0), me->max_speed);
}

/* Goes toward a point that may lie outside of the world. */
static void head_for(const Senses *me, double x, double y, double speed) {
    double r = me->radius;
    go_to(least(greatest(x, me->min_x + r), me->max_x - r),
          least(greatest(y, me->min_y + r), me->max_y - r), speed);
}

static const Sighting *nearest(const Senses *me, uint8_t seen, double food) {
    for (uint32_t i = 0; i < me->sighting_count; i++) {
        const Sighting *s = &sightings(me)[i];
        if (s->seen == seen && s->food >= food) return s;
    }
    return 0;
}

static void graze(const Senses *me, const Sighting *plant, double speed) {
    if (plant->gap <= me->reach) {
        halt();
    } else {
        go_beside(plant->id, speed);
    }
    if (plant->gap <= me->reach + speed) eat(plant->id);
}

void decide(const Senses *me) {
    double speed = paced(me, parameter(me, 1));
    if (me->can_reproduce) reproduce();
    const Sighting *threat = nearest(me, CARNIVORE, 0.0);
    if (threat != 0 && threat->gap <= parameter(me, 0)) {
        head_for(me, 2.0 * me->x - threat->x, 2.0 * me->y - threat->y, me->max_speed);
        return;
    }
    double wanted = least(me->bite, me->max_energy - me->energy);
    const Sighting *plant = nearest(me, PLANT, wanted * 0.3);
    if (me->state == FULL) {
        halt();
    } else if (plant != 0) {
        graze(me, plant, speed);
    } else if (!me->travelling) {
        double far = me->sight * 3.0;
        double x = random_number() * 2.0 - 1.0;
        double y = random_number() * 2.0 - 1.0;
        head_for(me, me->x + x * far, me->y + y * far, speed);
    }
}
