/* Mellor-Crummey and Scott 1991: queue lock with swap and compare-and-swap; NIL is 255. */
#ifndef THREADS
#define THREADS 3
#endif
#define NIL 255
byte tail = NIL;
byte next[THREADS];
bool locked[THREADS];
byte owners;

proctype thread(byte self) {
  byte pred, succ; bool swapped;
  next[self] = NIL;
  d_step { pred = tail; tail = self };
  if
  :: pred != NIL -> locked[self] = true; next[pred] = self; !locked[self]
  :: else -> skip
  fi;
  owners++;
  assert(owners == 1);
  owners--;
  succ = next[self];
  if
  :: succ == NIL ->
     d_step { swapped = (tail == self); if :: swapped -> tail = NIL :: else fi };
     if
     :: swapped -> goto out
     :: !swapped -> next[self] != NIL; succ = next[self]
     fi
  :: else -> skip
  fi;
  locked[succ] = false;
out:
  skip
}
init {
  byte i = 0;
  atomic { do :: i < THREADS -> run thread(i); i++ :: i == THREADS -> break od }
}
