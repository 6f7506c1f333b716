/* Creatures for Terrarium in C: one header, for clang and for `zig cc`.
 *
 * A creature is one file that includes this and says what to do with each turn:
 *
 *     #include "terrarium.h"
 *
 *     void decide(const Senses *me) {
 *         if (me->can_reproduce) reproduce();
 *         for (uint32_t i = 0; i < me->sighting_count; i++) {
 *             const Sighting *s = &sightings(me)[i];
 *             if (s->seen == PLANT) {
 *                 go_beside(s->id, me->max_speed);
 *                 eat(s->id);
 *                 return;
 *             }
 *         }
 *     }
 *
 * Built with
 *
 *     clang --target=wasm32 -mbulk-memory -O2 -nostdlib -Wl,--no-entry -Wl,--strip-all -o behaviour.wasm creature.c
 *     zig cc -target wasm32-freestanding -mbulk-memory -O2 -nostdlib -Wl,--no-entry -Wl,--strip-all -o behaviour.wasm creature.c
 *
 * Nothing that a turn leaves in variables is there in the next: what a creature is to remember goes
 * through remember(): recall() copies it to a struct. Parameters that a creature file can set are
 * declared once, each with its name, default, least and greatest value:
 *
 *     #define LIST(P) P(caution, 70, 0, 10000) P(pace, 0.3, 0.01, 1)
 *     DECLARE_PARAMETERS(LIST)
 *
 * They are then the fields of parameters(me): parameters(me)->caution. abort("...") and assert(...) fail
 * the turn with a message and the line.
 */
#ifndef TERRARIUM_H
#define TERRARIUM_H

#include <stdint.h>

#define TERRARIUM_ABI 1
#define TERRARIUM_BUFFER_BYTES 262144

/* What something in sight is. */
enum { PLANT = 0, HERBIVORE = 1, CARNIVORE = 2, CARCASS = 3 };

/* How well fed it is: up to half its reserve, its reserve, 4/5 of what it can hold, and above. */
enum { DETERIORATING = 0, HUNGRY = 1, NORMAL = 2, FULL = 3 };

/* What an organism did in the last tick: the first of these that applies. */
enum { ATTACKING = 0, EATING = 1, BREEDING = 2, MOVING = 3, RESTING = 4, COURTING = 5 };

/* For whom a creature fights, and whose something is. */
enum { NO_COLONY_OF_ITS_OWN = 0, BLUE = 1, RED = 2 };
enum { OWN = 0, NEUTRAL = 1, HOSTILE = 2 };

/* A kind of ground. Bodies can stand on the first three. */
enum {
    GROUND_PLAIN = 0, GROUND_ROAD = 1, GROUND_SWAMP = 2, GROUND_WATER = 3, GROUND_TREES = 4,
    GROUND_ROCK = 5, GROUND_WALL = 6, GROUND_OUTSIDE = -1
};

/* What happened, in an event. */
enum {
    BORN = 1, ARRIVED = 2, BLOCKED = 3, STRUCK = 4, ATTACKED = 5, ATE = 6, GREW = 7,
    CONCEIVED = 8, GAVE_BIRTH = 9, NO_ROOM_FOR_BIRTH = 10, REFUSED = 11, DIED = 12,
    NEUTRALISED = 13, CAPTURED = 14, STUNG = 15, STRUCK_WALL = 16, FAILED = 17, NO_TIME = 18
};

/* By what a creature was blocked, when `what` is BLOCKED. */
enum { BY_BORDER = 0, BY_TERRAIN = 1, BY_ORGANISM = 2 };

/* In which slot a refused wish stood. */
enum {
    SLOT_MOVE = 0, SLOT_ATTACK = 1, SLOT_DEFEND = 2, SLOT_EAT = 3, SLOT_REPRODUCE = 4,
    SLOT_REMEMBER = 5, SLOT_BREACH = 6, SLOT_TELL = 7
};

