byte x;
c_track "&x" "sizeof(int)"
init { skip }
