/* waymark: check -- 2 3
   expect:  holds
   output:  5 */
/* Words of the command line are added under a lock that another file keeps. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "counter_of_two_files/counter.h"

static void *add_word(void *word) {
  add(atoi(word));
  return 0;
}

int main(int count, char **words) {
  pthread_t threads[2];
  for (int i = 0; i < 2 && i + 1 < count; i++) pthread_create(&threads[i], 0, add_word, words[i + 1]);
  for (int i = 0; i < 2 && i + 1 < count; i++) pthread_join(threads[i], 0);
  printf("%d\n", total());
  return 0;
}
