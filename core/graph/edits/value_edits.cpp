// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/value_edits.h"

#include "core/graph/analysis/deciding_values.h"
#include "core/graph/edits/edit_draft.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <memory>
#include <string_view>
#include <utility>

namespace nervure {

namespace {

/// A value that the graph itself has: no operator's, and none of the graph around it.
Status checkVariable(const Graph &graph, NodeId id)
{
    RETURN_IF_FAILED(checkNodes(graph, {&id, 1}));
    const Node &node = graph.node(id);
    if (node.dialect == Dialect::Onnx && node.isVariable()
        && !node.attrs.find(onnx_variable::outer)) {
        return {};
    }
    return makeErrorAt(node.name, "no-initializer",
                       "{} is no initializer or input of an ONNX model", quoted(node.name));
}

/// An initializer whose values another file can hold.
Status checkMovable(const Graph &graph, NodeId id)
{
    RETURN_IF_FAILED(checkVariable(graph, id));
    const Node &node = graph.node(id);
    const auto fail = [&node](const char *what) {
        return makeErrorAt(node.name, "no-initializer", "{} {}", quoted(node.name), what);
    };
    if (!node.attrs.find(onnx_variable::data)) {
        return fail("is an input and has no values");
    }
    if (node.attrs.find(onnx_variable::array)) {
        return fail(
            "gets its values from a NumPy file, expected the model to be saved and opened first");
    }
    const std::string *element = node.attrs.find(onnx_variable::elemType);
    const bool isDense = element && *element != "string" && !node.attrs.find(onnx_variable::type);
    return isDense ? Status() : fail("holds texts or is sparse, which stays in the model");
}

/// Models whose sizes lie in other files are loaded by nobody who infers as ONNX does.
Status checkDecidesNothing(const Graph &graph, const OpRegistry &ops, NodeId id)
{
    const Node &node = graph.node(id);
    Diagnostics ignored;
    const auto index = node.attrs.find(onnx_variable::value)
                           ? IndexedGraph::build(graph, ops, ignored)
                           : Result<std::shared_ptr<const IndexedGraph>>(nullptr);
    const auto number = index && *index ? (*index)->find(id) : std::nullopt;
    if (!number || !decidingNodesWithBodies(**index, false)[*number]) {
        return {};
    }
    return makeErrorAt(node.name, "onnx-values",
                       "{} may decide a size, which ONNX Runtime and others read in the model's "
                       "file alone: it has to stay inside",
                       quoted(node.name));
}

Status set(EditDraft &draft, NodeId id, std::string_view key, const std::string &value)
{
    const std::string *old = draft.graph().node(id).attrs.find(key);
    return old && *old == value ? Status()
                                : draft.add({SetAttribute{id, std::string(key), value, {}}});
}

Status remove(EditDraft &draft, NodeId id, std::string_view key)
{
    return draft.graph().node(id).attrs.find(key)
               ? draft.add({RemoveAttribute{id, std::string(key)}})
               : Status();
}

} // namespace

Result<Edit> giveValues(const Graph &graph, NodeId node, const NewValues &values)
{
    RETURN_IF_FAILED(checkVariable(graph, node));
    EditDraft draft(graph);
    if (!graph.node(node).attrs.find(onnx_variable::data)) {
        RETURN_IF_FAILED(set(draft, node, onnx_variable::input, "true"));
    }
    RETURN_IF_FAILED(set(draft, node, onnx_variable::elemType, values.elemType));
    RETURN_IF_FAILED(
        set(draft, node, onnx_variable::shape, dimensionsText(dimensionsOf(values.shape))));
    RETURN_IF_FAILED(set(draft, node, onnx_variable::data, std::string(onnx_variable::inside)));
    const std::pair<std::string_view, const std::string &> places[]{
        {onnx_variable::value, values.value},
        {onnx_variable::carried, values.carried},
        {onnx_variable::array, values.array}};
    for (const auto &[key, text] : places) {
        RETURN_IF_FAILED(text.empty() ? remove(draft, node, key) : set(draft, node, key, text));
    }
    return draft.take();
}

Result<Edit> makeInput(const Graph &graph, NodeId node)
{
    RETURN_IF_FAILED(checkVariable(graph, node));
    const std::string &name = graph.node(node).name;
    if (!graph.node(node).attrs.find(onnx_variable::data)) {
        return makeErrorAt(name, "no-initializer", "{} is an input already", quoted(name));
    }
    EditDraft draft(graph);
    RETURN_IF_FAILED(remove(draft, node, onnx_variable::input));
    RETURN_IF_FAILED(remove(draft, node, onnx_variable::data));
    RETURN_IF_FAILED(remove(draft, node, onnx_variable::value));
    RETURN_IF_FAILED(remove(draft, node, onnx_variable::array));
    RETURN_IF_FAILED(remove(draft, node, onnx_variable::carried));
    return draft.take();
}

Result<Edit> moveValuesOut(const Graph &graph, const OpRegistry &ops, std::span<const NodeId> nodes,
                           const std::string &file)
{
    if (!onnx_variable::isDataFileName(file)) {
        return makeError("onnx-values", "found the file {}, expected a name without folders",
                         quoted(file));
    }
    EditDraft draft(graph);
    for (const NodeId node : nodes) {
        RETURN_IF_FAILED(checkMovable(graph, node));
        RETURN_IF_FAILED(checkDecidesNothing(graph, ops, node));
        RETURN_IF_FAILED(set(draft, node, onnx_variable::data, file));
    }
    return draft.take();
}

Result<Edit> embedValues(const Graph &graph, NodeId node)
{
    RETURN_IF_FAILED(checkVariable(graph, node));
    EditDraft draft(graph);
    RETURN_IF_FAILED(set(draft, node, onnx_variable::data, std::string(onnx_variable::inside)));
    return draft.take();
}

} // namespace nervure
