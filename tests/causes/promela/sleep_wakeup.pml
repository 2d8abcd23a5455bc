/* Ruane 1990, "Process synchronization in the UTS kernel"; Holzmann 1997: sleep and wakeup lose a wakeup.
   cause: stuck
   threads: client 0
   locks: asleep */
mtype = { wakeme, running };
mtype state = running;
bool wanted, asleep;
byte served;

active proctype client() {
  wanted = true;
  state = wakeme;
  asleep = true;
  !asleep;  /* ! */
  served++
}

active proctype server() {
  if
  :: state == wakeme -> state = running; asleep = false
  :: else -> skip
  fi
}
