/* errno.h. */

/* Every thread has its own errno. */
int *__errno_location(void) {
  static _Thread_local int number;
  return &number;
}
