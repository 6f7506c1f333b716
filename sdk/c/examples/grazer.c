/* A cautious grazer: eats what grows nearby, and keeps well away from carnivores.
 *
 * It decides exactly as the native behaviour `grazer` does, with the same numbers in the same order. */
#include "../terrarium.h"

#include <stdbool.h>

PARAMETERS("caution 70 0 10000\n"
           "pace 0.3 0.01 1\n"
           "flight 0.8 0.01 1\n")

typedef struct {
    double x, y;
} Vector;

static double least(double a, double b) { return a < b ? a : b; }
static double greatest(double a, double b) { return a > b ? a : b; }
static double squared(Vector v) { return v.x * v.x + v.y * v.y; }

/* The direction of a vector; zero for what has none. */
static Vector normalised(Vector v) {
    double reciprocal = 1.0 / __builtin_sqrt(squared(v));
    if (!__builtin_isfinite(reciprocal) || reciprocal <= 0.0) return (Vector){0.0, 0.0};
    return (Vector){v.x * reciprocal, v.y * reciprocal};
}

/* The share of its greatest speed at which a creature walks, within what is allowed. */
static double paced(const Senses *me, double share) {
    return least(greatest(me->max_speed * share, 2.0), me->max_speed);
}

/* Whom to leave alone for a while, because there was no way there: the latest few. */
enum { MOST = 6, TICKS = 40 };

static struct {
    uint64_t id, until;
} shunned[MOST];
static uint32_t shunned_count;

static void shun(uint64_t id, uint64_t until) {
    if (shunned_count == MOST) {
        for (uint32_t i = 1; i < MOST; i++) shunned[i - 1] = shunned[i];
        shunned_count--;
    }
    shunned[shunned_count].id = id;
    shunned[shunned_count].until = until;
    shunned_count++;
}

static bool is_shunned(uint64_t id) {
    for (uint32_t i = 0; i < shunned_count; i++) {
        if (shunned[i].id == id) return true;
    }
    return false;
}

/* Whole numbers are remembered seven bits a byte, the lowest first. */
static uint64_t read_number(const uint8_t **at) {
    uint64_t value = 0;
    for (uint32_t shift = 0;; shift += 7) {
        uint8_t byte = *(*at)++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
    }
}

static uint8_t *write_number(uint8_t *at, uint64_t value) {
    for (; value >= 0x80; value >>= 7) *at++ = (uint8_t)value | 0x80;
    *at++ = (uint8_t)value;
    return at;
}

static void recall_shunned(const Senses *me) {
    if (me->memory_length == 0) return;
    const uint8_t *at = memory(me);
    for (uint64_t count = read_number(&at); count > 0; count--) {
        uint64_t id = read_number(&at);
        shun(id, read_number(&at));
    }
}

static void remember_shunned(void) {
    static uint8_t bytes[1 + MOST * 20];
    uint8_t *end = write_number(bytes, shunned_count);
    for (uint32_t i = 0; i < shunned_count; i++) {
        end = write_number(write_number(end, shunned[i].id), shunned[i].until);
    }
    remember(bytes, (uint32_t)(end - bytes));
}

static bool lacked_a_way(const Event *event) {
    if (event->what != REFUSED) return false;
    return event->why == NO_WAY || event->why == NO_WAY_FOUND || event->why == CLOSED_IN;
}

/* Forgets those of long ago, and takes note of whom there was no way to. */
static void update_shunned(const Senses *me) {
    uint32_t before = shunned_count;
    shunned_count = 0;
    for (uint32_t i = 0; i < before; i++) {
        if (me->tick < shunned[i].until) shunned[shunned_count++] = shunned[i];
    }
    bool has_changed = shunned_count < before;
    for (uint32_t i = 0; i < me->event_count; i++) {
        const Event *event = &events(me)[i];
        if (lacked_a_way(event) && event->whom != 0) {
            shun(event->whom, me->tick + TICKS);
            has_changed = true;
        }
    }
    if (has_changed) remember_shunned();
}

/* The direction away from the carnivores within `gap` that come nearer, and those within a quarter of
 * it whatever they do; the nearer the stronger. */
