mtype:fruit f;
init { skip }
