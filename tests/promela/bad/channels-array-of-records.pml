typedef S { byte a };
typedef T { S s[2] };
chan q = [1] of { T };
init { skip }
