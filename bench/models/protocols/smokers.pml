/* Patil's cigarette smokers, with Parnas's pushers. Rounds are bounded. */
#define P(s) atomic { s > 0 -> s-- }
#define V(s) s++
byte agent_sem = 1, tobacco, paper, matches, sm_t, sm_p, sm_m, mutex = 1;
bool is_t, is_p, is_m;
byte smoked;

active proctype agent() {
  byte round;
  do
  :: round < 3 ->
     P(agent_sem);
     if
     :: V(tobacco); V(paper)
     :: V(paper); V(matches)
     :: V(tobacco); V(matches)
     fi;
     round++
  :: else -> break
  od
}
active proctype pusher_t() {
  end: do
  :: P(tobacco); P(mutex);
     if
     :: is_p -> is_p = false; V(sm_m)
     :: else -> if :: is_m -> is_m = false; V(sm_p) :: else -> is_t = true fi
     fi;
     V(mutex)
  od
}
active proctype pusher_p() {
  end: do
  :: P(paper); P(mutex);
     if
     :: is_t -> is_t = false; V(sm_m)
     :: else -> if :: is_m -> is_m = false; V(sm_t) :: else -> is_p = true fi
     fi;
     V(mutex)
  od
}
active proctype pusher_m() {
  end: do
  :: P(matches); P(mutex);
     if
     :: is_t -> is_t = false; V(sm_p)
     :: else -> if :: is_p -> is_p = false; V(sm_t) :: else -> is_m = true fi
     fi;
     V(mutex)
  od
}
#define SMOKER(name, sem) active proctype name() { end: do :: P(sem); smoked++; assert(smoked <= 3); V(agent_sem) od }
SMOKER(smoker_t, sm_t)
SMOKER(smoker_p, sm_p)
SMOKER(smoker_m, sm_m)
