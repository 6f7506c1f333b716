/* Uses every helper of the kit. The script `tests/creatures/forager/behaviour.rhai` decides the same. */
#include "../instincts.h"

#define LIST(P) P(caution, 90, 0, 10000) P(appetite, 0.8, 0, 1) P(fault, 0, 0, 1)
DECLARE_PARAMETERS(LIST)

static struct {
    uint32_t turns;
    Shunned shunned;
} kept;

static const struct {
    const char *name;
    uint8_t kind;
} KINDS[] = {
    {"any", ANY},         {"plant", PLANT}, {"herbivore", HERBIVORE}, {"carnivore", CARNIVORE},
    {"carcass", CARCASS}, {"food", FOOD},   {"kin", KIN},             {"stranger", STRANGER},
    {"hostile", HOSTILE_COLONY}, {"prey", PREY},
};

/* Counts the turns, and shuns whom it could not reach. */
static void remember_turn(const Senses *me) {
    recall(me, &kept, sizeof kept);
    kept.turns++;
    for (uint32_t i = 0; i < me->event_count; i++) {
        const Event *event = &events(me)[i];
        if (event->what == ATTACKED) defend(event->whom);
        if (event->what == REFUSED) shun(me, &kept.shunned, event->whom, 12);
    }
    signal(kept.turns);
    remember(&kept, sizeof kept);
}

/* Logs its energy and the gap to the nearest organism of each kind. */
static void report(const Senses *me) {
    log_number("energy", me->energy);
    for (uint32_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        const Sighting *found = nearest(me, KINDS[i].kind);
        if (found) log_number(KINDS[i].name, found->gap);
    }
}

void decide(const Senses *me) {
    assert(budget_left() > 1000);
    if (parameters(me)->fault > 0) abort("a fault");
    remember_turn(me);
    report(me);

    const Sighting *foe = nearest_within(me, HOSTILE_COLONY, 30);
    Threats foes = {0};
    if (foe) add_threat(me, &foes, foe);
    if (flee(me, foes, me->max_speed)) return;
    if (flee(me, threats(me, parameters(me)->caution), pace(me, 0.9))) return;
    if (me->can_reproduce) reproduce();
    if (me->energy < parameters(me)->appetite * me->max_energy) {
        const Sighting *food = best_food(me, &kept.shunned);
        if (food) {
            graze(me, food, pace(me, 0.4));
            return;
        }
        const Sighting *prey = nearest_within(me, PREY, 50);
        if (prey) {
            pursue(me, prey, me->max_speed);
            return;
        }
    }
    roam(me, pace(me, 0.3));
}
