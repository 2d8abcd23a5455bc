byte a[2 - 5];
init { skip }
