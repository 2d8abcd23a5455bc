void add(int number);
int total(void);
