/* stdio.h: what is printed goes to the trail. Only the standard streams are there; files are not.
   Provides also: stdin stdout stderr */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "machine.h"

#undef stdin
#undef stdout
#undef stderr
#undef putc
#undef putchar

static char waymark_streams[3];
FILE *stdin = (FILE *)&waymark_streams[0];
FILE *stdout = (FILE *)&waymark_streams[1];
FILE *stderr = (FILE *)&waymark_streams[2];

/* Where formatted text goes: into a buffer with room, or to the trail by pieces. */
struct waymark_sink {
  char *to;
  size_t room;
  size_t written;
  size_t held;
  char piece[64];
};

static void waymark_put(struct waymark_sink *sink, char c) {
  if (!sink->to) {
    sink->piece[sink->held++] = c;
    if (sink->held == sizeof sink->piece) {
      waymark_print(sink->piece, sink->held);
      sink->held = 0;
    }
  } else if (sink->written < sink->room) {
    sink->to[sink->written] = c;
  }
  sink->written++;
}

static void waymark_pad(struct waymark_sink *sink, char c, long n) {
  for (; n > 0; n--) waymark_put(sink, c);
}

struct waymark_format {
  _Bool left, plus, blank, alternate, zero;
  int width, precision; /* precision -1: none */
};

/* A sign or a prefix, digits (written backwards) and padding. */
static void waymark_put_digits(struct waymark_sink *sink, const struct waymark_format *f, const char *prefix, long prefixes,
                               const char *digits, long count) {
  long zeros = f->precision > count ? f->precision - count : 0;
  long blanks = f->width - prefixes - zeros - count;
  if (f->zero && !f->left && f->precision < 0 && blanks > 0) {
    zeros += blanks;
    blanks = 0;
  }
  if (!f->left) waymark_pad(sink, ' ', blanks);
  for (long i = 0; i < prefixes; i++) waymark_put(sink, prefix[i]);
  waymark_pad(sink, '0', zeros);
  while (count > 0) waymark_put(sink, digits[--count]);
  if (f->left) waymark_pad(sink, ' ', blanks);
}

static void waymark_put_integer(struct waymark_sink *sink, const struct waymark_format *f, unsigned long value, _Bool negative,
                                unsigned base, char letter) {
  char digits[24], prefix[2];
  long count = 0, prefixes = 0;
  _Bool nothing = value == 0;
  for (; value; value /= base) {
    unsigned d = (unsigned)(value % base);
    digits[count++] = (char)(d < 10 ? '0' + d : letter - ('x' - 'a') + d - 10);
  }
  if (nothing && f->precision != 0) digits[count++] = '0';
  if (negative)
    prefix[prefixes++] = '-';
  else if (f->plus)
    prefix[prefixes++] = '+';
  else if (f->blank)
    prefix[prefixes++] = ' ';
  if (f->alternate && base == 16 && !nothing) {
    prefix[prefixes++] = '0';
    prefix[prefixes++] = letter;
  }
  if (f->alternate && base == 8 && !nothing) digits[count++] = '0';
  waymark_put_digits(sink, f, prefix, prefixes, digits, count);
}

static void waymark_put_text(struct waymark_sink *sink, const struct waymark_format *f, const char *s) {
  if (!s) s = "(null)";
  long n = 0;
  while ((f->precision < 0 || n < f->precision) && s[n]) n++;
  if (!f->left) waymark_pad(sink, ' ', f->width - n);
  for (long i = 0; i < n; i++) waymark_put(sink, s[i]);
  if (f->left) waymark_pad(sink, ' ', f->width - n);
}

