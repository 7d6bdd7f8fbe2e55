// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/node_facts.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

struct QueryExpr;

/// A question about nodes, as README.md of this folder describes the language:
///
///     op:conv2d & attr.kernel_size:"[3, 3]" & shape~"1,*,56,56" & params>1M
///
/// Immutable and cheap to copy.
class Query {
public:
    /// Fails with the column (Location::column, in bytes from 1) and what was expected there.
    [[nodiscard]] static Result<Query> parse(std::string_view text);

    /// The nodes that fit, operators before inputs and weights, each in the order of the graph; the
    /// nodes of a path() along it. Linear in the graph for each part of the query; empty when it was
    /// stopped.
    [[nodiscard]] std::vector<NodeId> find(const NodeFacts &facts,
                                           const CancelToken &cancel = {}) const;

    /// Whether it asks for what only inference tells: shapes, types and all sizes.
    [[nodiscard]] bool asksForInference() const;

    /// What the query asked about, as it is at this node: "kernel_size (3, 3), params 2.36 M", or the
    /// value alone when it is one thing. Empty when it asked for name and operator alone.
    [[nodiscard]] std::string reason(const NodeFacts &facts, NodeId id) const;

private:
    explicit Query(std::shared_ptr<const QueryExpr> expr) : m_expr(std::move(expr)) {}

    std::shared_ptr<const QueryExpr> m_expr;
};

/// What a key has to say about a node, for people: all its texts, or its number with a unit; empty
/// when it is not known.
[[nodiscard]] std::string factText(const NodeFacts &facts, NodeId id, std::string_view key);

} // namespace nervure
