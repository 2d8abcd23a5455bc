// violated: assertion
// A hash table with a lock for each bucket, which grows while others insert.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};
struct bucket {
  pthread_mutex_t lock;
  struct node *first;
};
struct table {
  int size;
  struct bucket buckets[2];
};

static _Atomic(struct table *) table;
static struct table *old;

static struct table *make(int size) {
  struct table *made = calloc(1, sizeof *made);
  made->size = size;
  for (int i = 0; i < size; i++) pthread_mutex_init(&made->buckets[i].lock, NULL);
  return made;
}

static void link_in(struct bucket *bucket, struct node *node) {
  node->next = bucket->first;
  bucket->first = node;
}

static void insert(int key) {
  struct node *node = malloc(sizeof *node);
  node->key = key;
  for (;;) {
    struct table *now = table;
    struct bucket *bucket = &now->buckets[key % now->size];
    pthread_mutex_lock(&bucket->lock);
    link_in(bucket, node);
    pthread_mutex_unlock(&bucket->lock);
    return;
  }
}

static void grow(void) {
  struct table *before = table, *after = make(2);
  pthread_mutex_lock(&before->buckets[0].lock);
  struct node *next;
  for (struct node *node = before->buckets[0].first; node != NULL; node = next) {
    next = node->next;
    link_in(&after->buckets[node->key % 2], node);
  }
  before->buckets[0].first = NULL;
  table = after;
  old = before;
  pthread_mutex_unlock(&before->buckets[0].lock);
}

static int count(void) {
  int found = 0;
  for (int i = 0; i < 2; i++) {
    for (struct node *node = table->buckets[i].first; node != NULL; node = node->next) found++;
  }
  return found;
}

static void *work(void *unused) {
  insert(1);
  insert(2);
  return unused;
}

int main(void) {
  pthread_t other;
  table = make(1);
  pthread_create(&other, NULL, work, NULL);
  insert(3);
  grow();
  pthread_join(other, NULL);
  assert(count() == 3);
  return 0;
}
