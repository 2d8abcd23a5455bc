// holds; -std=c++17
#include <cassert>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

int main() {
  std::ostringstream out;
  out << std::setw(4) << 7 << '|' << std::hex << 255 << std::dec << '|' << std::setfill('0') << std::setw(3) << 5;
  assert(out.str() == "   7|ff|005");
  std::istringstream in("3 x");
  int value = 0;
  in >> value;
  assert(in.good() && value == 3);
  in >> value;
  assert(in.fail() && !in.eof());
  in.clear();
  std::string rest;
  std::getline(in, rest);
  assert(rest == "x" || rest == " x");
  std::stringstream both;
  both << "line one\nline two\n";
  int lines = 0;
  for (std::string line; std::getline(both, line);) ++lines;
  assert(lines == 2);
  std::cerr << "lines: " << lines << '\n';
}