/* Why a wish was refused. */
enum {
    NOT_A_NUMBER = 0, TOO_FAST = 1, TOO_SLOW = 2, OUT_OF_BOUNDS = 3, NOT_VISIBLE = 4,
    NOT_WITHIN_REACH = 5, ITSELF = 6, NOT_HUNGRY = 7, ALREADY_FULL = 8, IMPROPER_FOOD = 9,
    TOO_TALL = 10, NOT_DEAD = 11, ALREADY_DEAD = 12, NOT_MATURE = 13, CLOSED_IN = 14,
    NO_WAY = 15, NO_WAY_FOUND = 16, NO_ROUTE = 17, NOT_ENOUGH_ENERGY = 18,
    NOT_READY = 19, ALREADY_REPRODUCING = 20, TOO_LARGE = 21, NO_COLONY = 22,
    NO_SUCH_BASE = 23, NO_SUCH_WALL = 24, OWN_SENTRY = 25,
    MESSAGE_TOO_LONG = 26, NO_MESSAGES = 27, NO_PARTNER = 28, TOO_DISTANT = 29
};

/* What the creature wants. Filled in by the functions below. */
typedef struct {
    uint32_t movement;
    uint32_t wishes;
    double x, y, speed;
    uint64_t target, attack, defend, eat, signal;
    uint32_t wall_x, wall_y;
    uint32_t dna, dna_length;
    uint32_t memory, memory_length;
} Intent;

/* What the creature knows. Lengths are in units, times in ticks. The offsets are for the functions
 * below that give the lists. */
typedef struct {
    uint64_t tick;
    double min_x, min_y, max_x, max_y; /* the world */
    uint64_t id;
    uint16_t species;
    uint8_t state; /* DETERIORATING to FULL */
    uint8_t colony;
    uint8_t travelling, mature, can_reproduce;
    uint8_t ground; /* under its middle: GROUND_PLAIN to GROUND_SWAMP */
    uint32_t left_out; /* records that had no room in the lists: the last of each */
    uint8_t kind; /* HERBIVORE or CARNIVORE */
    uint8_t more_space[3];
    double x, y, radius; /* its body: the middle, and half the side */
    double velocity_x, velocity_y;
    double energy, max_energy;
    double damage; /* as a share of what kills it */
    uint64_t age, lifespan;
    double max_speed, sight, bite, reach;
    uint32_t sightings, sighting_count;
    uint32_t events, event_count;
    uint32_t bases, base_count;
    uint32_t walls, wall_count;
    uint32_t parameters, parameter_count;
    uint32_t dna, dna_length;
    uint32_t memory, memory_length;
} Senses;

/* Something in sight. */
typedef struct {
    uint64_t id;
    uint16_t species;
    uint8_t seen; /* PLANT to CARCASS */
    uint8_t hostile;
    uint32_t space;
    double x, y, radius;
    double velocity_x, velocity_y;
    double food; /* what there is to eat of it, in energy */
    double gap;  /* between its side and one's own; 0 when touching */
    uint64_t signal;
} Sighting;

/* Something that befell the creature in the last tick. */
typedef struct {
    uint8_t what; /* BORN to FAILED */
    uint8_t slot; /* of a refusal */
    uint8_t why;  /* of a refusal, a failure, or being blocked */
    uint8_t end;  /* whether that was the end of whom it struck, or of the wall */
    uint32_t wall_x, wall_y;
    uint32_t base;
    uint64_t whom; /* 0 for nobody */
    double amount; /* of damage, or of energy */
} Event;

/* A base, however far away. */
typedef struct {
    uint32_t id;
    uint8_t allegiance; /* OWN to HOSTILE */
    uint8_t within;     /* whether one is near enough to count for it */
    uint16_t space;
    uint32_t name, name_length;
    double x, y; /* where it is taken from */
    double hold; /* 1 wholly one's own, -1 wholly the other's */
    double distance;
} Base;

/* A wall within sight that still stands. */
typedef struct {
    uint32_t cell_x, cell_y;
    uint8_t sentry; /* 0 none, 1 one's own, 2 nobody's, 3 the other's */
    uint8_t space[7];
    double min_x, min_y, max_x, max_y;
    double gap;
    double health; /* 0 to 1 */
} Wall;

/* How something in sight was when the last tick ended. */
typedef struct {
    uint8_t state;  /* DETERIORATING to FULL */
    uint8_t mature;
    uint8_t doing;  /* ATTACKING to COURTING */
    uint8_t space[5];
    double damage;  /* as a share of what kills it; 1 for a carcass */
    double max_speed, attack, defence; /* 0 for plants and carcasses */
} Condition;

