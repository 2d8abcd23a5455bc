// refused: no_such_thing
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int no_such_thing(void); int main(void) { return no_such_thing(); }
