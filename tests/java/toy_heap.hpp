// A heap without a virtual machine: a few classes and one method made by hand, and random steps over java::Memory. What
// a state means is told by picture(), a plain walk that shares nothing with Memory's own. All classes have one label,
// and so have both methods and all literals, as if somebody had looked for such names: nothing may depend on it.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "java/memory/environment.hpp"
#include "java/memory/memory.hpp"

namespace waymark::tests {

using java::Ref;
using java::Word;

class ToyHeap final : public java::Environment {
 public:
  static constexpr std::uint32_t local_refs = 2;  // of a frame; two numbers follow
  static constexpr std::uint32_t locals = 4;
  // Where a frame may stand: before a call, where only local 0 is read again, with a reference on its operand stack.
  static constexpr std::uint32_t at_call = 0, with_ref = 2, places = 3;
  static constexpr std::uint32_t most_literals = 4;

  ToyHeap() {
    memory.key(model::Key::quick());
    add(object_class, "java/lang/Object", nullptr);
    add(thread_class, "java/lang/Thread", &object_class);
    thread_class.static_words = 1;
    thread_class.statics.assign(1, 0);
    add(node, "Node", &object_class);
    node.instance_words = 5;  // left, its guard, right, a number, its guard
    node.ref_offsets = {0, 2};
    node.open_offsets = {0, 2};
    node.guard_offsets = {1, 4};
    node.static_words = 3;  // a reference, its guard, a number
    node.static_refs = {0};
    node.static_guards = {1};
    node.statics.assign(3, 0);
    add(number, "int", nullptr);
    number.primitive = true;
    add_array(nodes, "[LNode;", node, java::Kind::ref);
    add_array(numbers, "[I", number, java::Kind::int_);
    make_method();
    base_ = memory.allocate({nullptr, 77}, node)->place;
    main_ = memory.allocate({nullptr, 78}, thread_class)->place;
    memory.freeze();
    memory.begin();
    start(main_);
    memory.settle();
  }

  java::Class object_class, thread_class, node, number, nodes, numbers;
  java::Memory memory;

  // --- what a state names ---
  java::Class* find_class(std::string_view name) override {
    for (java::Class* klass : memory.classes) {
      if (klass->name == name) return klass;
    }
    return nullptr;
  }
  bool prepare(java::Method& it) override { return it.prepared; }
  void describe(Ref immortal, base::ByteSink& sink) override {
    for (const auto& [which, ref] : literals_) {
      if (ref == immortal) sink.varint(which);
    }
  }
  Ref find_immortal(base::ByteSource& source) override {
    const std::uint64_t which = source.varint();
    return source.failed() || which >= most_literals ? 0 : literal(static_cast<std::uint32_t>(which));
  }
  // Made up when it is first asked for.
  Ref literal(std::uint32_t which) {
    const auto [known, fresh] = literals_.try_emplace(which, 0);
    if (fresh) known->second = memory.allocate_immortal({fmt::format("literal {}", which), 1000}, node)->place;
    return known->second;
  }

  // --- steps ---
  void start(Ref object) {
    memory.escape(object);
    java::Thread& thread = memory.start_thread(object);
    push(thread);
  }
  void push(java::Thread& thread) {
    std::uint32_t base = 0;
    if (!thread.frames.empty()) {
      const java::Frame& below = thread.frames.back();
      base = below.base + locals + below.depth;
    }
    java::Frame& frame = memory.push_frame(thread, node.methods[0], base);
    for (std::uint32_t i = 0; i < locals; ++i) thread.words[frame.base + i] = 0;
  }
  [[nodiscard]] static Word& local(java::Thread& thread, std::uint32_t i) {
    return thread.words[thread.frames.back().base + i];
  }

  // A few operations of one thread, then what every state has done to it.
  void step(std::mt19937& random) {
    std::vector<java::Thread*> living;
    for (const auto& it : memory.threads()) {
      if (it->status != java::Status::none) living.push_back(it.get());
    }
    if (living.empty()) return;
    java::Thread& thread = *living[random() % living.size()];
    memory.begin();
    memory.touch(thread);
    for (auto left = 1 + random() % 4; left > 0 && thread.status != java::Status::none; --left) act(thread, random);
    memory.settle();
  }

