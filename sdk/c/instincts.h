/* What most animals need: searches of what is in sight, and fleeing, grazing, pursuing and roaming. The
 * functions decide as those of the same names in scripts, to the last bit:
 *
 *     #include "instincts.h"
 *
 *     void decide(const Senses *me) {
 *         if (flee(me, threats(me, 70), me->max_speed)) return;
 *         const Sighting *food = best_food(me, 0);
 *         if (food) graze(me, food, pace(me, 0.4)); else roam(me, pace(me, 0.3));
 *     }
 */
#ifndef TERRARIUM_INSTINCTS_H
#define TERRARIUM_INSTINCTS_H

#include "terrarium.h"

/* What nearest() looks for: PLANT to CARCASS, or one of these. */
enum {
    ANY = 4,
    FOOD = 5,           /* what the creature can eat: plants for a herbivore, carcasses for a carnivore */
    KIN = 6,            /* living, of the creature's species */
    STRANGER = 7,       /* living, of other species */
    HOSTILE_COLONY = 8, /* of the opposing colony */
    PREY = 9            /* animals of other species */
};

/* Organisms to leave alone for a while, the latest six: a part of a creature's memory. */
enum { SHUNNED_COUNT = 6 };
typedef struct {
    uint64_t count;
    struct {
        uint64_t id, until;
    } list[SHUNNED_COUNT];
} Shunned;

/* Leaves an organism alone for so many ticks. Does nothing for the id 0. */
static inline void shun(const Senses *me, Shunned *shunned, uint64_t whom, uint64_t ticks) {
    if (whom == 0) return;
    uint32_t count = 0;
    for (uint32_t i = 0; i < shunned->count; i++) {
        if (me->tick < shunned->list[i].until) shunned->list[count++] = shunned->list[i];
    }
    if (count == SHUNNED_COUNT) {
        for (uint32_t i = 1; i < count; i++) shunned->list[i - 1] = shunned->list[i];
        count--;
    }
    shunned->list[count].id = whom;
    shunned->list[count].until = me->tick + ticks;
    shunned->count = count + 1;
}

static inline int is_shunned(const Senses *me, const Shunned *shunned, uint64_t whom) {
    for (uint32_t i = 0; i < shunned->count; i++) {
        if (shunned->list[i].id == whom && me->tick < shunned->list[i].until) return 1;
    }
    return 0;
}

/* What the creature eats: PLANT or CARCASS. */
static inline uint8_t diet(const Senses *me) { return me->kind == CARNIVORE ? CARCASS : PLANT; }

/* Whether something in sight is of a kind. */
static inline int is_of(const Senses *me, uint8_t kind, const Sighting *s) {
    int is_kin = s->species == me->species;
    switch (kind) {
    case ANY: return 1;
    case FOOD: return s->seen == diet(me) && s->food > 0.0;
    case KIN: return s->seen != CARCASS && is_kin;
    case STRANGER: return s->seen != CARCASS && !is_kin;
    case HOSTILE_COLONY: return s->hostile;
    case PREY: return (s->seen == HERBIVORE || s->seen == CARNIVORE) && !is_kin;
    default: return s->seen == kind;
    }
}

/* The nearest organism of a kind within `gap` units, or 0. */
static inline const Sighting *nearest_within(const Senses *me, uint8_t kind, double gap) {
    for (uint32_t i = 0; i < me->sighting_count; i++) {
        const Sighting *s = &sightings(me)[i];
        if (s->gap > gap) break;
        if (is_of(me, kind, s)) return s;
    }
    return 0;
}

/* The nearest organism of a kind in sight, or 0. */
static inline const Sighting *nearest(const Senses *me, uint8_t kind) {
    return nearest_within(me, kind, __builtin_inf());
}

static inline double terrarium_min(double a, double b) { return a < b ? a : b; }
static inline double terrarium_max(double a, double b) { return a > b ? a : b; }

/* A share of the maximum speed, but at least 2 units a tick if the creature can. */
static inline double pace(const Senses *me, double share) {
    return terrarium_min(terrarium_max(me->max_speed * share, 2.0), me->max_speed);
}

/* The food in sight with the most energy for its distance, or 0. Food with less than a sixth of a bite
 * is ignored, and so is shunned food; `shunned` can be 0. */
static inline const Sighting *best_food(const Senses *me, const Shunned *shunned) {
    double wanted = terrarium_min(me->bite, me->max_energy - me->energy);
    const Sighting *best = 0;
    double best_worth = 0.0;
    for (uint32_t i = 0; i < me->sighting_count; i++) {
        const Sighting *s = &sightings(me)[i];
        if (s->seen != diet(me) || s->food * 6.0 < wanted) continue;
        if (shunned && is_shunned(me, shunned, s->id)) continue;
        double worth = terrarium_min(s->food, wanted * 2.0) / (s->gap + 10.0);
        if (best == 0 || worth > best_worth) {
            best = s;
            best_worth = worth;
        }
    }
    return best;
}