static Vector away_from_threats(const Senses *me, double gap) {
    Vector sum = {0.0, 0.0};
    for (uint32_t i = 0; i < me->sighting_count; i++) {
        const Sighting *s = &sightings(me)[i];
        if (s->gap > gap) break;
        if (s->seen != CARNIVORE) continue;
        Vector apart = {me->x - s->x, me->y - s->y};
        bool comes_nearer = s->velocity_x * apart.x + s->velocity_y * apart.y > 0.0;
        if (s->gap * 4.0 > gap && !comes_nearer) continue;
        double weight = greatest(squared(apart), 1.0);
        sum.x += apart.x / weight;
        sum.y += apart.y / weight;
    }
    return normalised(sum);
}

/* The nearest point at which the middle of the body can be. */
static Vector within_room(const Senses *me, Vector v) {
    double r = me->radius;
    return (Vector){least(greatest(v.x, me->min_x + r), me->max_x - r),
                    least(greatest(v.y, me->min_y + r), me->max_y - r)};
}

static Vector ahead(const Senses *me, Vector direction, double far) {
    return (Vector){me->x + direction.x * far, me->y + direction.y * far};
}

/* A vector at random, from -1 to 1 each way. */
static Vector thrown(void) {
    double x = random_number() * 2.0 - 1.0;
    double y = random_number() * 2.0 - 1.0;
    return (Vector){x, y};
}

/* Runs in a direction, turning along the border where the world ends. */
static void run(const Senses *me, Vector direction, double speed) {
    for (uint32_t i = 0; i < me->event_count; i++) {
        if (lacked_a_way(&events(me)[i])) {
            /* Any other direction is better than none. */
            Vector v = thrown();
            direction = normalised((Vector){direction.x + v.x * 2.0, direction.y + v.y * 2.0});
            break;
        }
    }
    Vector wanted = ahead(me, direction, me->sight);
    Vector aim = within_room(me, wanted);
    if (__builtin_sqrt(squared((Vector){aim.x - me->x, aim.y - me->y})) < me->sight * 0.25) {
        /* Cornered at the border: along it, to the side with more room. */
        double r = me->radius;
        double middle_x = ((me->min_x + r) + (me->max_x - r)) * 0.5;
        double middle_y = ((me->min_y + r) + (me->max_y - r)) * 0.5;
        Vector along;
        if (__builtin_fabs(wanted.x - aim.x) > __builtin_fabs(wanted.y - aim.y)) {
            along = (Vector){0.0, me->y < middle_y ? 1.0 : -1.0};
        } else {
            along = (Vector){me->x < middle_x ? 1.0 : -1.0, 0.0};
        }
        aim = within_room(me, ahead(me, along, me->sight));
    }
    go_to(aim.x, aim.y, speed);
}

/* Goes on roaming, or to a new place in a random direction. */
static void roam(const Senses *me, double speed) {
    if (me->travelling) return;
    Vector aim = within_room(me, ahead(me, thrown(), me->sight * 3.0));
    go_to(aim.x, aim.y, speed);
}

/* Eats of the best plant in sight, or goes there; answers whether there is any. */
static bool feed(const Senses *me, double speed) {
    double wanted = least(me->bite, me->max_energy - me->energy);
    const Sighting *best = 0;
    double best_worth = 0.0;
    for (uint32_t i = 0; i < me->sighting_count; i++) {
        const Sighting *s = &sightings(me)[i];
        if (s->seen != PLANT || s->food * 6.0 < wanted || is_shunned(s->id)) continue;
        double worth = least(s->food, wanted * 2.0) / (s->gap + 10.0);
        if (best == 0 || worth > best_worth) {
            best = s;
            best_worth = worth;
        }
    }
    if (best == 0) return false;
    if (best->gap <= me->reach) {
        halt();
    } else {
        go_beside(best->id, speed);
    }
    /* Eating comes after moving: the last step and the first bite fit into one tick. */
    if (best->gap <= me->reach + speed) eat(best->id);
    return true;
}

void decide(const Senses *me) {
    double caution = parameter(me, 0);
    double pace = paced(me, parameter(me, 1));
    double flight = paced(me, parameter(me, 2));
    if (me->can_reproduce) reproduce();
    for (uint32_t i = me->event_count; i > 0; i--) {
        const Event *event = &events(me)[i - 1];
        if (event->what == ATTACKED) {
            defend(event->whom);
            break;
        }
    }
    recall_shunned(me);
    update_shunned(me);
    Vector away = away_from_threats(me, caution);
    if (squared(away) > 0.0) {
        run(me, away, flight);
    } else if (me->state == FULL) {
        halt();
    } else if (!feed(me, pace)) {
        roam(me, pace);
    }
}
