/* Requests with data that is passed on and never looked at. */
chan request = [2] of { byte, byte, byte };
chan answer = [2] of { byte, byte };
byte outstanding;

active proctype client() {
  byte data, tag, got;
  do
  :: outstanding < 2 ->
     select (data : 0 .. 7);
     request!tag,data,data;
     outstanding++;
     tag = 1 - tag
  :: answer?_,got ->
     outstanding--;
     assert(outstanding < 3)
  od
}

active proctype server() {
  byte tag, data, copy;
  do
  :: request?tag,data,copy ->
     data = data + copy;
     answer!tag,data
  od
}
