byte a = { 1, 2 };
init { skip }
