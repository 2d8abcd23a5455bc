byte größe;
init { skip }
