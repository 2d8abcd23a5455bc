init { run Worker(1) }
