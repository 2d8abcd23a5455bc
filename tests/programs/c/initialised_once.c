/* expect: holds */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int *table;
static void make(void) { table = malloc(sizeof *table); if (!table) exit(0); *table = 9; }
static void *work(void *u) { pthread_once(&once, make); assert(*table == 9); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  free(table);
  return 0;
}