/* A message of the last tick from another of its species. */
typedef struct {
    uint64_t from;
    double x, y; /* the middle of the sender's body when it told it */
    uint8_t length;
    uint8_t space[7];
    uint8_t bytes[32];
} Message;

/* A link that begins in sight: a ferry, a tunnel or a jump. */
typedef struct {
    uint32_t id;    /* its number in the world */
    uint32_t ticks; /* how long a crossing takes */
    double x, y;       /* the end at which the creature would embark */
    double to_x, to_y; /* the end to which it leads */
    double gap;        /* between its near end and the creature, in units; 0 when they touch */
    uint8_t open;
    uint8_t space[7];
} Link;

_Static_assert(sizeof(Condition) == 40 && sizeof(Message) == 64, "as the terrarium lays them out");
_Static_assert(sizeof(Link) == 56, "as the terrarium lays them out");
_Static_assert(sizeof(Intent) == 96 && sizeof(Senses) == 232, "as the terrarium lays them out");
_Static_assert(sizeof(Sighting) == 80 && sizeof(Event) == 32, "as the terrarium lays them out");
_Static_assert(sizeof(Base) == 48 && sizeof(Wall) == 64, "as the terrarium lays them out");

#define TERRARIUM_IMPORT(symbol) \
    extern __attribute__((import_module("terrarium"), import_name(symbol)))
#define TERRARIUM_EXPORT(symbol) __attribute__((export_name(symbol), used, visibility("default")))

/* The next 64 bits of the creature's own stream of chance. */
TERRARIUM_IMPORT("random") uint64_t random_bits(void);

/* The ground at a point: GROUND_PLAIN to GROUND_WALL, or GROUND_OUTSIDE the world. */
TERRARIUM_IMPORT("ground_at") int32_t ground_at(double x, double y);

/* Copies the condition of the sighting at a place, as in `condition(i, &seen)`. Returns 0 if there is none. */
TERRARIUM_IMPORT("condition") int32_t condition(uint32_t place, Condition *into);

/* Copies the message at a place, nearest first, as in `heard(i, &message)`. Returns 0 if there is none. */
TERRARIUM_IMPORT("heard") int32_t heard(uint32_t place, Message *into);

/* Copies the link at a place, nearest first, as in `link_at(i, &link)`. Returns 0 if there is none. */
TERRARIUM_IMPORT("link") int32_t link_at(uint32_t place, Link *into);

/* Tells its kin at most 32 bytes, which they hear in the next tick. The last message of a turn counts. */
TERRARIUM_IMPORT("tell") void tell(const void *bytes, uint32_t length);

/* The energy of a tick of moving at a speed on plain ground. */
TERRARIUM_IMPORT("step_cost") double step_cost(double speed);

/* The length of the shortest path around impassable ground to a point, in units, or NO_PATH. Other bodies,
 * links and the costs of the ground are ignored. */
TERRARIUM_IMPORT("path_length") double path_length(double x, double y);
#define NO_PATH __builtin_inf()

/* Word to the author: nothing unless somebody asks for it. */
TERRARIUM_IMPORT("log") void log_text(const char *text, uint32_t length);
TERRARIUM_IMPORT("mark_point") void mark_point(double x, double y);
TERRARIUM_IMPORT("mark_line") void mark_line(double x1, double y1, double x2, double y2);
TERRARIUM_IMPORT("mark_text") void mark_text(double x, double y, const char *text, uint32_t length);

/* Mathematics that gives the same to the last bit on every machine. For the square root, and the
 * like that machines do alike, use __builtin_sqrt, __builtin_fabs, __builtin_floor. */
