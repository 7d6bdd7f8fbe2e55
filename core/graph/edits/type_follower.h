// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/edits/followed_types.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace nervure {

/// Brings along what is declared in one graph, a model's or a body's, of which values were inferred before an edit and
/// after it; see followTypes().
class TypeFollower {
public:
    /// All must outlive it. `found` is of `now`, with the nodes that the edit reached.
    TypeFollower(const Graph &now, const EarlierValues &earlier, const InferredBody &found)
        : m_now(now),
          m_earlier(earlier),
          m_found(found)
    {}

    /// The edit of the declared types of all nodes, and of those in bodies that the edit reached.
    [[nodiscard]] FollowedTypes follow();

private:
    void followNode(NodeId id, std::uint32_t number);
    [[nodiscard]] ValueType followed(const Entry &value, std::uint32_t number, bool isReached);
    [[nodiscard]] bool isAsBefore(const Entry &value, const ValueType &known) const;
    void followBodies(NodeId id, const Node &node);
    [[nodiscard]] Graph followedBody(const Graph &body, const BodyPlace &place);
    /// The edit for the types of a body's own inputs.
    void followInputs();
    void setInput(NodeId id, std::string_view key, const std::string &value);
    void tellLoss(const Entry &value, const ValueType &before, const ValueType &now);

    const Graph &m_now;
    const EarlierValues &m_earlier;
    const InferredBody &m_found;
    FollowedTypes m_followed;
};

} // namespace nervure
