byte b = [1] of { byte };
init { skip }
