/* A heater with hysteresis: it is never on while the alarm is. */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
_Bool heater, alarm;
unsigned char minutes;

int main(void) {
  short temperature = 200;
  for (;;) {
    if (__VERIFIER_nondet_bool())
      temperature++;
    else if (temperature > 150)
      temperature--;
    if (heater)
      minutes++;
    if (temperature < 180 && !alarm)
      heater = 1;
    else if (temperature > 220)
      heater = 0;
    if (temperature >= 300) {
      heater = 0;
      alarm = 1;
      temperature = 290;
    }
    assert(!(heater && alarm));
  }
}