  // --- looking ---
  // All objects that are there, the immortal ones left out.
  [[nodiscard]] std::set<Ref> live() {
    std::set<Ref> all;
    memory.each_object([&](const java::Object& object) {
      if (!object.immortal) all.insert(object.place);
    });
    return all;
  }
  [[nodiscard]] std::vector<Ref> roots() {
    std::vector<Ref> out{node.statics[0], guarded(node.statics[1]), base_, main_};
    for (const auto& [which, ref] : literals_) out.push_back(ref);
    for (const auto& thread : memory.threads()) {
      if (thread->status == java::Status::none) continue;
      out.insert(out.end(), {thread->object, thread->waits_on});
      for (const java::Frame& frame : thread->frames) {
        out.push_back(frame.lock);
        for (std::uint32_t i = 0; i < local_refs; ++i) out.push_back(thread->words[frame.base + i]);
        if (frame.pc == with_ref) out.push_back(thread->words[frame.base + locals]);
      }
    }
    return out;
  }
  [[nodiscard]] std::vector<Ref> refs_of(Ref ref) {
    java::Object& object = *memory.at(ref);
    std::vector<Ref> out;
    if (object.klass == &nodes) {
      out.assign(object.data(), object.data() + object.length);
      out.push_back(guarded(object.data()[object.length]));
    } else if (object.klass == &node) {
      out = {object.data()[0], guarded(object.data()[1]), object.data()[2], guarded(object.data()[4])};
    }
    return out;
  }
  // In the order in which they are reached.
  [[nodiscard]] std::vector<Ref> reachable() {
    std::vector<Ref> order;
    std::set<Ref> known{0};
    const auto reach = [&](const std::vector<Ref>& refs) {
      for (const Ref ref : refs) {
        if (known.insert(ref).second) order.push_back(ref);
      }
    };
    reach(roots());
    for (std::size_t i = 0; i < order.size(); ++i) reach(refs_of(order[i]));
    return order;
  }
  // Everything that the program can tell, objects numbered as they are reached, and where they were made; and how many
  // more there are.
  [[nodiscard]] std::string picture() {
    for (std::uint32_t i = 0; i < most_literals; ++i) (void)literal(i);
    const std::vector<Ref> order = reachable();
    std::map<Ref, std::size_t> numbers_of{{0, 0}};
    for (const Ref ref : order) numbers_of.emplace(ref, numbers_of.size());
    std::string out = fmt::format("{} live; ", live().size());
    const auto name = [&](Ref ref) { return numbers_of.at(ref); };
    for (const auto& thread : memory.threads()) {
      if (thread->status == java::Status::none) continue;
      out += fmt::format("thread {}: {} {} {} {} {} {}", thread->number, static_cast<int>(thread->status),
                         thread->flags, name(thread->object), name(thread->waits_on), thread->entries, thread->elapsed);
      for (const java::Frame& frame : thread->frames) {
        out += fmt::format(" [{} {} {}:", frame.pc, frame.flags, name(frame.lock));
        for (std::uint32_t i = 0; i < locals + frame.depth; ++i) {
          const Word word = thread->words[frame.base + i];
          out += fmt::format(" {}", i < local_refs || i == locals ? name(word) : word);
        }
        out += "]";
      }
      out += "; ";
    }
    out += fmt::format("statics: {} {} {} {} {}; ", static_cast<int>(node.init), node.init_thread,
                       name(node.statics[0]), name(guarded(node.statics[1])), node.statics[2]);
    for (const Ref ref : order) {
      const java::Object& object = *memory.at(ref);
      const java::Method* const maker = memory.maker(ref);
      out +=
          fmt::format("{}: {} of {} {} {}{}", name(ref), object.klass->name, maker == nullptr ? "nobody" : maker->name,
                      object.monitor, object.escaped ? "e" : "", object.frozen ? "f" : "");
      if (object.pinned) out += fmt::format(" hash {:x}", memory.identity_of(*memory.at(ref)));
      for (const Ref it : refs_of(ref)) out += fmt::format(" {}", name(it));
      if (object.klass == &node) out += fmt::format(" {}", object.data()[3]);
      for (std::uint32_t i = 0; object.klass == &numbers && i < object.length; ++i) {
        out += fmt::format(" {}", object.data()[i]);
      }
      out += "; ";
    }
    return out;
  }

