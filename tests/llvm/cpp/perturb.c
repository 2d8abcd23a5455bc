// Delays at random at the entries and ends of functions (-finstrument-functions), so that rare schedules come up in a native run.
#include <stdlib.h>
#include <unistd.h>

static unsigned threads;
static _Thread_local unsigned state;

static void delay(void) {
  const char *seed = getenv("PERTURB");
  if (!seed) return;
  if (state == 0) state = (unsigned)atoi(seed) * 2654435761u + 40503u * __atomic_add_fetch(&threads, 1, __ATOMIC_SEQ_CST) + 1u;
  state = state * 1664525u + 1013904223u;
  if (state >> 27 == 0) usleep(state >> 8 & 511);
}
void __cyg_profile_func_enter(void *function, void *caller) { (void)function, (void)caller, delay(); }
void __cyg_profile_func_exit(void *function, void *caller) { (void)function, (void)caller, delay(); }
