typedef Node { byte value; Node next };
init { skip }
