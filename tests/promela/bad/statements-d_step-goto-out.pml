byte x;
init { d_step { x = 1; goto done }; done: skip }
