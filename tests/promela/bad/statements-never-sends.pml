chan q = [1] of { byte };
never { do :: q!1 od }
init { skip }
