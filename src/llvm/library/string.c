/* string.h and strings.h. Copies of whole blocks (memcpy, memmove, memset) are the machine's own. */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#include "machine.h"

/* Bytes before the terminating zero. */
size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

/* As strlen, but at most limit. */
size_t strnlen(const char *s, size_t limit) {
  size_t n = 0;
  while (n < limit && s[n]) n++;
  return n;
}

/* Copies a string with its zero. */
char *strcpy(char *to, const char *from) {
  size_t i = 0;
  do to[i] = from[i];
  while (from[i++]);
  return to;
}

/* Copies a string and gives where its zero is. */
char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  while ((to[i] = from[i])) i++;
  return to + i;
}

/* Copies at most n bytes and fills the rest with zeros. */
char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}

/* Appends a string. */
char *strcat(char *to, const char *from) {
  strcpy(to + strlen(to), from);
  return to;
}

/* Appends at most n bytes and a zero. */
char *strncat(char *to, const char *from, size_t n) {
  size_t at = strlen(to), i = 0;
  for (; i < n && from[i]; i++) to[at + i] = from[i];
  to[at + i] = 0;
  return to;
}

/* Compares strings as unsigned bytes. */
int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}

/* As strcmp, of at most n bytes. */
int strncmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++)
    if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b;
  return 0;
}

static int waymark_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

/* As strcmp, without regard to case. */
int strcasecmp(const char *a, const char *b) {
  while (*a && waymark_lower((unsigned char)*a) == waymark_lower((unsigned char)*b)) a++, b++;
  return waymark_lower((unsigned char)*a) - waymark_lower((unsigned char)*b);
}

/* As strncmp, without regard to case. */
int strncasecmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) {
    int d = waymark_lower((unsigned char)*a) - waymark_lower((unsigned char)*b);
    if (d || !*a) return d;
  }
  return 0;
}

/* As strcmp: there is one locale. */
int strcoll(const char *a, const char *b) { return strcmp(a, b); }

/* Copies at most n bytes: there is one locale. */
size_t strxfrm(char *to, const char *from, size_t n) {
  size_t length = strlen(from);
  if (length < n) strcpy(to, from);
  return length;
}

/* The first place of a byte in a string, its zero included. */
char *strchr(const char *s, int c) {
  for (; *s != (char)c; s++)
    if (!*s) return 0;
  return (char *)s;
}

/* As strchr, but the zero if there is none. */
char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

/* The last place of a byte in a string. */
char *strrchr(const char *s, int c) {
  const char *found = 0;
  for (;; s++) {
    if (*s == (char)c) found = s;
    if (!*s) return (char *)found;
  }
}

/* As strchr. */
char *index(const char *s, int c) { return strchr(s, c); }

/* As strrchr. */
char *rindex(const char *s, int c) { return strrchr(s, c); }

/* Bytes at the beginning that are among those of the set. */
size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && strchr(set, s[n])) n++;
  return n;
}

/* Bytes at the beginning that are not among those of the set. */
size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !strchr(set, s[n])) n++;
  return n;
}

/* The first byte that is among those of the set. */
char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  return *s ? (char *)s : 0;
}

/* The first place of a string in a string. */
char *strstr(const char *s, const char *part) {
  size_t n = strlen(part);
  for (; *s || !n; s++)
    if (!strncmp(s, part, n)) return (char *)s;
  return 0;
}

/* The next word, with the place kept by the caller. */
char *strtok_r(char *s, const char *set, char **rest) {
  if (!s) s = *rest;
  s += strspn(s, set);
  if (!*s) {
    *rest = s;
    return 0;
  }
  char *end = s + strcspn(s, set);
  if (*end) *end++ = 0;
  *rest = end;
  return s;
}

/* The next word; threads share the place, as the standard allows. */
char *strtok(char *s, const char *set) {
  static char *rest;
  return strtok_r(s, set, &rest);
}

/* The next field, which may be empty. */
char *strsep(char **s, const char *set) {
  char *begin = *s;
  if (!begin) return 0;
  char *end = begin + strcspn(begin, set);
  *s = *end ? end + 1 : 0;
  *end = 0;
  return begin;
}

/* A copy in a block of its own. */
char *strdup(const char *s) {
  char *to = malloc(strlen(s) + 1);
  return to ? strcpy(to, s) : 0;
}

/* As strdup, of at most n bytes. */
char *strndup(const char *s, size_t n) {
  size_t length = strnlen(s, n);
  char *to = malloc(length + 1);
  if (!to) return 0;
  for (size_t i = 0; i < length; i++) to[i] = s[i];
  to[length] = 0;
  return to;
}

/* The strdup of older headers. */
char *__strdup(const char *s) { return strdup(s); }

/* Compares blocks as unsigned bytes. */
int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  for (; n; n--, p++, q++)
    if (*p != *q) return *p - *q;
  return 0;
}

/* As memcmp. */
int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

/* The first place of a byte in a block. */
void *memchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  for (; n; n--, p++)
    if (*p == (unsigned char)c) return (void *)p;
  return 0;
}

/* The last place of a byte in a block. */
void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  while (n--)
    if (p[n] == (unsigned char)c) return (void *)(p + n);
  return 0;
}

/* As memcpy, and gives the end. */
void *mempcpy(void *to, const void *from, size_t n) { return (char *)__builtin_memcpy(to, from, n) + n; }

/* Fills with zeros. */
void bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }

/* As memset, and is never left out. */
void explicit_bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }

/* As memmove, with the operands the other way round. */
void bcopy(const void *from, void *to, size_t n) { __builtin_memmove(to, from, n); }

/* The text of an error: the same for all. */
char *strerror(int error) { return error ? (char *)"error" : (char *)"Success"; }

/* As strerror. */
int strerror_r(int error, char *to, size_t n) {
  if (n < 8) return ERANGE;
  strcpy(to, error ? "error" : "Success");
  return 0;
}

/* Copies with a check of the size, as fortified headers ask for. */
void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) { return __builtin_memcpy(to, from, n); }

/* As memmove, for fortified headers. */
void *__memmove_chk(void *to, const void *from, size_t n, size_t room) { return __builtin_memmove(to, from, n); }

/* As memset, for fortified headers. */
void *__memset_chk(void *to, int c, size_t n, size_t room) { return __builtin_memset(to, c, n); }

/* As strcpy, for fortified headers. */
char *__strcpy_chk(char *to, const char *from, size_t room) { return strcpy(to, from); }

/* As strncpy, for fortified headers. */
char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) { return strncpy(to, from, n); }

/* As strcat, for fortified headers. */
char *__strcat_chk(char *to, const char *from, size_t room) { return strcat(to, from); }
