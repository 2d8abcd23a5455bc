init { assert ; skip }
