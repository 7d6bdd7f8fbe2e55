// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"

#include <unordered_map>

namespace nervure {

/// Infers shapes and types forward, one operator after another, as LightNet does while it reads a
/// document.
class ForwardInference {
public:
    ForwardInference(const OpRegistry &ops, Semantics semantics)
        : m_ops(ops),
          m_semantics(semantics)
    {}

    /// Whether the outputs of all that the node reads were inferred, or tried to be.
    [[nodiscard]] bool knowsInputs(const Node &node) const;

    /// What the rules of the node's operator say about its outputs, whose inputs must be known: the
    /// first fault that they find. Nothing is inferred where the operator is unknown. What is wrong
    /// with its attributes is added to `problems`; the rules see their defaults.
    Status infer(NodeId id, const Node &node, Diagnostics &problems);

private:
    struct Outputs {
        Shapes shapes;
        DTypes types;
    };

    const OpRegistry &m_ops;
    Semantics m_semantics;
    std::unordered_map<NodeId, Outputs> m_known;
};

} // namespace nervure
