// What tools/verdicts.py puts into LD_PRELOAD: at the exit of each program of a build tree, one record is appended to the file
// that VERDICTS_FILE names. A program is of the tree if its executable lies below VERDICTS_TREE, or is called waymark….
//
// Fields end with \x1f, and the record with \x1d: the executable, the working folder, the exit code; what was read from
// standard input by getc(), and written to standard output by fwrite() and fputs(), the first `most` bytes of both; then each
// argument, with `\x1e` and a hash if it was the name of a file when the program began. Such a file is copied to
// VERDICTS_FILE.HASH if its name ends with .json, for the names of programs that a runner takes out of it.
//
// A process that a signal ends, or that leaves by _exit(), makes no record, and neither does a child without exec().
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most = 1 << 18, most_of_a_file = 1 << 22, most_words = 1000 };

struct text {
  char* bytes;
  size_t size, room;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct text heard, said;
static char executable[4096], folder[4096];
static char** words;
static int word_count;
static uint64_t hashes[most_words];
static pid_t recorded;  // 0: this program is none of the tree

static void add(struct text* to, const char* bytes, size_t size) {
  if (to->size + size > to->room) {
    const size_t room = 2 * to->room + size;
    char* const grown = realloc(to->bytes, room);
    if (grown == NULL) return;
    to->bytes = grown;
    to->room = room;
  }
  memcpy(to->bytes + to->size, bytes, size);
  to->size += size;
}

static void keep(struct text* to, const char* bytes, size_t size) {
  if (recorded == 0) return;
  pthread_mutex_lock(&lock);
  if (to->size < most) add(to, bytes, size < most - to->size ? size : most - to->size);
  pthread_mutex_unlock(&lock);
}

size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file) {
  static size_t (*real)(const void*, size_t, size_t, FILE*);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "fwrite");
  if (file == stdout) keep(&said, bytes, size * count);
  return real(bytes, size, count, file);
}

int fputs(const char* text, FILE* file) {
  static int (*real)(const char*, FILE*);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "fputs");
  if (file == stdout) keep(&said, text, strlen(text));
  return real(text, file);
}

int getc(FILE* file) {
  static int (*real)(FILE*);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "getc");
  const int got = real(file);
  const char byte = (char)got;
  if (file == stdin && got != EOF) keep(&heard, &byte, 1);
  return got;
}

int ungetc(int byte, FILE* file) {
  static int (*real)(int, FILE*);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "ungetc");
  if (file == stdin && byte != EOF && heard.size != 0 && heard.size < most) --heard.size;
  return real(byte, file);
}

// FNV-1a of a file, 0 if it is none or too large; a copy of it if it is JSON.
static uint64_t hash_of(const char* name) {
  struct stat about;
  if (stat(name, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size > most_of_a_file) return 0;
  const int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  struct text content = {NULL, 0, 0};
  char part[1 << 14];
  for (ssize_t got = 0; (got = read(file, part, sizeof part)) > 0;) add(&content, part, (size_t)got);
  close(file);
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < content.size; ++i) hash = (hash ^ (unsigned char)content.bytes[i]) * 0x100000001b3;
  const size_t length = strlen(name);
  char copy[4096];
  if (length > 5 && strcmp(name + length - 5, ".json") == 0 &&
      snprintf(copy, sizeof copy, "%s.%016llx", getenv("VERDICTS_FILE"), (unsigned long long)hash) < (int)sizeof copy) {
    const int to = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (to >= 0) {
      (void)!write(to, content.bytes, content.size);
      close(to);
    }
  }
  free(content.bytes);
  return hash;
}

static void field(struct text* record, const char* bytes, size_t size) {
  const size_t begin = record->size;
  add(record, bytes, size);
  for (size_t i = begin; i < record->size; ++i) {
    if (record->bytes[i] >= '\x1d' && record->bytes[i] <= '\x1f') record->bytes[i] = '?';
  }
  add(record, "\x1f", 1);
}

static void tell(int code, void* unused) {
  (void)unused;
  if (getpid() != recorded) return;
  struct text record = {NULL, 0, 0};
  char number[40];
  field(&record, executable, strlen(executable));
  field(&record, folder, strlen(folder));
  field(&record, number, (size_t)snprintf(number, sizeof number, "%d", code & 255));
  field(&record, heard.bytes, heard.size);
  field(&record, said.bytes, said.size);
  for (int i = 1; i < word_count; ++i) {
    field(&record, words[i], strlen(words[i]));
    if (i >= most_words || hashes[i] == 0) continue;
    --record.size;
    add(&record, number, (size_t)snprintf(number, sizeof number, "\x1e%016llx\x1f", (unsigned long long)hashes[i]));
  }
  add(&record, "\x1d", 1);
  const int file = open(getenv("VERDICTS_FILE"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return;
  (void)!write(file, record.bytes, record.size);  // one call, so that records are not mixed
  close(file);
}

__attribute__((constructor)) static void begin(int count, char** arguments) {
  const char* const tree = getenv("VERDICTS_TREE");
  if (tree == NULL || getenv("VERDICTS_FILE") == NULL || readlink("/proc/self/exe", executable, sizeof executable - 1) < 0)
    return;
  const char* const name = strrchr(executable, '/');
  const size_t length = strlen(tree);
  const int in_tree = strncmp(executable, tree, length) == 0 && executable[length] == '/';
  if (!in_tree && (name == NULL || strncmp(name, "/waymark", 8) != 0)) return;
  if (getcwd(folder, sizeof folder) == NULL) folder[0] = 0;
  word_count = count;
  words = calloc((size_t)count, sizeof *words);
  for (int i = 1; i < count; ++i) {
    words[i] = strdup(arguments[i]);
    if (i < most_words) hashes[i] = hash_of(arguments[i]);
  }
  recorded = getpid();
  on_exit(tell, NULL);
}
