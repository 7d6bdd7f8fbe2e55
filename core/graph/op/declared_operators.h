// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"

#include <atomic>
#include <deque>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A file in which people declare operators (ops/custom), as it was read.
struct OperatorFile {
    std::string path;
    std::string text;

    bool operator==(const OperatorFile &) const = default;
};

/// The operators that people declare, beside those built in. They may change while the program runs, and while
/// other threads ask: what was replaced stays alive, as snapshots of graphs name it.
class DeclaredOperators {
public:
    /// In place of those of before. Names of built-in operators have no effect.
    void set(std::vector<OpSpec> specs, std::vector<OperatorFile> files);

    /// In the order of their files.
    [[nodiscard]] std::vector<const OpSpec *> all() const;
    [[nodiscard]] std::vector<OperatorFile> files() const;
    /// Null: there is none of that name.
    [[nodiscard]] const OpSpec *find(Dialect dialect, std::string_view name) const;

private:
    std::atomic<bool> m_isEmpty{true}; ///< asked for each node, mostly
    mutable std::shared_mutex m_mutex;
    std::deque<OpSpec> m_specs; ///< all that ever were
    std::vector<const OpSpec *> m_current;
    std::vector<OperatorFile> m_files;
};

} // namespace nervure
