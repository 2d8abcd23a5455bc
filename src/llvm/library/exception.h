/* Exceptions as the models and the machine share them. */
#ifndef WAYMARK_EXCEPTION_H
#define WAYMARK_EXCEPTION_H

#include <typeinfo>

namespace waymark {

/* What stands before the object of an exception. All who hold it count: handlers, throws, std::exception_ptr. */
struct Held {
  unsigned long count;
  const std::type_info *type;
  void (*destroy)(void *);
  void *unused; /* the object is aligned */
};

/* A throw: the machine reads the type and the object, and writes what the handler is given. If a pointer was thrown,
   handlers that take it by reference find it 32 bytes behind the beginning; the machine writes it, too. */
struct Thrown {
  const std::type_info *type;
  void *object;
  void *adjusted;
  Thrown *next; /* caught before it, by the same thread */
  void *pointer;
  int handlers; /* that are not left; negative: it is thrown again */
};

/* Of each thread. */
struct Globals {
  Thrown *caught;
  unsigned uncaught;
};

Globals &globals();
Held *held_of(void *object);
void hold(void *object);
void let_go(void *object);
/* Throws an object, which is held for it. */
[[noreturn]] void throw_object(void *object);
[[noreturn]] void end_by(const char *why, Thrown *thrown);

}  // namespace waymark

#endif
