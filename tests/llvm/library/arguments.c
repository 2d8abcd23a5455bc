/* Time stands still, the environment is empty, and random numbers are a fixed sequence. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  assert(argc == 1 && argv[1] == 0);
  time_t now = time(0);
  sleep(3);
  assert(time(0) >= now && difftime(now, now) == 0);
  srand(7);
  int a = rand();
  srand(7);
  assert(rand() == a && a >= 0 && a <= RAND_MAX);
  assert(floor(-1.5) == -2 && ceil(1.2) == 2 && fabs(-2.5) == 2.5 && sqrt(16.0) == 4);
  assert(sysconf(_SC_PAGESIZE) > 0 && getpid() > 0);
  struct timeval tv;
  assert(gettimeofday(&tv, 0) == 0);
  void *p;
  assert(posix_memalign(&p, 64, 10) == 0);
  free(p);
  return 0;
}
