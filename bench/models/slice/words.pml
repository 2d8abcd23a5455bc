/* Counts lines, words and characters; --invariant 'nl <= 10' asks about lines alone. */
mtype = { letter, space, newline };
chan input = [1] of { mtype };
byte nl, nw, nc;
bool inword;

active proctype count() {
  mtype c;
  do
  :: input?c ->
     nc = (nc + 1) % 50;
     if
     :: c == newline && nl < 10 -> nl++
     :: else
     fi;
     if
     :: c == letter ->
        if
        :: !inword -> nw = (nw + 1) % 50; inword = true
        :: else
        fi
     :: else -> inword = false
     fi
  od
}

active proctype keyboard() {
  do
  :: input!letter
  :: input!space
  :: input!newline
  od
}