  [[nodiscard]] std::string written() {
    base::ByteSink sink;
    memory.write(*this, sink);
    return {sink.bytes().begin(), sink.bytes().end()};
  }
  [[nodiscard]] bool reads(std::string_view bytes) {
    base::ByteSource source({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    return memory.read(*this, source) && source.at_end();
  }
  [[nodiscard]] std::vector<Word> packed() {
    const model::Packed view = memory.pack();
    return {view.words.begin(), view.words.end()};
  }

 private:
  static Ref guarded(Word guard) { return guard & ~java::thread_guard; }

  void add(java::Class& klass, const char* name, java::Class* super) {
    klass.name = name;
    klass.label = 17;
    klass.super = super;
    if (super != nullptr) klass.chain = super->chain;
    klass.chain.push_back(&klass);
    memory.add(klass);
  }
  void add_array(java::Class& klass, const char* name, java::Class& element, java::Kind kind) {
    add(klass, name, &object_class);
    klass.element = &element;
    klass.element_kind = kind;
  }
  void make_method() {
    // Node.method()V; its three instructions do nothing, they are places to stand. Node.twin()V is like it, and objects
    // are made in both.
    node.methods.resize(2);
    add_method(node.methods[0], "method");
    add_method(node.methods[1], "twin");
  }
  void add_method(java::Method& method, std::string_view name) {
    method.owner = &node;
    method.name = name;
    method.descriptor = "()V";
    method.id = static_cast<std::uint32_t>(memory.methods.size());
    method.label = 4711;
    method.max_locals = locals;
    method.max_stack = 1;
    method.stride = 1;
    method.code.resize(places);
    method.refs = {0b00011, 0b00001, 0b10011};
    method.live = {0b01111, 0b00001, 0b11111};
    method.depths = {0, 0, 1};
    method.prepared = true;
    memory.methods.push_back(&method);
  }

  static std::uint32_t some_local(std::mt19937& random) { return static_cast<std::uint32_t>(random() % local_refs); }

  // One that the thread can name, or none.
  Ref known_to(java::Thread& thread, std::mt19937& random) {
    const std::array<Ref, 6> known{local(thread, 0), local(thread, 1),
                                   node.statics[0],  base_,
                                   thread.object,    literal(static_cast<std::uint32_t>(random() % most_literals))};
    Ref ref = known[random() % known.size()];
    for (auto steps = random() % 3; steps > 0 && ref != 0; --steps) {
      const std::vector<Ref> next = refs_of(ref);
      if (next.empty() || next[0] == 0) break;
      ref = next[0];
    }
    return ref;
  }

  void act(java::Thread& thread, std::mt19937& random) {
    java::Frame& top = thread.frames.back();
    switch (random() % 12) {
      case 0:
      case 1: {
        const java::Method* const makers[] = {&node.methods[0], &node.methods[1], nullptr};
        const java::AllocationSite site{makers[random() % 3], 1};
        java::Class* const kinds[] = {&node, &node, &nodes, &numbers};
        java::Class& klass = *kinds[random() % 4];
        const auto length = static_cast<std::uint32_t>(klass.is_array() ? random() % 4 : 0);
        local(thread, some_local(random)) = memory.allocate(site, klass, length)->place;
        break;
      }
      case 2:
        local(thread, some_local(random)) = known_to(thread, random);
        break;
      case 3:
        local(thread, local_refs + some_local(random)) = static_cast<Word>(random() % 3);
        break;
      case 4:
        write_object(thread, random);
        break;
      case 5: {
        const Ref value = known_to(thread, random);
        memory.touch(node);
        memory.escape(value);
        node.statics[0] = value;
        node.statics[1] = random() % 4 == 0 ? java::thread_guard | thread.object : 0;
        node.statics[2] = random() % 2;
        memory.initialized(node, java::Class::Init::running, thread.number + 1);
        break;
      }
      case 6:
        if (const Ref ref = known_to(thread, random); ref != 0) {
          memory.touch(*memory.at(ref));
          memory.at(ref)->monitor = memory.at(ref)->monitor == 0 ? (thread.number + 1) | 1u << 8 : 0;
        }
        break;
      case 7:
        if (thread.frames.size() < 4 && top.pc == at_call) push(thread);
        break;
      case 8:
        if (thread.frames.size() > 1) {
          memory.pop_frame(thread);
        } else if (memory.living() > 1 && random() % 2 == 0) {
          memory.end_thread(thread);
        }
        break;
      case 9:
        if (memory.living() < 4) {
          start(memory.allocate({nullptr, 9}, thread_class)->place);
        }
        break;
      case 10:
        if (const Ref ref = known_to(thread, random); ref != 0) (void)memory.identity_of(*memory.at(ref));
        break;
      default: {
        const Ref value = known_to(thread, random);
        top.pc = static_cast<std::uint32_t>(random() % places);
        top.depth = node.methods[0].depths[top.pc];
        if (top.pc == with_ref) thread.words[top.base + locals] = value;
        top.lock = random() % 3 == 0 ? known_to(thread, random) : 0;
        thread.flags = static_cast<std::uint32_t>(random() % 4);
        thread.elapsed = std::uint64_t{random() % 3} << (random() % 60);
      }
    }
  }

  void write_object(java::Thread& thread, std::mt19937& random) {
    const Ref ref = known_to(thread, random);
    const Ref value = known_to(thread, random);
    if (ref == 0) return;
    java::Object& object = *memory.at(ref);
    memory.touch(object);
    if (object.klass == &node) {
      if (object.escaped) memory.escape(value);
      object.data()[random() % 2 * 2] = value;
      object.data()[3] = static_cast<Word>(random() % 3);
      if (random() % 8 == 0) object.data()[random() % 2 == 0 ? 1 : 4] = known_to(thread, random);
    } else if (object.klass == &nodes && object.length != 0) {
      if (object.escaped) memory.escape(value);
      object.data()[random() % object.length] = value;
    } else if (object.klass == &numbers && object.length != 0) {
      object.data()[random() % object.length] = static_cast<Word>(random());
      object.frozen = !object.immortal && random() % 2 == 0;
    }
  }

  Ref base_ = 0, main_ = 0;
  std::map<std::uint32_t, Ref> literals_;
};

}  // namespace waymark::tests
