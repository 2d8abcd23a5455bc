/* A request is sent again until it is answered, after longer and longer pauses. */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned short pause_ms = 1;
unsigned char attempts, waits;
_Bool open_request;

static _Bool request(void) {
  assert(!open_request);
  open_request = 1;
  _Bool answered = __VERIFIER_nondet_bool();
  open_request = 0;
  return answered;
}

int main(void) {
  for (;;) {
    while (!request()) {
      attempts++;
      waits += pause_ms > 64;
      pause_ms = pause_ms < 512 ? pause_ms * 2 : 1;
    }
    pause_ms = 1;
  }
}
