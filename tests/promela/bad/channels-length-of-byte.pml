byte b;
init { len(b) > 0 }
