int huge[2000000];
init { huge[0] = 1 }
