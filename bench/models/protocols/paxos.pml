/* Single-decree Paxos: two proposers, three acceptors as shared memory behind atomic handlers. */
#define ACC 3
#define QUORUM 2
typedef Acceptor { byte promised; byte accepted; byte value };
Acceptor acc[ACC];
byte learned;

proctype Proposer(byte ballot; byte wish)
{
  byte a, count, best, val;
  val = wish;
  do
  :: a < ACC ->
     if
     :: atomic {
          acc[a].promised < ballot -> acc[a].promised = ballot; count++;
          if
          :: acc[a].accepted > best -> best = acc[a].accepted; val = acc[a].value
          :: else
          fi
        }
     :: skip
     fi;
     a++
  :: a == ACC -> break
  od;
  if :: count < QUORUM -> goto done :: else fi;
  a = 0; count = 0;
  do
  :: a < ACC ->
     if
     :: atomic { acc[a].promised <= ballot -> acc[a].promised = ballot; acc[a].accepted = ballot; acc[a].value = val; count++ }
     :: skip
     fi;
     a++
  :: a == ACC -> break
  od;
  if
  :: count >= QUORUM ->
     atomic { assert(learned == 0 || learned == val); learned = val }
  :: else
  fi;
done: skip
}

init { atomic { run Proposer(1, 11); run Proposer(2, 22) } }
