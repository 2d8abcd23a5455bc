/* Holds; two lines are never executed. */
mtype = { hello, bye };
chan wire = [0] of { mtype };
byte seen;

active proctype Says() {
  wire!hello;
  if
  :: seen > 5 -> wire!bye
  :: else
  fi
}

active proctype Hears() {
  mtype word;
  wire?word;
  seen++;
  if
  :: word == bye -> seen = 0
  :: else
  fi
}