/* A number with a fraction: %f as it is, %e and %g by it. Digits beyond the 17th are not those of glibc. */
static void waymark_put_float(struct waymark_sink *sink, const struct waymark_format *f, double value, char letter) {
  char text[80];
  long n = 0;
  char small = (char)(letter | 32);
  int precision = f->precision < 0 ? 6 : f->precision > 18 ? 18 : f->precision;
  _Bool negative = value < 0;
  struct waymark_format plain = *f;
  plain.precision = -1;
  if (negative) value = -value;
  if (value != value || value > 1.7976931348623157e308) {
    plain.zero = 0;
    waymark_put_text(sink, &plain, value != value ? "nan" : negative ? "-inf" : "inf");
    return;
  }
  int exponent = 0;
  if (small != 'f' || value >= 1e18) {
    double scaled = value;
    if (scaled > 0) {
      for (; scaled >= 10; exponent++) scaled /= 10;
      for (; scaled < 1; exponent--) scaled *= 10;
    }
    if (small == 'g') {
      if (precision == 0) precision = 1;
      if (exponent >= -4 && exponent < precision) {
        precision -= exponent + 1;
        exponent = 0;
        small = 'f';
      } else {
        precision -= 1;
        value = scaled;
        small = 'e';
      }
    } else {
      value = scaled;
      small = 'e';
    }
  }
  double scale = 1;
  for (int i = 0; i < precision; i++) scale *= 10;
  unsigned long whole = (unsigned long)value;
  double rest = (value - (double)whole) * scale;
  unsigned long fraction = (unsigned long)rest;
  double over = rest - (double)fraction;
  if (over > 0.5 || (over == 0.5 && (fraction & 1 || (precision == 0 && whole & 1)))) fraction++;
  if ((double)fraction >= scale) {
    fraction = 0;
    whole++;
  }
  if (small == 'e' && whole == 10) {
    whole = 1;
    exponent++;
  }
  if ((letter | 32) == 'g' && !f->alternate) {
    while (precision > 0 && fraction % 10 == 0) {
      fraction /= 10;
      precision--;
    }
  }
  if (small == 'e') { /* backwards, as all digits are */
    int e = exponent < 0 ? -exponent : exponent;
    for (int i = 0; i < 2 || e; i++, e /= 10) text[n++] = (char)('0' + e % 10);
    text[n++] = exponent < 0 ? '-' : '+';
    text[n++] = letter >= 'a' ? 'e' : 'E';
  }
  for (int i = 0; i < precision; i++, fraction /= 10) text[n++] = (char)('0' + fraction % 10);
  if (precision > 0 || f->alternate) text[n++] = '.';
  do text[n++] = (char)('0' + whole % 10);
  while (whole /= 10);
  char sign = negative ? '-' : f->plus ? '+' : ' ';
  waymark_put_digits(sink, &plain, &sign, negative || f->plus || f->blank, text, n);
}

static const char *waymark_read_format(const char *at, struct waymark_format *f) {
  for (;; at++) {
    if (*at == '-')
      f->left = 1;
    else if (*at == '+')
      f->plus = 1;
    else if (*at == ' ')
      f->blank = 1;
    else if (*at == '#')
      f->alternate = 1;
    else if (*at == '0')
      f->zero = 1;
    else
      break;
  }
  for (; *at >= '0' && *at <= '9'; at++) f->width = f->width * 10 + (*at - '0');
  return at;
}

/* Writes the text to the sink: all that printf and its like do. */
static int waymark_write_format(struct waymark_sink *sink, const char *at, va_list list) {
  for (; *at; at++) {
    if (*at != '%') {
      waymark_put(sink, *at);
      continue;
    }
    struct waymark_format f = {0, 0, 0, 0, 0, 0, -1};
    at = waymark_read_format(at + 1, &f);
    if (*at == '*') {
      f.width = va_arg(list, int);
      if (f.width < 0) {
        f.left = 1;
        f.width = -f.width;
      }
      at++;
    }
    if (*at == '.') {
      at++;
      f.precision = 0;
      if (*at == '*') {
        f.precision = va_arg(list, int);
        if (f.precision < 0) f.precision = -1;
        at++;
      }
      for (; *at >= '0' && *at <= '9'; at++) f.precision = f.precision * 10 + (*at - '0');
    }
    int size = 4;
    for (;; at++) {
      if (*at == 'l' || *at == 'z' || *at == 'j' || *at == 't' || *at == 'q')
        size = 8;
      else if (*at == 'h')
        size = size == 2 ? 1 : 2;
      else if (*at == 'L')
        size = 16;
      else
        break;
    }
    switch (*at) {
      case 'd':
      case 'i': {
        long value = size >= 8 ? va_arg(list, long) : va_arg(list, int);
        if (size == 1) value = (signed char)value;
        if (size == 2) value = (short)value;
        unsigned long positive = value < 0 ? 0 - (unsigned long)value : (unsigned long)value;
        waymark_put_integer(sink, &f, positive, value < 0, 10, 'x');
        break;
      }
      case 'u':
      case 'o':
      case 'x':
      case 'X': {
        unsigned long value = size >= 8 ? va_arg(list, unsigned long) : va_arg(list, unsigned);
        if (size == 1) value = (unsigned char)value;
        if (size == 2) value = (unsigned short)value;
        f.plus = f.blank = 0;
        waymark_put_integer(sink, &f, value, 0, *at == 'u' ? 10 : *at == 'o' ? 8 : 16, *at == 'X' ? 'X' : 'x');
        break;
      }
      case 'c': {
        char c = (char)va_arg(list, int);
        if (!f.left) waymark_pad(sink, ' ', f.width - 1);
        waymark_put(sink, c);
        if (f.left) waymark_pad(sink, ' ', f.width - 1);
        break;
      }
      case 's': waymark_put_text(sink, &f, va_arg(list, const char *)); break;
      case 'p': /* addresses have no numbers */
        f.precision = -1;
        waymark_put_text(sink, &f, va_arg(list, void *) ? "(address)" : "(nil)");
        break;
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
        if (size == 16)
          waymark_put_float(sink, &f, (double)va_arg(list, long double), *at);
        else
          waymark_put_float(sink, &f, va_arg(list, double), *at);
        break;
      case 'm': waymark_put_text(sink, &f, "error"); break;
      case 'n': *va_arg(list, int *) = (int)sink->written; break;
      case '%': waymark_put(sink, '%'); break;
      default: waymark_unsupported("printf: a conversion that is not modelled");
    }
  }
  if (!sink->to && sink->held) waymark_print(sink->piece, sink->held);
  return (int)sink->written;
}

