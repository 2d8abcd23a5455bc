#include <stdio.h>
int len = 3, run = 4, skip = 5;
static int active(int init) {
  int full = init;
  int timeout = full + 1;
  return timeout;
}
struct proctype {
  int chan, empty;
};
int main(void) {
  int pid = 1, select = 2;
  struct proctype of = {pid, select};
  printf("%d %d %d %d %d\n", len, run, skip, active(7), of.chan + of.empty);
  int byte = 300, atomic = 0, never = 1;
  atomic += byte;
  printf("%d %d\n", atomic, never);
unless:
  if (never-- > 0) goto unless;
  printf("%d\n", never);
}