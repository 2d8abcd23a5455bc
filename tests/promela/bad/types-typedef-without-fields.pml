typedef T { };
init { skip }