TERRARIUM_IMPORT("sin") double terrarium_sin(double x);
TERRARIUM_IMPORT("cos") double terrarium_cos(double x);
TERRARIUM_IMPORT("tan") double terrarium_tan(double x);
TERRARIUM_IMPORT("asin") double terrarium_asin(double x);
TERRARIUM_IMPORT("acos") double terrarium_acos(double x);
TERRARIUM_IMPORT("atan") double terrarium_atan(double x);
TERRARIUM_IMPORT("atan2") double terrarium_atan2(double y, double x);
TERRARIUM_IMPORT("exp") double terrarium_exp(double x);
TERRARIUM_IMPORT("ln") double terrarium_ln(double x);
TERRARIUM_IMPORT("log2") double terrarium_log2(double x);
TERRARIUM_IMPORT("log10") double terrarium_log10(double x);
TERRARIUM_IMPORT("pow") double terrarium_pow(double x, double y);
TERRARIUM_IMPORT("cbrt") double terrarium_cbrt(double x);
TERRARIUM_IMPORT("hypot") double terrarium_hypot(double x, double y);

/* The instructions left for this turn. */
TERRARIUM_IMPORT("budget_left") uint64_t budget_left(void);

/* Writes a name and a number to the debug output, as in `energy 61.5`. */
TERRARIUM_IMPORT("log_number")
void terrarium_log_number(const char *name, uint32_t length, double number);
/* There is no library with strlen() to call. */
__attribute__((no_builtin("strlen"))) static inline void log_number(const char *name, double number) {
    uint32_t length = 0;
    while (name[length]) length++;
    terrarium_log_number(name, length, number);
}

/* Fails the turn with a reason, which must be a string literal, and the place in the source. */
TERRARIUM_IMPORT("abort") _Noreturn void terrarium_abort(const char *reason, uint32_t length);
#define TERRARIUM_TEXT(line) #line
#define TERRARIUM_PLACE(line) " in " __FILE_NAME__ " (line " TERRARIUM_TEXT(line) ")"
#define abort(reason) \
    terrarium_abort(reason TERRARIUM_PLACE(__LINE__), sizeof(reason TERRARIUM_PLACE(__LINE__)) - 1)
