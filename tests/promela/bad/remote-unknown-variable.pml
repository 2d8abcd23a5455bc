active proctype P() { byte x; x = 1 }
never { do :: P[0]:y > 1 od }
