/* The level of a tank between two marks: the pump is off at the upper one, and the valve closed at the lower one. */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  short level = 500;
  _Bool pump = 0, valve = 0;
  for (;;) {
    if (level >= 900)
      pump = 0;
    else
      pump = __VERIFIER_nondet_bool();
    if (level <= 100)
      valve = 0;
    else
      valve = __VERIFIER_nondet_bool();
    if (pump)
      level++;
    if (valve)
      level--;
    assert(level >= 100 && level <= 900);
  }
}
