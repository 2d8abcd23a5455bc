init { goto 3 }
