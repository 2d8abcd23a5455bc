/* Lamport's bakery without the flags that say who is choosing a number: two customers are served at a time. */
#ifndef N
#define N 5
#endif
#define ROUNDS 2

byte number[N];
byte inside;

active [N] proctype Customer() {
  byte i, most, rounds;
  do
  :: rounds == ROUNDS -> break
  :: rounds < ROUNDS ->
     rounds++;
     most = 0;
     i = 0;
     do
     :: i == N -> break
     :: i < N -> most = (number[i] > most -> number[i] : most); i++
     od;
     number[_pid] = most + 1;
     i = 0;
     do
     :: i == N -> break
     :: i < N ->
        (i == _pid || number[i] == 0 || number[i] > number[_pid] || (number[i] == number[_pid] && i > _pid));
        i++
     od;
     inside++;
     assert(inside == 1);
     inside--;
     number[_pid] = 0
  od
}
