/* expect:  refused: ask_the_hardware */
/* A function that is declared and nowhere defined has no model, and none is invented. */
int ask_the_hardware(int port);

int main(void) { return ask_the_hardware(1); }
