/* MESI on an atomic bus: two caches of one line and a memory. */
mtype = { M, E, S, I };
mtype line[3] = I;
byte mem, value[3], latest;
#define CPUS 3

inline snoop_read() {
  o = 0;
  shared_by_others = false;
  do
  :: o < CPUS ->
     if
     :: o != me && line[o] == M -> mem = value[o]; line[o] = S; shared_by_others = true
     :: o != me && (line[o] == E || line[o] == S) -> line[o] = S; shared_by_others = true
     :: else
     fi;
     o++
  :: else -> break
  od
}
proctype cpu(byte me) {
  byte o, got, n; bool shared_by_others;
  do
  :: n < 2 ->
     if
     :: atomic { line[me] != I -> got = value[me]; assert(got == latest) }
     :: atomic { line[me] == I -> snoop_read(); value[me] = mem; line[me] = (shared_by_others -> S : E) };
        got = value[me]
     :: atomic {
          true -> snoop_read();
          o = 0;
          do :: o < CPUS -> if :: o != me -> line[o] = I :: else fi; o++ :: else -> break od;
          latest = (latest + 1) % 3; value[me] = latest; line[me] = M
        }
     :: atomic { line[me] == M -> mem = value[me]; line[me] = I }
     fi;
     n++
  :: else -> break
  od
}
init { byte c; atomic { do :: c < CPUS -> run cpu(c); c++ :: else -> break od } }
