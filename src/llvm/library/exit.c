/* The end of a program with handlers. The machine itself knows exit without handlers. */
#include <stddef.h>

#include "machine.h"

#define MOST_HANDLERS 64

static struct {
  void (*plain)(void);
  void (*with)(int, void *);
  void (*destroy)(void *);
  void *argument;
} waymark_handlers[MOST_HANDLERS];
static int waymark_handler_count;

extern int main(int, char **);
/* In programs with objects of threads. */
extern void waymark_end_of_thread(void) __attribute__((weak));

static int waymark_add_handler(void (*plain)(void), void (*with)(int, void *), void (*destroy)(void *), void *argument) {
  int full = 0;
  waymark_atomic_begin();
  if (waymark_handler_count == MOST_HANDLERS) {
    full = 1;
  } else {
    waymark_handlers[waymark_handler_count].plain = plain;
    waymark_handlers[waymark_handler_count].with = with;
    waymark_handlers[waymark_handler_count].destroy = destroy;
    waymark_handlers[waymark_handler_count].argument = argument;
    waymark_handler_count++;
  }
  waymark_atomic_end();
  return full;
}

/* Registers what is called at the end. */
int atexit(void (*handler)(void)) { return waymark_add_handler(handler, 0, 0, 0); }

/* As atexit, with the status and an argument. */
int on_exit(void (*handler)(int, void *), void *argument) { return waymark_add_handler(0, handler, 0, argument); }

/* As atexit, with an argument: what destroys a static object. */
int __cxa_atexit(void (*handler)(void *), void *argument, void *library) {
  if (waymark_add_handler(0, 0, handler, argument)) waymark_unsupported("so many static objects");
  return 0;
}

/* Calls the handlers, the last one first, and ends the program. */
_Noreturn void exit(int status) {
  if (waymark_end_of_thread) waymark_end_of_thread();
  while (waymark_handler_count) {
    int i = --waymark_handler_count;
    if (waymark_handlers[i].plain) waymark_handlers[i].plain();
    if (waymark_handlers[i].destroy) waymark_handlers[i].destroy(waymark_handlers[i].argument);
    if (waymark_handlers[i].with) waymark_handlers[i].with(status, waymark_handlers[i].argument);
  }
  waymark_exit(status);
}

/* Where a program with handlers begins: what main returns is the status of exit. */
int waymark_start(int argc, char **argv) { exit(main(argc, argv)); }
