/* Violations of two kinds, of different lengths; --errors 0 finds them all. */
byte left = 2;
byte chosen;
chan reply = [1] of { byte };

active proctype Asks() {
  byte got;
  if
  :: chosen = 1
  :: chosen = 2; left = left - 1
  :: chosen = 3; left = 0; reply!7
  fi;
  assert(chosen != 2 || left == 2);
  if
  :: chosen == 3 -> reply?got; assert(got != 7)
  :: chosen == 1 -> reply?got
  fi
}
