byte c;
init { c = 'ab' }
