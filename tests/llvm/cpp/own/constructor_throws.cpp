// violated: exception; -std=c++17
#include <string>
int parsed = std::stoi("many");
int main() { return parsed; }
