#define LIMIT 3 +
byte x;
init {
  x = LIMIT;
  y = 2
}
