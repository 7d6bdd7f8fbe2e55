// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/op_probe.h"

#include "core/graph/op/rewrite_rules.h"

namespace nervure::tests {

/// Layouts as text in, layouts as text out ("-" is the undefined layout).
struct LayoutAnswer {
    std::vector<std::string> in;
    std::vector<std::string> out;
    std::string error; ///< empty when the rule agreed

    bool operator==(const LayoutAnswer &) const = default;
};

/// Asks a layout rule. `last`: the layouts before the graph was rewritten, none when empty.
LayoutAnswer askLayout(const RewriteRules::LayoutRule &rule, const RuleContext &context,
                       const std::vector<std::string> &in, std::size_t outputs = 1,
                       const std::vector<std::string> &last = {});

/// The same of an operator.
LayoutAnswer askLayout(const OpProbe &op, const std::vector<std::string> &in,
                       std::size_t outputs = 1, const std::vector<std::string> &last = {});

/// The nodes that a gradient or simplify rule makes, one line each:
/// "NAME = OP(INPUT, …) {key=value, …}", then "-> ENTRY, …". Inputs are called x0, x1, …, the
/// node itself n (n.1 for its output 1), the gradients of its outputs g0, g1, ….
class RewriteProbe {
public:
    RewriteProbe(const OpProbe &op, std::size_t inputs, std::size_t outputs = 1,
                 Semantics semantics = Semantics::Exact);
    RewriteProbe(const RewriteProbe &) = delete;
    RewriteProbe &operator=(const RewriteProbe &) = delete;
    ~RewriteProbe();

    [[nodiscard]] std::string gradient();
    [[nodiscard]] std::string simplified(const Shapes &shapes = {});

private:
    struct Parts;
    const OpProbe &m_op;
    std::unique_ptr<Parts> m_parts; ///< apart, so that no test compiles them
};

} // namespace nervure::tests
