// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { char b[20]; strcpy(b, "hello"); strcat(b, " you"); assert(strlen(b) == 9 && strcmp(b, "hello you") == 0); return 0; }
