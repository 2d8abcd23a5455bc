/* What a C program under check may ask of Waymark. Compiled by others, the program needs functions of these names. */
#ifndef WAYMARK_H
#define WAYMARK_H

#ifdef __cplusplus
extern "C" {
#endif

/* Any number from 0 to n - 1: all are tried. */
int waymark_choose(int n);

/* Leaves out what follows if the condition does not hold. */
void waymark_assume(_Bool condition);

/* No other thread runs between begin and end. */
void waymark_atomic_begin(void);
void waymark_atomic_end(void);

#ifdef __cplusplus
}
#endif

#endif
