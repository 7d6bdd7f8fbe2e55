// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/fragment.h"
#include "core/graph/graph.h"
#include "core/graph/op/op_registry.h"
#include "core/support/result.h"

#include <vector>

namespace nervure {

/// A piece of another model, ready to be added to a graph.
struct FittedPart {
    Graph graph;
    std::vector<GraphAttr>
        attrs; ///< what the graph's model has to say beside its nodes from then on
};

/// Makes a piece of an ONNX model (of copyFragment(), or all of one), with what that says beside its nodes, fit the model
/// that it is to be added to: operators are of the versions of the model where these mean the same; domains and
/// functions that the model lacks are imported, under another name where the model has another operator of theirs; values
/// of a model before IR version 4, which wants it so, are inputs too. Pieces of other dialects stay as they are. Fails with
/// code "other-opset" where an operator means something else in the model's version of its domain, or that cannot be told,
/// and with "other-function" where an operator that is added is a function in the model, or a function has no bytes from
/// which it could be written under another name. The message says the way out.
[[nodiscard]] Result<FittedPart> fitPart(const Graph &graph, Graph part, const OpRegistry &ops);

/// Adds a piece that is made to fit so, with all that its model says beside it, as one edit: as pasteFragment() does, or
/// for a whole model as mergeGraph(). Inputs that get the value of their name have to be of its type.
enum class AddedAs { Fragment, Model };
[[nodiscard]] Result<Edit> addPart(const Graph &graph, const Graph &part, const OpRegistry &ops,
                                   AddedAs kind);

} // namespace nervure
