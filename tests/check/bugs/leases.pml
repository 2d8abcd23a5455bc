/* A lease of a lock service that has run out while its holder was slow (as in HBase's and others' reports). */
#ifndef N
#define N 5
#endif
#define NONE 255

byte holder = NONE;
byte writing;

active [N] proctype Client() {
  byte rounds;
  do
  :: rounds == 3 -> break
  :: rounds < 3 ->
     rounds++;
     atomic { holder == NONE -> holder = _pid };
     if
     :: holder == _pid ->
        writing++; /* no fence: the lease may have run out since */
        assert(writing == 1);
        writing--
     :: else
     fi;
     if
     :: atomic { holder == _pid -> holder = NONE }
     :: atomic { holder != _pid -> skip }
     fi
  od
}

active proctype Clock() {
end:
  atomic { holder != NONE -> holder = NONE }
}
