/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  23   transitions: 27   errors: 1   (Spin, full search) */
/* Jumps out of, within and between atomics. */
byte x, y;
active proctype A() {
again:
  atomic {
    x++;
    if
    :: x == 1 -> goto again
    :: x == 2 -> goto out
    :: x == 3 -> goto other
    :: x > 3 -> skip
    fi;
    inner: y++;
    if :: y < 3 -> goto inner :: else fi
  };
  goto done;
out:
  x = x + 0; goto again;
other:
  atomic { y = 7; x = 4; goto again };
done:
  skip
}
active proctype B() { y == 7 -> y = 0 }
