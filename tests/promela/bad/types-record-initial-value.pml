typedef T { byte a };
T t = 3;
init { skip }
