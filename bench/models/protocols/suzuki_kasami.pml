/* Suzuki and Kasami 1985: a token with a queue goes to who has asked; requests are broadcast. */
#define N 3
typedef Row { byte rn[N] };
Row site[N];
byte ln[N];
bool has[N];
chan req[N] = [4] of { byte, byte };
chan token[N] = [1] of { byte };
byte in_cs;

active [N] proctype Node() {
  byte j, who, number, t; bool asking; byte rounds;
  if :: _pid == 0 -> has[0] = true :: else fi;
  do
  :: !asking && rounds < 1 ->
     asking = true; site[_pid].rn[_pid]++;
     if
     :: has[_pid] -> skip
     :: else ->
        for (j : 0 .. N - 1) {
          if :: j != _pid -> req[j] ! _pid, site[_pid].rn[_pid] :: else fi
        }
     fi
  :: asking && has[_pid] ->
     in_cs++; assert(in_cs == 1); in_cs--;
     asking = false; rounds++;
     ln[_pid] = site[_pid].rn[_pid];
     j = 0;
     do
     :: j < N && has[_pid] ->
        if
        :: j != _pid && site[_pid].rn[j] == ln[j] + 1 -> has[_pid] = false; token[j] ! 1
        :: else -> skip
        fi;
        j++
     :: else -> break
     od
  :: token[_pid] ? t -> has[_pid] = true
  :: req[_pid] ? who, number ->
     if :: number > site[_pid].rn[who] -> site[_pid].rn[who] = number :: else fi;
     if
     :: has[_pid] && !asking && site[_pid].rn[who] == ln[who] + 1 -> has[_pid] = false; token[who] ! 1
     :: else
     fi
  :: rounds == 1 && !asking -> end: skip;
     if
     :: req[_pid] ? who, number ->
        if :: number > site[_pid].rn[who] -> site[_pid].rn[who] = number :: else fi;
        if
        :: has[_pid] && site[_pid].rn[who] == ln[who] + 1 -> has[_pid] = false; token[who] ! 1
        :: else
        fi
     :: timeout -> break
     fi
  od
}
