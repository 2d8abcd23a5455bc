/* math.h, as far as processors compute it exactly. */

/* The absolute value. */
double fabs(double x) { return __builtin_fabs(x); }
/* As fabs. */
float fabsf(float x) { return __builtin_fabsf(x); }
/* Rounds down. */
double floor(double x) { return __builtin_floor(x); }
/* Rounds up. */
double ceil(double x) { return __builtin_ceil(x); }
/* Rounds towards zero. */
double trunc(double x) { return __builtin_trunc(x); }
/* Rounds to the nearest, halves away from zero. */
double round(double x) { return x < 0 ? -__builtin_floor(-x + 0.5) : __builtin_floor(x + 0.5); }
/* The square root. */
double sqrt(double x) { return __builtin_sqrt(x); }
/* As sqrt. */
float sqrtf(float x) { return __builtin_sqrtf(x); }
/* The larger number. */
double fmax(double x, double y) { return x != x || x < y ? y : x; }
/* The smaller number. */
double fmin(double x, double y) { return x != x || y < x ? y : x; }
