// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/id.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nervure {

/// Digests the elements of one tensor. Any single change gives another digest; it is no protection
/// against somebody who looks for two tensors of one digest.
class TensorDigest {
public:
    TensorDigest();

    /// Takes the next bytes. The digest depends on where the pieces end, unless these are multiples of
    /// 32 bytes.
    void add(std::string_view bytes);
    /// 32 hexadecimal digits.
    [[nodiscard]] std::string text() const;

private:
    void addWord(std::size_t lane, std::uint64_t word);

    std::array<std::uint64_t, 4> m_lanes;
    std::uint64_t m_size = 0;
};

/// The stored values of a graph's nodes, a digest for each: what tells equal weights from different ones
/// without holding them. Computed once for a file and kept with the snapshot of its graph.
struct StoredDigests {
    /// By node (a variable, a constant, or an operator whose bodies hold values): type, shape and digest,
    /// as "float32[64×3×3×3] 1f0c…".
    std::unordered_map<NodeId, std::string> values;
    /// Nodes whose values could not be read, and why; under an invalid id those that belong to no node.
    std::unordered_map<NodeId, std::string> unread;
    /// Values of functions, which belong to no node: by name, as `values`.
    std::map<std::string, std::string, std::less<>> others;

    [[nodiscard]] bool empty() const { return values.empty() && unread.empty() && others.empty(); }
};

} // namespace nervure
