// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/shown_bodies.h"
#include "core/query/query.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nervure {

/// The facts that queries ask of a whole model: of its graph and of the graphs that its nodes hold.
class ModelFacts {
public:
    /// A graph in the model.
    struct Part {
        BodyPath place;   ///< the way to it; none: the model's own
        std::string path; ///< in front of its nodes' names
        NodeFacts facts;
    };

    /// `ops` must outlive this.
    ModelFacts(NodeFacts outer, const std::vector<ShownBody> &bodies, const OpRegistry &ops);

    [[nodiscard]] const std::vector<Part> &parts() const { return m_parts; }
    [[nodiscard]] const NodeFacts &outer() const { return m_parts.front().facts; }
    [[nodiscard]] std::size_t nodeCount() const;

private:
    std::vector<Part> m_parts; ///< the model's own graph first
};

/// A node that a query found: in which part, by its position there.
struct FoundNode {
    std::size_t part = 0;
    NodeId node;
};

/// Those of all parts, one after the other.
[[nodiscard]] std::vector<FoundNode> findInModel(const Query &query, const ModelFacts &model,
                                                 const CancelToken &cancel = {});

} // namespace nervure
