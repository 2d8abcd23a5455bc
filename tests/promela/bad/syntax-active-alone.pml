active [2] byte x;
init { skip }
