byte x;
init { do :: d_step { x++; break } od }
