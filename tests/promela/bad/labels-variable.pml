byte x;
init { x: skip }
