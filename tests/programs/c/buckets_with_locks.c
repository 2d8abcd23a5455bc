/* expect: holds */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct entry { int key, value; struct entry *next; };
static struct { pthread_mutex_t m; struct entry *first; } bucket[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static void add(int key, int value) {
  struct entry *e = malloc(sizeof *e);
  if (!e) exit(0);
  e->key = key;
  e->value = value;
  int b = key % 2;
  pthread_mutex_lock(&bucket[b].m);
  e->next = bucket[b].first;
  bucket[b].first = e;
  pthread_mutex_unlock(&bucket[b].m);
}
static int find(int key) {
  int value = -1, b = key % 2;
  pthread_mutex_lock(&bucket[b].m);
  for (struct entry *e = bucket[b].first; e; e = e->next) if (e->key == key) { value = e->value; break; }
  pthread_mutex_unlock(&bucket[b].m);
  return value;
}
static void *work(void *arg) { int i = (int)(long)arg; add(i, 10 * i); assert(find(i) == 10 * i); return 0; }
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  for (int i = 0; i < 3; i++) assert(find(i) == 10 * i);
  return 0;
}
