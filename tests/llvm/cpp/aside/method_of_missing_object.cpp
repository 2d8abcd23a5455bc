// violated: null; -std=c++17
// find() gives nothing, and its result is used.
#include <cassert>
#include <string>
#include <vector>

struct User {
  std::string name;
  int age;
  virtual ~User() = default;
  virtual int years() const { return age; }
};

static const User* find(const std::vector<User>& users, const std::string& name) {
  for (const User& user : users)
    if (user.name == name) return &user;
  return nullptr;
}

int main() {
  std::vector<User> users(1);
  users[0].name = "ann";
  users[0].age = 31;
  assert(find(users, "ann")->years() == 31);
  return find(users, "bob")->years();
}
