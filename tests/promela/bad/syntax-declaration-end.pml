byte x y;
init { skip }
