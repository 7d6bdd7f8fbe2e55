// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nervure {

/// Steps that stand for nothing: Keras hands on which these are, beside the values, from the layers that find them
/// (Masking, Embedding) to those that pass over them.
class KerasMasks {
public:
    /// The version of Keras, which decides what becomes of a mask where values are merged.
    explicit KerasMasks(std::string version) : m_version(std::move(version)) {}

    /// Which steps count among those that an operator passes over, as the value that says so. An operator that does
    /// not pass over steps as ours do becomes an unknown one: "Softmax(mask)".
    [[nodiscard]] std::optional<Entry> take(Node &node, const std::vector<Entry> &inputs) const;
    /// The operator, which is in the graph now, may hand masks on, or find steps itself.
    void follow(NodeId id, const Node &node, const std::vector<Entry> &inputs);

private:
    /// The mask that says which steps of a value count; none: more than one value together.
    using Mask = std::optional<Entry>;

    [[nodiscard]] const Mask *maskOf(const Entry &value) const;
    /// That of merged values; null: they have none.
    [[nodiscard]] std::optional<Mask> merged(const Node &node,
                                             const std::vector<Entry> &inputs) const;

    std::string m_version;
    std::map<NodeId, Mask> m_masks; ///< of the first outputs
};

} // namespace nervure