static void waymark_need_stream(FILE *stream) {
  if (stream != stdout && stream != stderr) waymark_unsupported("stdio: a stream that is neither stdout nor stderr");
}

/* Writes formatted text into a buffer; gives how long it would be. */
int vsnprintf(char *to, size_t room, const char *format, va_list list) {
  struct waymark_sink sink;
  char nothing;
  sink.to = room ? to : &nothing;
  sink.room = room ? room - 1 : 0;
  sink.written = 0;
  sink.held = 0;
  int n = waymark_write_format(&sink, format, list);
  if (room) to[sink.written < sink.room ? sink.written : sink.room] = 0;
  return n;
}

/* As vsnprintf. */
int snprintf(char *to, size_t room, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(to, room, format, list);
  va_end(list);
  return n;
}

/* As vsnprintf, with as much room as it takes. */
int vsprintf(char *to, const char *format, va_list list) { return vsnprintf(to, SIZE_MAX >> 1, format, list); }

/* As vsprintf. */
int sprintf(char *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsprintf(to, format, list);
  va_end(list);
  return n;
}

/* Prints formatted text. */
int vprintf(const char *format, va_list list) {
  struct waymark_sink sink;
  sink.to = 0;
  sink.written = 0;
  sink.held = 0;
  return waymark_write_format(&sink, format, list);
}

/* As vprintf. */
int printf(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vprintf(format, list);
  va_end(list);
  return n;
}

/* As vprintf, to stdout or stderr. */
int vfprintf(FILE *stream, const char *format, va_list list) {
  waymark_need_stream(stream);
  return vprintf(format, list);
}

/* As vfprintf. */
int fprintf(FILE *stream, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vfprintf(stream, format, list);
  va_end(list);
  return n;
}

/* As vprintf, to the descriptors 1 and 2. */
int dprintf(int descriptor, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vprintf(format, list);
  va_end(list);
  return n;
}

/* Formatted text in a block of its own. */
int vasprintf(char **to, const char *format, va_list list) {
  va_list again;
  va_copy(again, list);
  int n = vsnprintf(0, 0, format, again);
  va_end(again);
  *to = malloc((size_t)n + 1);
  return *to ? vsnprintf(*to, (size_t)n + 1, format, list) : -1;
}

/* As vasprintf. */
int asprintf(char **to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vasprintf(to, format, list);
  va_end(list);
  return n;
}

/* As printf, for fortified headers. */
int __printf_chk(int flag, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vprintf(format, list);
  va_end(list);
  return n;
}

/* As fprintf, for fortified headers. */
int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vfprintf(stream, format, list);
  va_end(list);
  return n;
}

/* As sprintf, for fortified headers. */
int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsprintf(to, format, list);
  va_end(list);
  return n;
}

/* As snprintf, for fortified headers. */
int __snprintf_chk(char *to, size_t room, int flag, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(to, room, format, list);
  va_end(list);
  return n;
}

/* Prints a string. */
int fputs(const char *s, FILE *stream) {
  size_t n = 0;
  waymark_need_stream(stream);
  while (s[n]) n++;
  waymark_print(s, n);
  return 1;
}

/* Prints a line. */
int puts(const char *s) {
  fputs(s, stdout);
  waymark_print("\n", 1);
  return 1;
}

/* Prints a character. */
int fputc(int c, FILE *stream) {
  char one = (char)c;
  waymark_need_stream(stream);
  waymark_print(&one, 1);
  return (unsigned char)c;
}

/* As fputc. */
int putc(int c, FILE *stream) { return fputc(c, stream); }

/* As fputc, to stdout. */
int putchar(int c) { return fputc(c, stdout); }

/* Prints blocks. */
size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
  waymark_need_stream(stream);
  waymark_print(from, size * count);
  return count;
}

/* Prints a message about errno. */
void perror(const char *s) {
  if (s && *s) {
    fputs(s, stderr);
    fputs(": ", stderr);
  }
  fputs("error\n", stderr);
}

/* What is printed is printed at once. */
int fflush(FILE *stream) { return 0; }

/* As fflush. */
int setvbuf(FILE *stream, char *buffer, int mode, size_t size) { return 0; }

/* As fflush. */
void setbuf(FILE *stream, char *buffer) {}

/* The standard input is at its end. */
int getchar(void) { return EOF; }

/* As getchar. */
int fgetc(FILE *stream) { return EOF; }

/* As getchar. */
int getc(FILE *stream) { return EOF; }

/* As getchar. */
char *fgets(char *to, int room, FILE *stream) { return 0; }
