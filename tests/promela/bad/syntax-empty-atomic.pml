init { atomic { } }
