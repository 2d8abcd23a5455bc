/* Elevators that fetch people from floors (thesis: 5 elevators, 10 floors, 10 people). */
#ifndef ELEVATORS
#define ELEVATORS 2
#endif
#ifndef FLOORS
#define FLOORS 3
#endif
#ifndef PEOPLE
#define PEOPLE 2
#endif
/* With ROUNDS=n every elevator stops after n moves, as the thesis' Java programs do at some point; without, none does. */
#ifdef ROUNDS
#define BEGIN atomic { round < ROUNDS -> round++ };
#define STOP :: round == ROUNDS -> break
#else
#define BEGIN
#define STOP
#endif
byte at[ELEVATORS]; byte load[ELEVATORS]; bool open[ELEVATORS]; bool call[FLOORS]; byte moved;
active [ELEVATORS] proctype Elevator() {
  bit up = 1; byte round;
end:
  do
  :: !open[_pid] && (call[at[_pid]] || load[_pid] > 0) -> open[_pid] = true; call[at[_pid]] = false
  :: open[_pid] -> BEGIN open[_pid] = false;
     if
     :: up && at[_pid] < FLOORS - 1 -> at[_pid]++
     :: up && at[_pid] == FLOORS - 1 -> up = 0; at[_pid]--
     :: !up && at[_pid] > 0 -> at[_pid]--
     :: !up && at[_pid] == 0 -> up = 1; at[_pid]++
     fi
  :: !open[_pid] && load[_pid] == 0 && !call[at[_pid]] -> BEGIN
     if
     :: up && at[_pid] < FLOORS - 1 -> at[_pid]++
     :: !up && at[_pid] > 0 -> at[_pid]--
     :: else -> up = 1 - up
     fi
  od
}
active [PEOPLE] proctype Person() {
  byte floor = (_pid - ELEVATORS) % FLOORS; byte goal = (floor + 1 + _pid) % FLOORS; byte cabin;
end:
  do
  :: floor != goal -> call[floor] = true;
     end1: if
     :: atomic { open[0] && at[0] == floor && load[0] < 2 -> cabin = 0; load[0]++ }
     :: atomic { ELEVATORS > 1 && open[ELEVATORS - 1] && at[ELEVATORS - 1] == floor && load[ELEVATORS - 1] < 2 -> cabin = ELEVATORS - 1; load[ELEVATORS - 1]++ }
     fi;
     end2: atomic { open[cabin] && at[cabin] == goal -> load[cabin]--; floor = goal; cabin = 0 };
     assert(load[0] <= 2)
  :: floor == goal -> goal = (goal + 1) % FLOORS
  od
}
