/* Pipeline (thesis: 7 stages): each adds what its place says to the value that it hands on. */
#ifndef STAGES
#define STAGES 6
#endif
#ifndef ITEMS
#define ITEMS 3
#endif
chan link[STAGES + 1] = [1] of { byte };
active [STAGES] proctype Stage() {
  byte value, i;
  for (i : 1 .. ITEMS) {
    link[_pid]?value;
    value = (value + _pid) % 4;
    link[_pid + 1]!value
  }
}
active proctype Source() {
  byte i;
  for (i : 1 .. ITEMS) { link[0]!(i % 4) }
}
active proctype Sink() {
  byte i, value;
  for (i : 1 .. ITEMS) {
    link[STAGES]?value;
    assert(value == (i + STAGES * (STAGES - 1) / 2) % 4)
  }
}
