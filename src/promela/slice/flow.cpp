#include "promela/slice/flow.hpp"

#include "promela/syntax/cases.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

const Number* constant(const ExprPtr& expr) { return std::get_if<Number>(&expr->node); }

bool assigned_in(const Sequence& body, const Symbol& symbol) {
  bool found = false;
  each_statement(body, [&](const Stmt& stmt) {
    const auto* declare = std::get_if<Declare>(&stmt.node);
    found = found || (declare != nullptr && declare->symbol == &symbol);
    each_target(stmt, [&](const Ref& ref) { found = found || &ref.symbol() == &symbol; });
  });
  return found;
}

// A loop that counts up to a number that its index can pass ends, if nothing else writes the index.
bool counts_up(const Ref& index, std::int64_t last, const Sequence& body) {
  const Symbol& symbol = index.symbol();
  if (symbol.process == nullptr || symbol.is_array || index.parts.size() != 1) return false;
  std::int64_t most = 0;
  switch (symbol.type.base) {
    case BaseType::byte:
      most = 255;
      break;
    case BaseType::short_:
      most = 32767;
      break;
    case BaseType::int_:
      most = 0x7FFFFFFF;
      break;
    default:
      return false;
  }
  return last < most && !assigned_in(body, symbol);
}

}  // namespace

Flow::Flow(const Process& process) : process_(&process) {
  enter(process.body);
  end_ = add(nullptr, Part::end, {});
  fill(process.body, end_, {});
  // Spin puts the label of such a loop behind its first assignment.
  for (Place& place : places_) {
    const auto* jump = place.stmt == nullptr ? nullptr : std::get_if<Goto>(&place.stmt->node);
    if (jump == nullptr) continue;
    if (const auto head = heads_.find(jump->target); head != heads_.end()) place.next = head->second;
  }
  start_ = first(process.body, end_);
  find_states();
}

Flow::Node Flow::add(const Stmt* stmt, Part part, const Around& around) {
  Place place;
  place.stmt = stmt;
  place.part = part;
  place.atomic = around.atomic;
  place.d_step = around.d_step;
  place.escapable = around.escapable;
  place.loop = around.loop;
  places_.push_back(std::move(place));
  return static_cast<Node>(places_.size() - 1);
}

// Jumps may lead to what comes later: every statement has its node before any is connected.
void Flow::enter(const Sequence& sequence) {
  each_statement(sequence, [&](const Stmt& stmt) { entries_[&stmt] = add(&stmt, Part::whole, {}); });
}

Flow::Node Flow::first(const Sequence& sequence, Node next) const {
  return sequence.empty() ? next : entries_.at(sequence.front().get());
}

void Flow::fill(const Sequence& sequence, Node next, const Around& around) {
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    fill(*sequence[i], i + 1 < sequence.size() ? entries_.at(sequence[i + 1].get()) : next, around);
  }
}

void Flow::fill(const Stmt& stmt, Node next, const Around& around) {
  const Node node = entries_.at(&stmt);
  behind_[&stmt] = next;
  {
    Place& place = places_[node];
    place.atomic = around.atomic;
    place.d_step = around.d_step;
    place.escapable = around.escapable;
    place.loop = around.loop;
    place.next = next;
  }
  const auto fork = [&](std::vector<Node> into) {
    places_[node].step = false;
    places_[node].into = std::move(into);
  };
  const auto options = [&](const std::vector<Sequence>& all, Node then, const Around& inside) {
    std::vector<Node> into;
    for (const Sequence& option : all) {
      fill(option, then, inside);
      into.push_back(first(option, then));
    }
    fork(std::move(into));
  };
  const auto enclosed = [&](const Sequence& body, const Around& inside) {
    fill(body, next, inside);
    fork({first(body, next)});
  };
  std::visit(Cases{
                 [&](const If& it) { options(it.options, next, around); },
                 [&](const Do& it) {
                   Around inside = around;
                   inside.exit = next;
                   options(it.options, node, inside);
                 },
                 [&](const Goto& it) { places_[node].next = entries_.at(it.target); },
                 [&](const Break&) { places_[node].next = around.exit; },
                 [&](const Block& it) { enclosed(it.body, around); },
                 [&](const Atomic& it) {
                   Around inside = around;
                   inside.atomic = true;
                   enclosed(it.body, inside);
                 },
                 [&](const DStep& it) {
                   Around inside = around;
                   inside.atomic = inside.d_step = true;
                   enclosed(it.body, inside);
                 },
                 [&](const Unless& it) {
                   Around inside = around;
                   inside.escapable = true;
                   fill(*it.main, next, inside);
                   fill(*it.escape, next, inside);
                   fork({entries_.at(it.main.get()), entries_.at(it.escape.get())});
                 },
                 [&](const ForRange& it) {
                   const Number* to = constant(it.to);
                   fill_for(stmt, it.body, to != nullptr && counts_up(it.index, to->value, it.body), next, around);
                 },
                 [&](const ForArray& it) {
                   fill_for(stmt, it.body, counts_up(it.index, std::int64_t{it.array.last().count} - 1, it.body), next,
                            around);
                 },
                 [&](const ForChannel& it) { fill_for(stmt, it.body, false, next, around); },
                 [&](const Declare& it) {
                   if (!it.assigns) fork({next});
                 },
                 [&](const Exclusive&) { fork({next}); },
                 [](const auto&) {},
             },
             stmt.node);
}

void Flow::fill_for(const Stmt& stmt, const Sequence& body, bool bounded, Node next, const Around& around) {
  const Node init = entries_.at(&stmt);
  const Node head = add(&stmt, Part::head, around);
  const Node test = add(&stmt, Part::test, around);
  const Node leave = add(&stmt, Part::leave, around);
  const Node advance = add(&stmt, Part::advance, around);
  Around inside = around;
  inside.loop = &stmt;
  inside.exit = next;
  fill(body, advance, inside);
  places_[init].part = Part::init;
  places_[init].next = head;
  heads_[&stmt] = head;
  places_[head].step = false;
  places_[head].into = {test, leave};
  places_[test].next = first(body, advance);
  places_[leave].next = next;
  places_[advance].next = head;
  places_[advance].bounded = bounded;
}

Flow::State Flow::state(Node node) const {
  State state;
  state.node = node;
  std::vector<Node> open{node};
  std::vector<bool> met(places_.size(), false);
  while (!open.empty()) {
    const Node at = open.back();
    open.pop_back();
    if (met[at]) continue;
    met[at] = true;
    state.passed.push_back(at);
    if (places_[at].part == Part::end) continue;
    if (places_[at].step) {
      state.ways.push_back(at);
    } else {
      open.insert(open.end(), places_[at].into.rbegin(), places_[at].into.rend());
    }
  }
  return state;
}

void Flow::find_states() {
  state_at_.assign(places_.size(), none);
  const auto stand = [&](Node node) {
    if (node == none || state_at_[node] != none) return;
    state_at_[node] = static_cast<std::uint32_t>(states_.size());
    states_.push_back(state(node));
  };
  stand(start_);
  // A jump into one part of an unless may be followed by the other.
  each_statement(process_->body, [&](const Stmt& stmt) {
    if (std::holds_alternative<Unless>(stmt.node)) stand(entries_.at(&stmt));
  });
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const std::vector<Node> ways = states_[i].ways;
    for (const Node way : ways) stand(places_[way].next);
    // A declaration may stand between the last step and the end, which is no way.
    for (const Node passed : std::vector<Node>(states_[i].passed)) {
      if (passed == end_) stand(passed);
    }
  }
}

}  // namespace waymark::promela
