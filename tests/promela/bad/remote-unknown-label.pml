active proctype P() { here: skip }
never { do :: P@there od }