#define assert(condition) \
    ((condition) ? (void)0 : abort("assert(" #condition ")"))

/* What every creature writes: what to do with a turn. */
void decide(const Senses *me);

static struct {
    Intent intent;
    Senses senses;
    uint8_t lists[TERRARIUM_BUFFER_BYTES - sizeof(Intent) - sizeof(Senses)];
} terrarium_letter __attribute__((aligned(8)));

TERRARIUM_EXPORT("terrarium_abi") int32_t terrarium_abi(void) { return TERRARIUM_ABI; }
TERRARIUM_EXPORT("terrarium_buffer") void *terrarium_buffer(void) { return &terrarium_letter; }
TERRARIUM_EXPORT("terrarium_turn") void terrarium_turn(void) { decide(&terrarium_letter.senses); }

#define PARAMETERS(lines)                                                                  \
    TERRARIUM_EXPORT("terrarium_parameters") const char *terrarium_parameters(void) { \
        return lines;                                                                      \
    }

#define TERRARIUM_LINE(name, initial, least, greatest) \
    #name " " #initial " " #least " " #greatest "\n"
#define TERRARIUM_FIELD(name, initial, least, greatest) double name;
#define DECLARE_PARAMETERS(list)                                                \
    PARAMETERS(list(TERRARIUM_LINE))                                            \
    typedef struct {                                                            \
        list(TERRARIUM_FIELD)                                                   \
    } Parameters;                                                               \
    static inline const Parameters *parameters(const Senses *me) {              \
        return terrarium_at(me->parameters);                                    \
    }

/* The lists. */
static inline const void *terrarium_at(uint32_t offset) {
    return (const uint8_t *)&terrarium_letter + offset;
}
static inline const Sighting *sightings(const Senses *me) { return terrarium_at(me->sightings); }
static inline const Event *events(const Senses *me) { return terrarium_at(me->events); }
static inline const Base *bases(const Senses *me) { return terrarium_at(me->bases); }
static inline const Wall *walls(const Senses *me) { return terrarium_at(me->walls); }
static inline const uint8_t *dna(const Senses *me) { return terrarium_at(me->dna); }
static inline const uint8_t *memory(const Senses *me) { return terrarium_at(me->memory); }
static inline const char *name(const Base *base) { return terrarium_at(base->name); }
static inline double parameter(const Senses *me, uint32_t place) {
    return ((const double *)terrarium_at(me->parameters))[place];
}

/* A number at random, at least 0 and less than 1, out of the creature's own stream of chance. */
static inline double random_number(void) {
    return (double)(random_bits() >> 11) * (1.0 / 9007199254740992.0);
}

/* The wishes. Each replaces an earlier one of its kind. Speeds are in units a tick. */
static inline void terrarium_go(uint32_t movement, double speed) {
    terrarium_letter.intent.movement = movement;
    terrarium_letter.intent.speed = speed;
}
static inline void halt(void) { terrarium_letter.intent.movement = 1; }
static inline void go_to(double x, double y, double speed) {
    terrarium_letter.intent.x = x;
    terrarium_letter.intent.y = y;
    terrarium_go(2, speed);
}
/* Goes to the reachable place nearest to a point: to the point itself, if terrain lets it. */
static inline void go_near(double x, double y, double speed) {
    terrarium_letter.intent.x = x;
    terrarium_letter.intent.y = y;
    terrarium_go(5, speed);
}
/* Goes until the middle of the body is within a distance of a point, in units. */
static inline void go_within(double x, double y, double distance, double speed) {
    union { double distance; uint64_t bits; } within = {distance};
    terrarium_letter.intent.x = x;
    terrarium_letter.intent.y = y;
    terrarium_letter.intent.target = within.bits;
    terrarium_go(6, speed);
}
static inline void go_beside(uint64_t whom, double speed) {
    terrarium_letter.intent.target = whom;
    terrarium_go(3, speed);
}
static inline void go_to_base(uint32_t base, double speed) {
    terrarium_letter.intent.target = base;
    terrarium_go(4, speed);
}
static inline void attack(uint64_t whom) {
    terrarium_letter.intent.wishes |= 1;
    terrarium_letter.intent.attack = whom;
}
static inline void defend(uint64_t against) {
    terrarium_letter.intent.wishes |= 2;
    terrarium_letter.intent.defend = against;
}
static inline void eat(uint64_t what) {
    terrarium_letter.intent.wishes |= 4;
    terrarium_letter.intent.eat = what;
}

/* The bytes must still be there when decide() has returned: use static variables. */
static inline void reproduce_with(const void *dna, uint32_t length) {
    terrarium_letter.intent.wishes |= 8;
    terrarium_letter.intent.dna = (uint32_t)(uintptr_t)dna;
    terrarium_letter.intent.dna_length = length;
}
static inline void reproduce(void) { reproduce_with(0, 0); }
static inline void breach(uint32_t cell_x, uint32_t cell_y) {
    terrarium_letter.intent.wishes |= 16;
    terrarium_letter.intent.wall_x = cell_x;
    terrarium_letter.intent.wall_y = cell_y;
}
static inline void signal(uint64_t value) {
    terrarium_letter.intent.wishes |= 32;
    terrarium_letter.intent.signal = value;
}

/* Remembers these bytes in place of all that was remembered. They must still be there when decide()
 * has returned: use static variables. */
static inline void remember(const void *bytes, uint32_t length) {
    terrarium_letter.intent.wishes |= 64;
    terrarium_letter.intent.memory = (uint32_t)(uintptr_t)bytes;
    terrarium_letter.intent.memory_length = length;
}

/* Copies what is remembered to a struct, as remember(&memory, sizeof memory) has stored it. Returns 0,
 * and leaves the struct as it is, when nothing of that size is remembered. Memory is compared to the
 * last byte: use static structs, whose padding is zero. */
static inline int recall(const Senses *me, void *into, uint32_t length) {
    if (me->memory_length != length) return 0;
    __builtin_memcpy(into, memory(me), length);
    return 1;
}

/* Whether the creature conceives only beside another of its species that requests a child, too. */
TERRARIUM_IMPORT("needs_partner") int32_t needs_partner(void);

/* Copies the dna that the second parent passed on, at most so many bytes. Returns its length; 0 if there is none. */
TERRARIUM_IMPORT("second_dna") int32_t second_dna(void *into, uint32_t most);

/* Numbers for a child: changed by at most a share (0 to 1) of it, or of 1 if it is smaller; and one of two. */
TERRARIUM_IMPORT("mutated") double mutated(double number, double share);
TERRARIUM_IMPORT("crossed") double crossed(double a, double b);

#endif
