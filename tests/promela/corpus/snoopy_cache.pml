/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  480   transitions: 1053   errors: 0   (Spin, full search) */
/* A write-through invalidate cache protocol on a bus: a dirty copy is never shared. */
#define N 2
mtype = {invalid, shared, dirty};
mtype state[N] = invalid; bit bus; byte mem;
inline grab() { atomic { !bus -> bus = 1 } }
active [N] proctype Cache() {
  byte other = 1 - _pid; byte v;
  do
  :: state[_pid] == invalid -> grab();
     d_step { if :: state[other] == dirty -> state[other] = shared :: else fi; state[_pid] = shared; v = mem };
     bus = 0
  :: state[_pid] != invalid -> v = v ^ 1; grab();
     if
     :: state[_pid] != invalid -> d_step { state[other] = invalid; state[_pid] = dirty; mem = v }
     :: else
     fi;
     bus = 0
  :: state[_pid] == shared -> state[_pid] = invalid
  od
}
active proctype Monitor() { end: do :: atomic { state[0] == dirty -> assert(state[1] == invalid) } od }
