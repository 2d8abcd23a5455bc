/* A manager grants printers and disks to clients with different needs; records in arrays, a wide state. */
#ifndef CLIENTS
#define CLIENTS 4
#endif
typedef Job { byte printers; byte disks; bit waiting; short age; byte name[36] };
Job job[CLIENTS]; byte printers = 2, disks = 3; chan ask = [2] of {byte, bit}; chan granted[CLIENTS] = [1] of {bit};

proctype Client(byte me; byte p; byte d) {
endclient:
  do
  :: job[me].printers = p; job[me].disks = d; ask!me, 1; granted[me]?1; job[me].age = 0; ask!me, 0; granted[me]?0
  od
}
active proctype Manager() {
  byte who, i; bit want;
endmanager:
  do
  :: ask?who, want ->
     if
     :: want -> job[who].waiting = 1
     :: else -> atomic { printers = printers + job[who].printers; disks = disks + job[who].disks; granted[who]!0 }
     fi;
     for (i : 0 .. CLIENTS - 1) {
       if
       :: atomic { job[i].waiting && job[i].printers <= printers && job[i].disks <= disks ->
            printers = printers - job[i].printers; disks = disks - job[i].disks; job[i].waiting = 0; granted[i]!1 }
       :: else
       fi
     }
     who = 0; want = 0; i = 0
  od
}
init { byte i; atomic { for (i : 0 .. CLIENTS - 1) { run Client(i, i % 3, 1 + i % 2) } i = 0 } }
