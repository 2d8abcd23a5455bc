typedef Row { int cell[1000] };
chan q = [2000] of { Row };
init { skip }
