/* Dijkstra and Scholten 1980: a diffusing computation ends when the root's deficit is zero. */
#define N 3
#define NOBODY 9
mtype = { work, signal };
chan box[N] = [4] of { mtype, byte };
byte budget = 3;
bool announced;
byte busy;

active [N] proctype Node() {
  byte parent = NOBODY, deficit, from, target; mtype m; bool root = (_pid == 0);
  if :: root -> atomic { busy++; parent = 0 } :: else fi;
  end: do
  :: parent != NOBODY ->
     if
     :: atomic { budget > 0 -> budget--; busy++ };
        if :: target = 0 :: target = 1 :: target = 2 fi;
        deficit++; box[target] ! work, _pid
     :: deficit == 0 ->
        atomic {
          busy--;
          if
          :: root -> announced = true; assert(busy == 0)
          :: else -> box[parent] ! signal, _pid
          fi;
          parent = NOBODY
        }
     :: box[_pid] ? work, from -> busy--; box[from] ! signal, _pid
     :: box[_pid] ? signal, from -> deficit--
     fi
  :: parent == NOBODY && !(root && announced) ->
     box[_pid] ? work, from; parent = from
  od
}
