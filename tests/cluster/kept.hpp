// Kept: keeps a checkpoint of a search by ranks whenever it may.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

#include "checkpoint/writer.hpp"
#include "search/checkpoints.hpp"

namespace waymark::cluster {

class Kept final : public search::Checkpoints {
 public:
  explicit Kept(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] bool due() override { return true; }
  void keep(const search::Tallies&, const std::function<void(checkpoint::Writer&)>& save) override {
    checkpoint::Writer writer(path_);
    save(writer);
    ASSERT_TRUE(writer.finish()) << writer.why();
  }

 private:
  std::string path_;
};

}  // namespace waymark::cluster
