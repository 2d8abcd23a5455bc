/* ctype.h of the locale "C": functions, and the tables that glibc's macros read. */
#define __NO_CTYPE 1
#include <ctype.h>

#define UPPER(c) ((c) >= 'A' && (c) <= 'Z')
#define LOWER(c) ((c) >= 'a' && (c) <= 'z')
#define DIGIT(c) ((c) >= '0' && (c) <= '9')
#define GRAPH(c) ((c) > ' ' && (c) < 127)

#define CLASS(c)                                                                                                    \
  (unsigned short)((UPPER(c) ? _ISupper : 0) | (LOWER(c) ? _ISlower : 0) | (UPPER(c) || LOWER(c) ? _ISalpha : 0) |  \
                   (DIGIT(c) ? _ISdigit : 0) |                                                                      \
                   (DIGIT(c) || ((c) >= 'A' && (c) <= 'F') || ((c) >= 'a' && (c) <= 'f') ? _ISxdigit : 0) |         \
                   ((c) == ' ' || ((c) >= 9 && (c) <= 13) ? _ISspace : 0) |                                         \
                   (GRAPH(c) || (c) == ' ' ? _ISprint : 0) | (GRAPH(c) ? _ISgraph : 0) |                            \
                   ((c) == ' ' || (c) == 9 ? _ISblank : 0) |                                                        \
                   (((c) >= 0 && (c) < 32) || (c) == 127 ? _IScntrl : 0) |                                          \
                   (GRAPH(c) && !UPPER(c) && !LOWER(c) && !DIGIT(c) ? _ISpunct : 0) |                               \
                   (UPPER(c) || LOWER(c) || DIGIT(c) ? _ISalnum : 0))
#define SMALL(c) (UPPER(c) ? (c) + 32 : (c))
#define LARGE(c) (LOWER(c) ? (c) - 32 : (c))

#define FOUR(of, c) of(c), of((c) + 1), of((c) + 2), of((c) + 3)
#define ROW(of, c) FOUR(of, c), FOUR(of, (c) + 4), FOUR(of, (c) + 8), FOUR(of, (c) + 12)
#define HALF(of, c)                                                                                               \
  ROW(of, c), ROW(of, (c) + 16), ROW(of, (c) + 32), ROW(of, (c) + 48), ROW(of, (c) + 64), ROW(of, (c) + 80),      \
      ROW(of, (c) + 96), ROW(of, (c) + 112)

/* From -128 to 255, as the macros index them. */
static const unsigned short waymark_classes[384] = {HALF(CLASS, -128), HALF(CLASS, 0), HALF(CLASS, 128)};
static const int waymark_small[384] = {HALF(SMALL, -128), HALF(SMALL, 0), HALF(SMALL, 128)};
static const int waymark_large[384] = {HALF(LARGE, -128), HALF(LARGE, 0), HALF(LARGE, 128)};

/* The table of classes. */
const unsigned short **__ctype_b_loc(void) {
  static const unsigned short *table = waymark_classes + 128;
  return &table;
}

/* The table of small letters. */
const int **__ctype_tolower_loc(void) {
  static const int *table = waymark_small + 128;
  return &table;
}

/* The table of capital letters. */
const int **__ctype_toupper_loc(void) {
  static const int *table = waymark_large + 128;
  return &table;
}

#undef isalnum
#undef isalpha
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef tolower
#undef toupper

/* A letter or a digit. */
int isalnum(int c) { return UPPER(c) || LOWER(c) || DIGIT(c); }
/* A letter. */
int isalpha(int c) { return UPPER(c) || LOWER(c); }
/* A blank or a tab. */
int isblank(int c) { return c == ' ' || c == '\t'; }
/* A control character. */
int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
/* A digit. */
int isdigit(int c) { return DIGIT(c); }
/* A character that is visible. */
int isgraph(int c) { return GRAPH(c); }
/* A small letter. */
int islower(int c) { return LOWER(c); }
/* A character that can be printed. */
int isprint(int c) { return c >= ' ' && c < 127; }
/* A character that is visible and neither a letter nor a digit. */
int ispunct(int c) { return GRAPH(c) && !UPPER(c) && !LOWER(c) && !DIGIT(c); }
/* White space. */
int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
/* A capital letter. */
int isupper(int c) { return UPPER(c); }
/* A hexadecimal digit. */
int isxdigit(int c) { return DIGIT(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }
/* The small letter. */
int tolower(int c) { return SMALL(c); }
/* The capital letter. */
int toupper(int c) { return LARGE(c); }
