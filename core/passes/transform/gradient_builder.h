// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"
#include "core/passes/graph_rewriter.h"

#include <functional>
#include <string>
#include <vector>

namespace nervure {

/// What a gradient is taken of and how: the arguments of NNVM's pass Gradient. Entries are those of
/// the pass's graph; functions may add nodes to the graph they get.
struct GradientRequest {
    std::vector<Entry> ys;       ///< values that are differentiated (grad_ys)
    std::vector<Entry> xs;       ///< values they are differentiated by (grad_xs)
    std::vector<Entry> outGrads; ///< the gradient that arrives at each of ys (grad_ys_out_grad)
    /// Makes one value of all gradients that arrive somewhere: none, one or several
    /// (grad_aggregate_fun). Absent: aggregateGradients().
    std::function<Entry(Graph &, std::vector<Entry>)> aggregate{};
    /// Whether the gradient reads a copy of the node, which is computed again, so that its value
    /// need not be kept (grad_mirror_fun).
    std::function<bool(const Node &)> mirror{};
    /// Makes a value like `source` that takes shape and type from `like`; asked where no operator
    /// that made a gradient can tell them (attr_hint_fun).
    std::function<Entry(Graph &, const Entry &source, const Entry &like)> hint{};
    /// Operators whose results are nothing but zeros, the first taking any value for its shape
    /// (zero_ops): where only these arrive, operators need no gradient rule.
    std::vector<std::string> zeroOps{};
    /// Copies a gradient that several of xs share, so that each has its own (copy_op).
    std::string copyOp{};
};

/// All gradients that arrive somewhere as one value, as NNVM does it: zeros, the one itself, or a
/// node of `op`, which takes any number of inputs.
[[nodiscard]] Entry aggregateGradients(Graph &graph, std::vector<Entry> parts,
                                       const std::string &op = "elemwise_sum");

/// Adds the gradient to the rewriter's graph, operator by operator from the last to the first, and
/// gives the gradient of each of xs. `forward` is a snapshot that the ys are the heads of. Fails
/// when xs are not among it and when an operator on the way has no gradient.
[[nodiscard]] Result<std::vector<Entry>> buildGradient(GraphRewriter &rewriter,
                                                       const PassContext &context,
                                                       const IndexedGraph &forward,
                                                       const GradientRequest &request);

} // namespace nervure
