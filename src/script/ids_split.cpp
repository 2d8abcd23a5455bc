#include "script/ids_split.hpp"

#include <algorithm>
#include <unordered_map>

namespace waymark::script {

namespace {

std::vector<IdsTask> slices(std::uint64_t total, std::uint64_t k, const base::Stop* stop) {
  std::vector<IdsTask> tasks(1);
  for (std::uint64_t i = 1; i < k; ++i) {
    base::poll(stop);
    base::poll_growth(stop, tasks);
    const std::uint64_t cut = total / k * i + total % k * i / k;
    if (cut <= tasks.back().begin) continue;
    tasks.back().end = cut;
    tasks.emplace_back().begin = cut;
  }
  return tasks;
}

// For each state, by number; number 0 is not used.
struct Tree {
  std::vector<std::uint64_t> parent{0, 0};
  std::vector<std::uint64_t> end{0, 0};   // behind the highest number in its subtree
  std::vector<std::uint64_t> size{0, 0};  // transitions of its subtree
};

bool closed(const IdsReader& reader, Fault& fault) {
  if (reader.failed()) {
    fault = reader.fault();
  } else if (!reader.finished()) {
    fault = {0, "the script goes on after its search", false};
  }
  return reader.finished();
}

bool read_tree(const std::shared_ptr<const File>& file, std::uint64_t memory, Tree& tree, Fault& fault) {
  IdsReader reader(file, memory / 2);
  IdsStep step;
  while (reader.next(step)) {
    if (step.back) {
      tree.end[step.id] = tree.size.size();
      tree.size[step.id] += step.successor;
      tree.size[tree.parent[step.id]] += tree.size[step.id];
    } else if (step.fresh) {
      for (const auto* list : {&tree.parent, &tree.end, &tree.size}) base::poll_growth(file->stop(), *list);
      const auto& open = reader.path().states();
      tree.parent.push_back(open[open.size() - 2].id);
      tree.end.push_back(0);
      tree.size.push_back(0);
      if (tree.size.size() * 3 * sizeof(std::uint64_t) > memory / 2) {
        fault = {0, "cutting into subtrees needs more memory than allowed; cut into slices", true};
        return false;
      }
    }
  }
  return closed(reader, fault);
}

// The roots of all regions but the last, which is what is left.
std::vector<std::uint64_t> choose_roots(Tree& tree, std::uint64_t k, const base::Stop* stop) {
  std::vector<std::uint64_t> roots;
  std::vector<bool> removed(tree.size.size(), false);
  for (std::uint64_t i = 0; i + 1 < k; ++i) {
    base::poll(stop);
    const std::uint64_t ideal = tree.size[1] / (k - i);
    std::uint64_t best = 0;
    std::uint64_t best_distance = 0;
    for (std::uint64_t id = 2; id < tree.size.size(); ++id) {
      if (removed[id]) {
        id = tree.end[id] - 1;  // with all below it
        continue;
      }
      const std::uint64_t distance = tree.size[id] > ideal ? tree.size[id] - ideal : ideal - tree.size[id];
      if (best != 0 && distance >= best_distance) continue;
      best = id;
      best_distance = distance;
    }
    if (best == 0 || tree.size[best] == 0) break;
    roots.push_back(best);
    removed[best] = true;
    for (std::uint64_t id = tree.parent[best]; id != 0; id = tree.parent[id]) tree.size[id] -= tree.size[best];
  }
  std::sort(roots.begin(), roots.end());
  return roots;
}

std::vector<IdsTask> regions(const Tree& tree, const std::vector<std::uint64_t>& roots) {
  std::vector<IdsTask> tasks(1);
  tasks.front().root = 1;
  std::vector<std::size_t> open{0};
  for (const std::uint64_t root : roots) {
    while (root >= tree.end[tasks[open.back()].root]) open.pop_back();
    tasks[open.back()].holes.push_back(root);
    open.push_back(tasks.size());
    tasks.emplace_back().root = root;
  }
  return tasks;
}

}  // namespace

bool cut_ids(const std::shared_ptr<const File>& file, IdsCut how, std::uint64_t k, std::uint64_t memory,
             std::vector<IdsTask>& tasks, Fault& fault) {
  if (how == IdsCut::slice) {
    tasks = slices(file->header().transitions, k, file->stop());
    return true;
  }
  Tree tree;
  if (!read_tree(file, memory, tree, fault)) return false;
  tasks = regions(tree, choose_roots(tree, k, file->stop()));
  return true;
}

bool measure(const std::shared_ptr<const File>& file, const std::vector<IdsTask>& tasks, std::uint64_t memory,
             std::vector<IdsWork>& works, Fault& fault) {
  works.assign(tasks.size(), {});
  std::unordered_map<std::uint64_t, std::size_t> task_of;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (tasks[i].root != 0) task_of[tasks[i].root] = i;
  }
  const bool by_root = !task_of.empty();
  std::vector<std::size_t> open{0};
  IdsReader reader(file, memory);
  IdsStep step;
  while (reader.next(step)) {
    if (!step.back) ++works[open.back()].transitions;
    if (!by_root && !step.back && reader.transitions() == tasks[open.back()].end) {
      ++open.back();
      works[open.back()].path = reader.path().states().size() - 1;
    }
    if (!by_root || (!step.back && !step.fresh)) continue;
    const auto found = task_of.find(step.id);
    if (found == task_of.end() || step.id == 1) continue;
    if (step.back) {
      open.pop_back();
    } else {
      open.push_back(found->second);
      works[found->second].path = reader.path().states().size() - 1;
    }
  }
  return closed(reader, fault);
}

}  // namespace waymark::script
