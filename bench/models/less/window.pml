/* A counter that goes up to a bound and starts again, and who looks at it. */
short ticks;
bool due, served;

active proctype timer() {
  do
  :: ticks < 1000 -> ticks++
  :: else -> atomic { !due -> due = true; ticks = 0 }
  od
}

active proctype server() {
  do
  :: due -> served = true; assert(due); atomic { due = false; served = false }
  od
}

active proctype watch() {
  do
  :: assert(!served || due)
  od
}
