// violated: leak; --property leak
#include <stdlib.h>

static int *kept;

int main(void) {
  kept = malloc(4);
  kept = 0;
  return 0;
}
