/* expect:  holds
   output:  0 has 3
   output:  1 has 2
   output:  2 has 1
   output:  0 has 0 */
/* A token goes around a ring, counts down, and is taken out at 0: there is one order of what is printed. */
chan ring[3] = [1] of { byte };
active [3] proctype Node() {
  byte left;
  if
  :: _pid == 0 -> ring[0]!3
  :: else
  fi;
end:
  do
  :: ring[_pid]?left ->
     printf("%d has %d\n", _pid, left);
     if
     :: left > 0 -> ring[(_pid + 1) % 3]!left - 1
     :: else
     fi
  od
}
