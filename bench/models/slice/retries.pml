/* A lossy line: how often a message was sent again is counted and asked of nobody. */
chan line = [1] of { bit };
chan back = [1] of { bit };
byte retries, lost;

active proctype sender() {
  bit number, got;
  do
  :: line!number;
     if
     :: back?got ->
        if
        :: got == number -> number = 1 - number
        :: else -> retries++
        fi
     :: timeout -> retries++
     fi
  od
}

active proctype receiver() {
  bit number;
  do
  :: line?number -> back!number
  :: line?number -> lost++
  od
}
