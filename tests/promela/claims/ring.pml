/* Spin: kept */
chan c0 = [1] of {byte}; chan c1 = [1] of {byte}; chan c2 = [1] of {byte};
proctype Node(chan in; chan out; bit first) {
  xr in; xs out; byte v;
  if :: first -> out!1 :: else fi;
  do :: in?v; v = v % 3; out!v + 1 od
}
init { atomic { run Node(c0, c1, 1); run Node(c1, c2, 0); run Node(c2, c0, 0) } }
