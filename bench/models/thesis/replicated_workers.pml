/* Replicated workers (5 workers, 2 items): a pool from which workers take work, and to which they may add, until all
   is done. */
#ifndef WORKERS
#define WORKERS 5
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#define MOST 6
chan pool = [MOST] of { byte }; byte idle, made; bool lock, stop, ready; byte finished;
active [WORKERS] proctype Worker() {
  byte item, mine;
  ready;
  do
  :: atomic { !lock && !stop -> lock = true };
     if
     :: nempty(pool) -> pool?item; lock = false;
        if
        :: item > 0 && made < MOST + 2 -> atomic { !lock -> lock = true };
           if
           :: nfull(pool) -> made++; pool!(item - 1)
           :: full(pool)
           fi;
           lock = false
        :: else -> mine = (mine + item + _pid) % 3
        fi;
        item = 0
     :: empty(pool) -> idle++;
        if
        :: idle == WORKERS -> stop = true; lock = false
        :: else -> lock = false; (stop || nempty(pool)); atomic { !lock -> lock = true }; if :: stop :: else -> idle-- fi; lock = false
        fi
     fi
  :: stop -> break
  od;
  finished++; assert(finished < WORKERS || empty(pool))
}
init { byte i; atomic { for (i : 1 .. ITEMS) { pool!(1 + i % 2) }; ready = true } }
