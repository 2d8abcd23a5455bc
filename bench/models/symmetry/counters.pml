/* Processes that add to a counter without a lock and end. */
#ifndef N
#define N 6
#endif
byte n, last = 255;
active [N] proctype Add() { byte copy; copy = n; n = copy + 1; last = _pid }
