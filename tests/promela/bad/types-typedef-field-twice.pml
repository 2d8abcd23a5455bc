typedef T { byte a; int a };
init { skip }
