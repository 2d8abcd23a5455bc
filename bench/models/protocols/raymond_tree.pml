/* Raymond 1989 on a star of three: the token moves along edges towards who asks; pointers turn round. */
mtype = { request, grant };
chan in[3] = [3] of { mtype, byte };
byte cs;

inline assign() {
  if
  :: holder == me && !using && len(wait) > 0 ->
     wait ? first; asked = false; holder = first;
     if
     :: first == me -> using = true
     :: else -> in[first] ! grant, me
     fi
  :: else
  fi
}
inline ask() {
  if
  :: holder != me && len(wait) > 0 && !asked -> in[holder] ! request, me; asked = true
  :: else
  fi
}
proctype site(byte me; byte holder) {
  chan wait = [3] of { byte };
  byte first, from; bool using, asked, wanted;
  do
  :: !wanted -> wanted = true; wait ! me; assign(); ask()
  :: using -> cs++; assert(cs == 1); cs--; using = false; assign(); ask()
  :: in[me] ? request, from -> wait ! from; assign(); ask()
  :: in[me] ? grant, from -> holder = me; assign(); ask()
  :: timeout -> break
  od
}
init { atomic { run site(0, 0); run site(1, 0); run site(2, 0) } }
