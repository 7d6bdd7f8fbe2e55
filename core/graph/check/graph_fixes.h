// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"
#include "core/graph/op/op_registry.h"

#include <optional>
#include <string>

namespace nervure {

/// A change that takes the reason of a finding of checkGraph() away and needs no decision: there is none
/// where more than one thing may have been meant.
struct GraphFix {
    enum class Kind {
        RemoveAttribute, ///< `subject`: the attribute
        RenameAttribute, ///< `subject` becomes `with`
        ResetAttribute,  ///< `subject` gets its default, `with`
        RenameOperator,  ///< `subject` becomes `with`
        RenameNode,      ///< likewise
        RenameTensor,    ///< likewise
        ConnectTensor,   ///< the input reads `with` instead of `subject`
        AddVariables,    ///< inputs that read nothing read new variables
        FirstOutput,     ///< inputs read the first output of what has no such output
        RemoveInputs,    ///< inputs that the operator does not have go
        RemoveOutputs,   ///< outputs of the graph that are no value go
        RemoveDependencies,
    };

    Kind kind;
    std::string subject;
    std::string with;
    Edit edit;
};

/// The fix of a finding about this graph, if there is one. Everything that is wrong in the same way
/// with the same node is mended at once.
[[nodiscard]] std::optional<GraphFix> fixOf(const Graph &graph, const OpRegistry &ops,
                                            const Diagnostic &finding);

} // namespace nervure
