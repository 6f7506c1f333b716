/* Uses everything that creatures ask the host: the condition of others, costs, paths, links, and messages. The
 * script `tests/creatures/herald/behaviour.rhai` decides the same. */
#include "../terrarium.h"

/* Tells its kin how many of those in sight are full and hungry. */
static void report_others(const Senses *me) {
    uint8_t counts[2] = {0, 0};
    for (uint32_t i = 0; i < me->sighting_count; i++) {
        Condition seen;
        if (!condition(i, &seen)) continue;
        counts[0] += seen.state == FULL;
        counts[1] += seen.state <= HUNGRY;
        double starves = seen.state == DETERIORATING;
        log_number("damage", seen.damage);
        log_number("strength", seen.attack + 2.0 * seen.defence + 3.0 * seen.max_speed);
        log_number("activity", seen.doing + 10.0 * seen.mature + 100.0 * starves);
    }
    if (counts[0] == 0 && counts[1] == 0) {
        tell("nothing here", 12);
    } else {
        tell(counts, 2);
    }
}

/* Goes to whoever told something and is within reach of a short walk. */
static void go_to_nearest(const Senses *me) {
    Message message;
    for (uint32_t i = 0; heard(i, &message); i++) {
        uint32_t sum = 0;
        for (uint32_t place = 0; place < message.length; place++) sum += message.bytes[place];
        log_number("sum", sum);
        double length = path_length(message.x, message.y);
        if (length == NO_PATH) continue;
        log_number("path", length);
        if (length < 400.0) {
            signal(message.from);
            go_to(message.x, message.y, me->max_speed);
            return;
        }
    }
    halt();
}

/* Notes the links in sight. */
static void look_for_links(void) {
    Link link;
    for (uint32_t i = 0; link_at(i, &link); i++) {
        log_number("link", link.id + 10.0 * link.ticks + 1000.0 * link.open);
        log_number("embark", link.x + 2.0 * link.y + 3.0 * link.gap);
        log_number("land", link.to_x + 2.0 * link.to_y);
    }
}

void decide(const Senses *me) {
    log_number("step", step_cost(me->max_speed));
    log_number("half step", step_cost(me->max_speed * 0.5));
    look_for_links();
    report_others(me);
    go_to_nearest(me);
}
