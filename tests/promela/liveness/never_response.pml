byte request, grant;
active proctype Client() { do :: request = 1; grant == 1; request = 0; grant = 0 od }
active proctype Server() { do :: request == 1 && grant == 0 -> grant = 1 :: request == 1 -> skip od }
never {
T0: do
    :: request == 1 && grant == 0 -> goto accept
    :: true
    od;
accept:
    do :: grant == 0 od
}
