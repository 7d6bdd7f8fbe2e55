// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/layout.h"
#include "core/graph/op_spec.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What a layout rule gets (NNVM's FCorrectLayout). `in` holds what the producers deliver, or an
/// undefined layout; the rule leaves there what the operator wants, and its results in `out`.
struct LayoutCall {
    const RuleContext &rule;
    std::vector<Layout> &in;
    /// What the operator was given when layouts were corrected before the graph was rewritten;
    /// undefined layouts if that never happened. One for each input.
    std::span<const Layout> lastIn;
    std::vector<Layout> &out;
};

/// Where a rule that rewrites a node finds it, and makes new ones.
struct RewriteCall {
    const RuleContext &rule;
    NodeId node;                     ///< the node in question, as it is in `graph`
    std::span<const Entry> inputs;   ///< of the node, in `graph`
    std::span<const Shape> inShapes; ///< of the inputs; empty while shapes are not known
    Graph &graph;                    ///< receives new nodes

    /// Adds a node of NNVM's dialect; its first output.
    Entry make(std::string_view op, std::string name, std::vector<Entry> from,
               AttrDict attrs = {}) const;
};

/// How compiler passes may rewrite an operator. Absent rules mean what they mean in NNVM when the
/// operator does not register the attribute of that name.
struct RewriteRules {
    /// FCorrectLayout: fails when the operator cannot work with these layouts.
    using LayoutRule = std::function<Status(const LayoutCall &)>;
    /// FGradient: one entry for each input, from one for each output.
    using GradientRule = std::function<Result<std::vector<Entry>>(const RewriteCall &,
                                                                  std::span<const Entry> outGrads)>;
    /// SimplifyInference: what stands for the outputs at inference, one entry for each output that
    /// is still there; nothing when the node stays as it is.
    using SimplifyRule = std::function<Result<std::vector<Entry>>(const RewriteCall &)>;

    LayoutRule layout;
    GradientRule gradient;
    SimplifyRule simplify;
};

} // namespace nervure
