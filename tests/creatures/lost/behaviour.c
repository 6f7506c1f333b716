/* A creature that fails, in a function that is inlined. Built with debug information:
 *
 *   clang --target=wasm32 -mbulk-memory -O1 -gline-tables-only -fdebug-compilation-dir=. -nostdlib -I../../../sdk/c \
 *       -Wl,--no-entry -Wl,-z,stack-size=16384 -o behaviour.wasm behaviour.c
 */
#include "terrarium.h"

static inline int nth(const int *list, unsigned index) {
    return list[index];
}

static __attribute__((noinline)) int choose(const Senses *me) {
    static const int numbers[4] = {3, 1, 4, 1};
    return nth(numbers, (unsigned)me->id + 0x30000000u);
}

void decide(const Senses *me) {
    signal((uint64_t)choose(me));
}
