byte n;
byte a[2] = { 1, n };
init { skip }