/* Moves next to food and eats of it when it is near enough. */
static inline void graze(const Senses *me, const Sighting *food, double speed) {
    if (food->gap <= me->reach) {
        halt();
    } else {
        go_beside(food->id, speed);
    }
    /* Eating comes after moving, so the last step and the first bite fit into one tick. */
    if (food->gap <= me->reach + speed) eat(food->id);
}

/* Moves next to prey, and attacks it when it is within reach. */
static inline void pursue(const Senses *me, const Sighting *prey, double speed) {
    if (prey->gap <= me->reach) attack(prey->id);
    go_beside(prey->id, speed);
}

typedef struct {
    double x, y;
} TerrariumVector;

/* The point nearest to another at which the creature's centre can be. */
static inline TerrariumVector terrarium_within(const Senses *me, double x, double y) {
    double r = me->radius;
    return (TerrariumVector){terrarium_min(terrarium_max(x, me->min_x + r), me->max_x - r),
                             terrarium_min(terrarium_max(y, me->min_y + r), me->max_y - r)};
}

/* A random vector, -1 to 1 along each axis. */
static inline TerrariumVector terrarium_random_vector(void) {
    double x = random_number() * 2.0 - 1.0;
    double y = random_number() * 2.0 - 1.0;
    return (TerrariumVector){x, y};
}

/* A vector of length 1, or zero. */
static inline TerrariumVector terrarium_normalised(TerrariumVector v) {
    double reciprocal = 1.0 / __builtin_sqrt(v.x * v.x + v.y * v.y);
    if (!__builtin_isfinite(reciprocal) || reciprocal <= 0.0) return (TerrariumVector){0.0, 0.0};
    return (TerrariumVector){v.x * reciprocal, v.y * reciprocal};
}

/* Moves to a random point nearby, unless the creature is on a journey. */
static inline void roam(const Senses *me, double speed) {
    if (me->travelling) return;
    double distance = me->sight * 3.0;
    TerrariumVector step = terrarium_random_vector();
    TerrariumVector to = terrarium_within(me, me->x + step.x * distance, me->y + step.y * distance);
    go_to(to.x, to.y, speed);
}

/* What a creature flees from, gathered one by one. */
typedef struct {
    uint32_t count;
    TerrariumVector away;
} Threats;

/* Adds an organism to flee from. Nearer ones count more. */
static inline void add_threat(const Senses *me, Threats *threats, const Sighting *from) {
    double x = me->x - from->x, y = me->y - from->y;
    double weight = terrarium_max(x * x + y * y, 1.0);
    threats->away.x += x / weight;
    threats->away.y += y / weight;
    threats->count++;
}

/* The carnivores within `gap` that approach, and all carnivores within a quarter of it. */
static inline Threats threats(const Senses *me, double gap) {
    Threats found = {0, {0.0, 0.0}};
    for (uint32_t i = 0; i < me->sighting_count; i++) {
        const Sighting *s = &sightings(me)[i];
        if (s->gap > gap) break;
        if (s->seen != CARNIVORE) continue;
        double speed_hither = s->velocity_x * (me->x - s->x) + s->velocity_y * (me->y - s->y);
        if (s->gap * 4.0 <= gap || speed_hither > 0.0) add_threat(me, &found, s);
    }
    return found;
}

/* Whether a movement was refused in the last tick because no path leads there. */
static inline int terrarium_was_unreachable(const Senses *me) {
    for (uint32_t i = 0; i < me->event_count; i++) {
        const Event *event = &events(me)[i];
        if (event->what != REFUSED) continue;
        if (event->why >= CLOSED_IN && event->why <= NO_ROUTE) return 1;
    }
    return 0;
}

/* Moves away from all threats, mostly from the nearest, or along the border when it is ahead. Returns 0
 * when there is none. */
static inline int flee(const Senses *me, Threats from, double speed) {
    TerrariumVector away = terrarium_normalised(from.away);
    if (away.x * away.x + away.y * away.y == 0.0) return 0;
    if (terrarium_was_unreachable(me)) {
        /* The last movement was refused: try a random direction. */
        TerrariumVector v = terrarium_random_vector();
        away = terrarium_normalised((TerrariumVector){away.x + v.x * 2.0, away.y + v.y * 2.0});
    }
    double x = me->x + away.x * me->sight, y = me->y + away.y * me->sight;
    TerrariumVector to = terrarium_within(me, x, y);
    double dx = to.x - me->x, dy = to.y - me->y;
    if (__builtin_sqrt(dx * dx + dy * dy) < me->sight * 0.25) {
        /* At the border: along it, toward the side with more room. */
        double r = me->radius;
        double middle_x = ((me->min_x + r) + (me->max_x - r)) * 0.5;
        double middle_y = ((me->min_y + r) + (me->max_y - r)) * 0.5;
        if (__builtin_fabs(x - to.x) > __builtin_fabs(y - to.y)) {
            to = terrarium_within(me, me->x, me->y + (me->y < middle_y ? 1.0 : -1.0) * me->sight);
        } else {
            to = terrarium_within(me, me->x + (me->x < middle_x ? 1.0 : -1.0) * me->sight, me->y);
        }
    }
    go_to(to.x, to.y, speed);
    return 1;
}

#endif
