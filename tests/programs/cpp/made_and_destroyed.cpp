/* waymark: check -std=c++17
   expect:  holds
   output:  base 1
   output:  member 2
   output:  whole 3
   output:  gone 2
   output:  gone 1
   output:  caught */
/* A constructor that throws: its base and its members are destroyed, last made, first destroyed; its own destructor
   does not run ([except.ctor], 3). Stack unwinding ends before the handler begins, so `caught` is printed last. */
#include <cstdio>

struct Part {
  int number;
  Part(const char* name, int number) : number(number) { std::printf("%s %d\n", name, number); }
  ~Part() { std::printf("gone %d\n", number); }
};

struct Whole : Part {
  Part member{"member", 2};
  Whole() : Part("base", 1) {
    std::printf("whole 3\n");
    throw 3;
  }
  ~Whole() { std::printf("never\n"); }
};

int main() {
  try {
    Whole whole;
  } catch (int) {
    std::printf("caught\n");
  }
}
