/* A function that nobody defines ends the run by its name.
   expect: refused */
int unheard_of(int);

int main(void) { return unheard_of(1); }
