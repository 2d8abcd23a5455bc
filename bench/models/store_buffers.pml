/* Three different programs on a machine with store buffers (total store order). */
#ifndef DEPTH
#define DEPTH 3
#endif
byte mem[4];
chan buffer[3] = [DEPTH] of {byte, byte};

inline store(p, a, v) { buffer[p]!a, v }
inline load(p, a, r) {
  atomic {
    if
    :: buffer[p]??[eval(a), 1] -> r = 1
    :: !(buffer[p]??[eval(a), 1]) && buffer[p]??[eval(a), 0] -> r = 0
    :: else -> r = mem[a]
    fi
  }
}
inline fence(p) { empty(buffer[p]) }
inline flush(p) { buffer[p]?a, v -> mem[a] = v; a = 0; v = 0 }

active proctype Flusher() {
  byte a, v;
  do
  :: atomic { flush(0) }
  :: atomic { flush(1) }
  :: atomic { flush(2) }
  od
}
active proctype A() {
  byte r;
  do
  :: store(0, 0, 1); load(0, 1, r); if :: r == 0 -> store(0, 2, 1) :: else fi; store(0, 0, 0)
  :: fence(0); store(0, 3, r); r = 0
  od
}
active proctype B() {
  byte r, s;
  do
  :: store(1, 1, 1); fence(1); load(1, 0, r); store(1, 1, 0)
  :: load(1, 2, s); store(1, 2, 0)
  :: r == s -> r = 0; s = 0
  od
}
active proctype C() {
  byte r;
  do
  :: load(2, 3, r); store(2, 0, r)
  :: store(2, 2, 0); load(2, 1, r)
  :: store(2, 3, 1); store(2, 1, 1)
  od
}
