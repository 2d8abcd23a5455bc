// violated: exception; -std=c++20
// An int is thrown; the handlers are for exceptions and for unsigned.
#include <cassert>
#include <stdexcept>

enum Code { good, bad };

static Code check(int value) {
  if (value > 9) throw value;
  return value % 2 ? bad : good;
}

int main() {
  assert(check(4) == good);
  try {
    return check(12);
  } catch (const std::exception&) {
    return 1;
  } catch (unsigned) {
    return 2;
  } catch (Code) {
    return 3;
  }
}
