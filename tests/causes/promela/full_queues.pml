/* Holzmann 1991, "Design and validation of computer protocols", chapter 6: two peers with full queues.
   cause: cycle
   threads: Client 0, Server 1
   locks: request, reply */
chan request = [1] of { byte };
chan reply = [1] of { byte };

active proctype Client() {
  byte got;
  do
  :: request ! 1;
     request ! 2;  /* ! */
     reply ? got;
     reply ? got
  od
}

active proctype Server() {
  byte got;
  do
  :: request ? got;
     reply ! got;  /* ! */
     reply ! got;
     reply ! got
  od
}
