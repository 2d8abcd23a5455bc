#include "store/auto.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/check.hpp"
#include "base/quantities.hpp"
#include "containers/mix.hpp"
#include "store/exact.hpp"

namespace waymark::store {

namespace {

// What is held back, so that there is room for the next stage beside the one that it is made from. A tree takes up to
// half of what the words of small states take, and being early with it costs no more than a little speed; hashes alone
// take 8 bytes per state beside the 4 or more that are left of a tree when nothing is inserted any more.
std::uint64_t reserve_for_change(std::uint64_t limit) { return limit / 2; }

}  // namespace

std::string_view name(Auto::Stage stage) {
  switch (stage) {
    case Auto::Stage::exact:
      return "exact";
    case Auto::Stage::tree:
      return "tree";
    case Auto::Stage::hash_compact:
      return "hash-compact";
    case Auto::Stage::bitstate:
      return "bitstate";
  }
  CHECK(false);
}

Auto::Auto(base::Budget& budget, const Settings& settings)
    : budget_(&budget), settings_(settings), store_(std::make_unique<Exact>(budget)) {
  budget_->hold_back(reserve_for_change(budget_->limit()));
  budget_->ask_for_room([this] { return !busy_ && change(); });
}

Auto::~Auto() {
  budget_->hold_back(0);
  budget_->ask_for_room(nullptr);
}

Found Auto::insert(const containers::Packed& state) {
  while (!full_) {
    busy_ = true;  // no change in the middle
    const Found found = store_->insert(state);
    busy_ = false;
    if (found.seen != Seen::no_room) return found;
    full_ = !change();
  }
  return {Seen::no_room, 0};
}

void Auto::left(std::uint64_t number) {
  to_expand_ = number + 1;
  store_->left(number);
}

bool Auto::change() {
  if (stage_ == settings_.last) return false;
  busy_ = true;
  budget_->hold_back(0);
  const bool changed = (stage_ == Stage::exact && to_tree()) || (stage_ <= Stage::tree && to_hashes()) || to_bits();
  if (stage_ != settings_.last) budget_->hold_back(reserve_for_change(budget_->limit()));
  busy_ = false;
  return changed;
}

bool Auto::to_tree() {
  auto tree = std::make_unique<Tree>(*budget_);
  for (std::uint64_t number = 0; number < store_->size(); ++number) {
    const Found found = tree->insert({store_->words(number)});
    if (found.seen == Seen::no_room) return false;
    CHECK(found.seen == Seen::fresh && found.number == number);
  }
  tree_ = tree.get();
  store_ = std::move(tree);
  enter(Stage::tree);
  return true;
}

bool Auto::to_hashes() {
  if (tree_ != nullptr) tree_->close();
  auto compact = std::make_unique<HashCompact>(
      *budget_, HashCompact::Settings{{.seed = settings_.seed}, settings_.words, to_expand_});
  for (std::uint64_t number = 0; number < store_->size(); ++number) {
    if (!compact->append(store_->words(number))) return false;
  }
  tree_ = nullptr;
  compact_ = compact.get();
  store_ = std::move(compact);
  enter(Stage::hash_compact);
  // Should there be no room for the table, bits need less.
  return compact_->make_table() || to_bits();
}

bool Auto::to_bits() {
  if (settings_.last != Stage::bitstate) return false;
  if (compact_ != nullptr) compact_->drop_table();
  auto bits = Bitstate::make(*budget_, {budget_->free() / 2, settings_.functions, settings_.seed, Words::none});
  if (!bits) return false;
  std::unique_ptr<Frontier> frontier;
  if (compact_ != nullptr) {
    for (std::uint64_t number = 0; number < compact_->size(); ++number) bits->adopt(compact_->hash(number));
    frontier = compact_->take_frontier();
  } else {
    if (settings_.words == Words::to_expand) frontier = std::make_unique<Frontier>(*budget_, to_expand_);
    for (std::uint64_t number = 0; number < store_->size(); ++number) {
      const auto words = store_->words(number);
      bits->adopt(containers::mix_words(words, settings_.seed));
      if (!frontier || number < to_expand_) continue;
      if (!frontier->room_for(words.size())) return false;
      frontier->push(words);
    }
  }
  bits->adopt(std::move(frontier));
  tree_ = nullptr;
  compact_ = nullptr;
  store_ = std::move(bits);
  enter(Stage::bitstate);
  return true;
}

void Auto::enter(Stage stage) {
  stage_ = stage;
  changes_.push_back({stage, store_->size()});
}

std::string Auto::remark() const {
  std::string text;
  for (const Change& change : changes_) {
    text += fmt::format("{} {} from {} on", text.empty() ? "Memory was short: store" : ",", name(change.to),
                        base::counted(change.states, "state"));
  }
  return text.empty() ? text : text + ".";
}

}  // namespace waymark::store
