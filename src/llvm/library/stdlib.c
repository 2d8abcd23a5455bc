/* stdlib.h, but for the blocks of the heap, which are the machine's own, and for the end of the program. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "machine.h"

extern void *malloc(size_t);
extern void *realloc(void *, size_t);
extern void *aligned_alloc(size_t, size_t);

/* The absolute value; that of the least number overflows, as the standard says. */
int abs(int n) { return n < 0 ? -n : n; }
/* As abs. */
long labs(long n) { return n < 0 ? -n : n; }
/* As abs. */
long long llabs(long long n) { return n < 0 ? -n : n; }

typedef struct { int quot, rem; } waymark_div;
typedef struct { long quot, rem; } waymark_ldiv;

/* Quotient and remainder. */
waymark_div div(int a, int b) { return (waymark_div){a / b, a % b}; }
/* As div. */
waymark_ldiv ldiv(long a, long b) { return (waymark_ldiv){a / b, a % b}; }

static int waymark_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

/* Reads a number up to `most`; says by *over whether it is larger, and by *minus its sign. */
static unsigned long waymark_number(const char *s, char **end, int base, unsigned long most, _Bool *over, _Bool *minus) {
  const char *at = s;
  while (*at == ' ' || (*at >= 9 && *at <= 13)) at++;
  *minus = *at == '-';
  if (*at == '-' || *at == '+') at++;
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] | 32) == 'x' && waymark_digit(at[2]) < 16) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  unsigned long value = 0;
  const char *first = at;
  *over = 0;
  for (int d; (d = waymark_digit(*at)) < base; at++) {
    if (value > (most - (unsigned long)d) / (unsigned long)base) *over = 1;
    if (!*over) value = value * (unsigned long)base + (unsigned long)d;
  }
  if (end) *end = (char *)(at == first ? s : at);
  return value;
}

/* A number from a string. */
long strtol(const char *s, char **end, int base) {
  _Bool over, minus;
  unsigned long value = waymark_number(s, end, base, (unsigned long)LONG_MAX + 1, &over, &minus);
  if (over || (!minus && value > LONG_MAX)) {
    errno = ERANGE;
    return minus ? LONG_MIN : LONG_MAX;
  }
  return minus ? (long)(0 - value) : (long)value;
}

/* As strtol, without a sign. */
unsigned long strtoul(const char *s, char **end, int base) {
  _Bool over, minus;
  unsigned long value = waymark_number(s, end, base, ULONG_MAX, &over, &minus);
  if (over) {
    errno = ERANGE;
    return ULONG_MAX;
  }
  return minus ? 0 - value : value;
}

/* As strtol. */
long long strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
/* As strtoul. */
unsigned long long strtoull(const char *s, char **end, int base) { return strtoul(s, end, base); }
/* As strtol, for newer headers. */
long __isoc23_strtol(const char *s, char **end, int base) { return strtol(s, end, base); }
/* As strtoul, for newer headers. */
unsigned long __isoc23_strtoul(const char *s, char **end, int base) { return strtoul(s, end, base); }
/* As strtoll, for newer headers. */
long long __isoc23_strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
/* As strtoull, for newer headers. */
unsigned long long __isoc23_strtoull(const char *s, char **end, int base) { return strtoul(s, end, base); }
/* As strtol. */
intmax_t strtoimax(const char *s, char **end, int base) { return strtol(s, end, base); }
/* As strtoul. */
uintmax_t strtoumax(const char *s, char **end, int base) { return strtoul(s, end, base); }
/* A number from a string. */
int atoi(const char *s) { return (int)strtol(s, 0, 10); }
/* As atoi. */
long atol(const char *s) { return strtol(s, 0, 10); }
/* As atoi. */
long long atoll(const char *s) { return strtol(s, 0, 10); }

/* A decimal number with a fraction and an exponent; the last bit may differ from that of glibc. */
double strtod(const char *s, char **end) {
  const char *at = s;
  while (*at == ' ' || (*at >= 9 && *at <= 13)) at++;
  _Bool minus = *at == '-';
  if (*at == '-' || *at == '+') at++;
  double value = 0, scale = 1;
  const char *first = at;
  for (; waymark_digit(*at) < 10; at++) value = value * 10 + waymark_digit(*at);
  _Bool any = at != first;
  if (*at == '.') {
    for (at++; waymark_digit(*at) < 10; at++, any = 1) {
      value = value * 10 + waymark_digit(*at);
      scale *= 10;
    }
  }
  if (any && (*at | 32) == 'e') {
    char *behind;
    long exponent = strtol(at + 1, &behind, 10);
    if (behind != at + 1) at = behind;
    for (; exponent > 0 && exponent < 400; exponent--) value *= 10;
    for (; exponent < 0 && exponent > -400; exponent++) scale *= 10;
  }
  if (end) *end = (char *)(any ? at : s);
  value /= scale;
  return minus ? -value : value;
}

/* As strtod. */
double atof(const char *s) { return strtod(s, 0); }

/* Sorts; what compares equal keeps its order, as with glibc. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *all = base;
  if (!size) return;
  char moved[size];
  for (size_t i = 1; i < count; i++) {
    size_t to = i;
    while (to > 0 && compare(all + (to - 1) * size, all + i * size) > 0) to--;
    if (to == i) continue;
    __builtin_memcpy(moved, all + i * size, size);
    __builtin_memmove(all + (to + 1) * size, all + to * size, (i - to) * size);
    __builtin_memcpy(all + to * size, moved, size);
  }
}

/* As qsort, with an argument for the comparison. */
void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *argument) {
  char *all = base;
  if (!size) return;
  char moved[size];
  for (size_t i = 1; i < count; i++) {
    size_t to = i;
    while (to > 0 && compare(all + (to - 1) * size, all + i * size, argument) > 0) to--;
    if (to == i) continue;
    __builtin_memcpy(moved, all + i * size, size);
    __builtin_memmove(all + (to + 1) * size, all + to * size, (i - to) * size);
    __builtin_memcpy(all + to * size, moved, size);
  }
}

/* Searches in a sorted array. */
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *at = (const char *)base + middle * size;
    int order = compare(key, at);
    if (!order) return (void *)at;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}

static unsigned waymark_seed = 1;

/* The next number of a fixed sequence. */
int rand_r(unsigned *seed) {
  *seed = *seed * 1103515245u + 12345u;
  return (int)(*seed >> 16 & 0x7fff);
}

/* The next number of a sequence that all threads share. */
int rand(void) {
  waymark_atomic_begin();
  int value = rand_r(&waymark_seed);
  waymark_atomic_end();
  return value;
}

/* Starts the sequence anew. */
void srand(unsigned seed) {
  waymark_atomic_begin();
  waymark_seed = seed;
  waymark_atomic_end();
}

/* As rand. */
long random(void) { return rand(); }

/* As srand. */
void srandom(unsigned seed) { srand(seed); }

/* The environment is empty. */
char *getenv(const char *name) { return 0; }

/* As getenv. */
char *secure_getenv(const char *name) { return 0; }

/* As realloc, of count elements. */
void *reallocarray(void *block, size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) {
    errno = ENOMEM;
    return 0;
  }
  return realloc(block, count * size);
}

/* As aligned_alloc, with the block in *block. */
int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || alignment & (alignment - 1)) return EINVAL;
  void *made = aligned_alloc(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}
