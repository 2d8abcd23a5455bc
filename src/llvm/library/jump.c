/* setjmp.h: marks are made, and a jump to one is refused by its name, longjmp. */

/* The first return. */
int _setjmp(void *mark) { return 0; }

/* As _setjmp. */
int __sigsetjmp(void *mark, int mask) { return 0; }
