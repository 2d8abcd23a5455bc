/* Included by macros.pml. */
#define WORKERS 2
#define MAXIMUM(a, b) ((a) > (b) -> (a) : (b))
