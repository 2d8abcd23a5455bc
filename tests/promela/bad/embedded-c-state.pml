c_state "int count" "Global"
init { skip }
