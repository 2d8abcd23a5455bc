chan q = [1] { byte };
init { skip }
