// Layer: a Model around a Model that adds one word to the state, as a part of its own behind the others. What a layer
// does not change passes through. Products with automata and fairness are layers.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/model.hpp"

namespace waymark::model {

class Layer : public Model {
 public:
  // `name` tells the word's part from all others in a fingerprint.
  Layer(std::unique_ptr<Model> inner, std::uint64_t name) : inner_(std::move(inner)), name_(name) {}

  void key(const Key& key) override {
    key_ = key;
    hashes_.clear();
    inner_->key(key);
  }
  void set_stop(const base::Stop* stop) override { inner_->set_stop(stop); }
  Watch watch(std::string_view expression) override { return inner_->watch(expression); }
  Watch watch_invariant(std::string_view expression) override { return inner_->watch_invariant(expression); }
  [[nodiscard]] std::string reduce(const Facts& labels) override { return inner_->reduce(labels); }
  [[nodiscard]] std::uint64_t collapsed_steps() const override { return inner_->collapsed_steps(); }
  void reset() override;
  [[nodiscard]] bool completes_step() const override { return inner_->completes_step(); }
  [[nodiscard]] bool steps_are_cheap() const override { return inner_->steps_are_cheap(); }
  [[nodiscard]] const Violation& violation() const override { return inner_->violation(); }
  [[nodiscard]] Mark mark() override;
  void rewind(Mark mark) override;
  [[nodiscard]] Packed pack() override;
  void unpack(std::span<const Word> words) override;
  void write(base::ByteSink& sink) override;
  [[nodiscard]] bool read(base::ByteSource& source) override;
  [[nodiscard]] bool words_are_portable() const override { return inner_->words_are_portable(); }
  [[nodiscard]] bool read_words(std::span<const Word> words) override;
  [[nodiscard]] Fingerprint fingerprint() override;
  [[nodiscard]] Facts facts() override { return inner_->facts(); }
  [[nodiscard]] bool holds(Watch watch) override { return inner_->holds(watch); }
  [[nodiscard]] std::string_view undefined() const override { return inner_->undefined(); }
  [[nodiscard]] std::uint64_t bytes() const override {
    return inner_->bytes() + saved_.capacity() * sizeof(Saved) + words_.capacity() * sizeof(Word);
  }
  [[nodiscard]] ActionId actions() const override { return inner_->actions(); }
  [[nodiscard]] Action action(ActionId id) const override { return inner_->action(id); }
  [[nodiscard]] bool reached(ActionId id) const override { return inner_->reached(id); }
  [[nodiscard]] std::optional<Observed> observed() const override { return inner_->observed(); }
  [[nodiscard]] std::vector<Standing> standings() override { return inner_->standings(); }
  [[nodiscard]] std::vector<Value> values() override { return inner_->values(); }
  [[nodiscard]] std::vector<Value> details() override { return inner_->details(); }
  [[nodiscard]] Inspectable* inspectable() override { return inner_->inspectable(); }

 protected:
  [[nodiscard]] Model& inner() { return *inner_; }
  [[nodiscard]] Word own() const { return own_; }
  void own(Word word) { own_ = word; }
  // What a state has of its own in the fingerprint if its word is this one: to be added to that of what is inside.
  [[nodiscard]] Fingerprint part_of(Word word) {
    return word < hashes_.size() && hashes_[word].has_value() ? *hashes_[word] : hash_part(word);
  }
  // Whether a word from outside can be one of this layer's.
  [[nodiscard]] virtual bool fits(Word word) const = 0;
  // Fires inside or narrates, whichever was asked for.
  [[nodiscard]] Step fire_inside(const Transition& transition, Explanation* out) {
    return out != nullptr ? inner_->explain(transition, *out) : inner_->fire(transition);
  }

 private:
  [[nodiscard]] Fingerprint hash_part(Word word);

  struct Saved {
    Mark inner = 0;
    Word own = 0;
  };

  std::unique_ptr<Model> inner_;
  std::uint64_t name_;
  Key key_ = Key::quick();
  Word own_ = 0;
  std::vector<std::optional<Fingerprint>> hashes_;  // under the key, of the small words, as far as they were needed
  std::vector<Saved> saved_;
  std::vector<Word> words_;
};

}  // namespace waymark::model
