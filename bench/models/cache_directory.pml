/* Directory-based cache coherence with rendezvous requests and buffered grants; caches of different habits. */
#ifndef N
#define N 3
#endif
mtype = {invalid, shared, exclusive, get_shared, get_exclusive, inv, inv_ack, grant_shared, grant_exclusive, none};
chan request[N] = [0] of {mtype}; chan to_cache[N] = [1] of {mtype}; chan from_cache[N] = [1] of {mtype};
mtype state[N] = invalid;

proctype Cache(byte i; bit writer; bit evicts) {
  mtype m;
  do
  :: state[i] == invalid ->
     if :: request[i]!get_shared :: nempty(to_cache[i]) -> skip fi
  :: writer && state[i] != exclusive ->
     if :: request[i]!get_exclusive :: nempty(to_cache[i]) -> skip fi
  :: to_cache[i]?m ->
     if
     :: m == inv -> state[i] = invalid; from_cache[i]!inv_ack
     :: m == grant_shared -> state[i] = shared
     :: m == grant_exclusive -> state[i] = exclusive
     fi;
     m = none
  :: evicts && state[i] == shared -> state[i] = invalid
  od
}

active proctype Home() {
  bit sharer[N]; bit owned; byte client, j; mtype command = none;
  do
  :: command == none ->
     if
     :: request[0]?command -> client = 0
     :: request[1]?command -> client = 1
     :: request[2]?command -> client = 2
#if N > 3
     :: request[3]?command -> client = 3
#endif
     fi
  :: command != none ->
     if
     :: command == get_exclusive || owned ->
        for (j : 0 .. N - 1) { if :: sharer[j] -> to_cache[j]!inv; from_cache[j]?inv_ack; sharer[j] = 0 :: else fi }
        owned = 0
     :: else
     fi;
     to_cache[client]!(command == get_exclusive -> grant_exclusive : grant_shared);
     owned = (command == get_exclusive); sharer[client] = 1;
     command = none; client = 0; j = 0
  od
}

active proctype Watch() { end: do :: atomic { state[0] == exclusive && state[1] == exclusive -> assert(false) } od }
init { atomic { run Cache(0, 1, 0); run Cache(1, 1, 1); run Cache(2, 0, 1)
#if N > 3
  ; run Cache(3, 0, 0)
#endif
} }
