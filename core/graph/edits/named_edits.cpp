// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/named_edits.h"

#include "core/graph/analysis/declared_types.h"
#include "core/graph/edits/attribute_edits.h"
#include "core/graph/edits/delete_edits.h"
#include "core/graph/edits/edit_draft.h"
#include "core/graph/edits/fragment.h"
#include "core/graph/edits/input_places.h"
#include "core/graph/edits/model_join.h"
#include "core/graph/edits/names.h"
#include "core/graph/edits/rename_value.h"
#include "core/graph/edits/type_edits.h"
#include "core/graph/edits/value_edits.h"
#include "core/graph/edits/wiring_edits.h"

#include <algorithm>

namespace nervure {

namespace {

using G = const Graph &;
using O = const OpRegistry &;
using A = const EditArguments &;

/// An argument that is not given names nothing, which every edit refuses.
NodeId firstNode(A a)
{
    return a.nodes.empty() ? NodeId() : a.nodes.front();
}

EdgeEnd endAt(A a, std::size_t at = 0)
{
    return at < a.ends.size() ? a.ends[at] : EdgeEnd();
}

/// The same between the first node and each of the others.
Result<Edit> withOthers(G graph, A a, Result<Edit> (*edit)(G, NodeId, NodeId))
{
    RETURN_IF_FAILED(checkNodes(graph, a.nodes));
    EditDraft draft(graph);
    for (std::size_t i = 1; i < a.nodes.size(); ++i) {
        ASSIGN_OR_RETURN(Edit step, edit(draft.graph(), a.nodes.front(), a.nodes[i]));
        RETURN_IF_FAILED(draft.add(std::move(step)));
    }
    return draft.take();
}

/// Sizes that have names come after what all dialects have.
Result<Edit> addTypedVariable(G graph, O, A a)
{
    ASSIGN_OR_RETURN(Edit added, addVariable(graph, a.text, a.shape.value_or(Shape{}),
                                             a.type.value_or(DType::Unknown)));
    const std::vector<NodeId> made = addedNodes(added);
    if (!a.dimensions || made.empty()) {
        return added;
    }
    EditDraft draft(graph);
    RETURN_IF_FAILED(draft.add(std::move(added)));
    ASSIGN_OR_RETURN(Edit sized,
                     setInputSizes(draft.graph(), made.front(), *a.dimensions, std::nullopt));
    RETURN_IF_FAILED(draft.add(std::move(sized)));
    return draft.take();
}

/// A part that is not given stays as it is declared; with neither, nothing is declared any more.
Result<Edit> declareSaid(G graph, A a)
{
    if (!a.dimensions && !a.type) {
        return declareType(graph, a.value, {});
    }
    ValueType type = declaredTypeOf(graph, a.value);
    if (!type.isTensor()) {
        type = ValueType::tensor(ElementType::Undefined);
    }
    type.elements.reset();
    type.shape = a.dimensions ? a.dimensions : type.shape;
    if (a.type) {
        type.element = elementTypeNamed(dtypeName(*a.type)).value_or(ElementType::Undefined);
    }
    if (type.element == ElementType::Undefined && graph.dialect() == Dialect::Onnx) {
        return makeError("declared-type", "no element type is declared, expected one with the "
                                          "shape, as 1,3,224,224:float32");
    }
    return declareType(graph, a.value, type);
}

constexpr NamedEdit edits[] = {
    {EditKind::Set, "set", "NODE.KEY=VALUE", "give an attribute a value",
     [](G g, O o, A a) {
         const Node *node = g.find(firstNode(a));
         return setAttribute(g, a.nodes, a.key,
                             node ? writtenValue(o, *node, a.key, a.text) : a.text);
     }},
    {EditKind::Unset, "unset", "NODE.KEY", "take an attribute away",
     [](G g, O, A a) { return unsetAttribute(g, a.nodes, a.key); }},
    {EditKind::Rename, "rename", "NODE=NAME", "rename a node",
     [](G g, O, A a) { return renameNode(g, firstNode(a), a.text); }},
    {EditKind::RenameTensor, "rename-tensor", "NODE:OUTPUT=NAME", "rename a LightNet tensor",
     [](G g, O, A a) { return renameTensor(g, a.value, a.text); }},
    {EditKind::RenameValue, "rename-value", "TENSOR=NAME",
     "rename a value of an ONNX or LightNet model, or a variable; what reads it follows",
     [](G g, O, A a) { return renameValue(g, a.value, a.text); }},
    {EditKind::Type, "type", "NODE=N,3,8,8:float32",
     "set an input's shape and type; either may be left out",
     [](G g, O, A a) {
         return a.dimensions ? setInputSizes(g, firstNode(a), *a.dimensions, a.type)
                             : setInputType(g, firstNode(a), a.shape, a.type);
     }},
    {EditKind::Declare, "declare", "TENSOR=N,3,8,8:float32",
     "what the file declares of a value, as of an output; shape or type may be left out",
     [](G g, O, A a) { return declareSaid(g, a); }},
    {EditKind::Delete, "delete", "NODE[,NODE]", "delete nodes; what they fed is left open",
     [](G g, O, A a) { return deleteNodes(g, a.nodes); }},
    {EditKind::DeleteBridging, "delete-bridge", "NODE[,NODE]",
     "delete nodes; their first inputs feed what they fed",
     [](G g, O, A a) { return deleteNodes(g, a.nodes, Readers::Bridge); }},
    {EditKind::DeleteLayer, "delete-layer", "NODE[,NODE]",
     "the same, and the parameters that nothing else reads",
     [](G g, O ops, A a) {
         return deleteNodes(g, withParameters(g, ops, a.nodes), Readers::Bridge);
     }},
    {EditKind::Duplicate, "duplicate", "NODE[,NODE]", "copy nodes beside themselves",
     [](G g, O, A a) { return duplicateNodes(g, a.nodes); }},
    {EditKind::Rewire, "rewire", "NODE:INPUT=NODE:OUTPUT", "make an input read another value",
     [](G g, O, A a) { return rewireInput(g, endAt(a).node, endAt(a).index, a.value); }},
    {EditKind::RewireOutput, "rewire-output", "OUTPUT=NODE:OUTPUT",
     "make an output of the graph another value",
     [](G g, O, A a) { return rewireHead(g, a.place, a.value); }},
    {EditKind::Disconnect, "disconnect", "NODE:INPUT", "leave an input open",
     [](G g, O, A a) { return disconnectInput(g, endAt(a).node, endAt(a).index); }},
    {EditKind::AddInput, "add-input", "NODE=NODE:OUTPUT", "give a node one more input",
     [](G g, O ops, A a) { return addInput(g, ops, firstNode(a), a.value); }},
    {EditKind::Connect, "connect", "NODE.INPUT=NODE:OUTPUT",
     "give an input a value by the operator's word for it, also one that was left out",
     [](G g, O ops, A a) { return connectInput(g, ops, firstNode(a), a.key, a.value); }},
    {EditKind::RemoveInput, "remove-input", "NODE:INPUT", "take an input from a node",
     [](G g, O, A a) { return removeInput(g, endAt(a).node, endAt(a).index); }},
    {EditKind::RemoveEdge, "remove-edge", "NODE:INPUT",
     "take the input away from an operator with any number of them, else leave it open",
     [](G g, O ops, A a) { return removeEdges(g, ops, a.ends); }},
    {EditKind::MoveEdge, "move-edge", "NODE:INPUT=NODE:INPUT", "make an edge end at another input",
     [](G g, O ops, A a) { return moveEdge(g, ops, endAt(a), endAt(a, 1)); }},
    {EditKind::Control, "control", "NODE=NODE[,NODE]", "make a node wait for others",
     [](G g, O, A a) { return withOthers(g, a, addControlDependency); }},
    {EditKind::NoControl, "no-control", "NODE=NODE[,NODE]", "make it wait no longer",
     [](G g, O, A a) { return withOthers(g, a, removeControlDependency); }},
    {EditKind::Output, "output", "NODE:OUTPUT", "make a value an output of the graph",
     [](G g, O, A a) { return makeOutput(g, a.value); }},
    {EditKind::NoOutput, "no-output", "NODE:OUTPUT|OUTPUT",
     "make a value that is an output an inner one, or take one output away by its number",
     [](G g, O, A a) {
         return a.ends.empty() ? removeOutput(g, a.value) : removeHead(g, endAt(a).index);
     }},
    {EditKind::MoveOutput, "move-output", "OUTPUT=PLACE",
     "move an output of the graph among its outputs",
     [](G g, O, A a) { return moveOutput(g, endAt(a).index, a.place); }},
    {EditKind::Move, "move", "NODE=PLACE", "move a node in the order of the file",
     [](G g, O, A a) { return moveNode(g, firstNode(a), a.place); }},
    {EditKind::Add, "add", "OPERATOR",
     "add an operator, as fc=dense{units=10}(pool); missing inputs are made",
     [](G g, O ops, A a) { return addOperator(g, ops, a.added); }},
    {EditKind::AddVariable, "add-variable", "NAME=N,3,8,8:float32",
     "add an input; shape and type may be left out", addTypedVariable},
    {EditKind::Insert, "insert", "NODE:INPUT=OPERATOR", "put an operator on an edge",
     [](G g, O ops, A a) { return insertOperator(g, ops, a.ends, a.added); }},
    {EditKind::Replace, "replace", "NODE[,NODE]=OPERATOR", "put an operator in the place of nodes",
     [](G g, O ops, A a) { return replaceByOperator(g, ops, a.nodes, a.added); }},
    {EditKind::Note, "note", "NODE=TEXT", "write a note on a node (kept in project files)",
     [](G g, O, A a) { return setNote(g, firstNode(a), a.text); }},
    {EditKind::GraphNote, "graph-note", "TEXT", "write a note on the graph",
     [](G g, O, A a) { return setNote(g, NodeId(), a.text); }},
    {EditKind::Extract, "extract", "NODE[,NODE]",
     "keep these nodes alone, as a graph that stands alone", nullptr},
    {EditKind::Merge, "merge", "FILE",
     "add a second model; its inputs are connected to what has their name",
     [](G g, O ops, A a) { return addPart(g, *a.other, ops, AddedAs::Model); }},
    {EditKind::Values, "values", "NODE=FILE.npy",
     "give an initializer or input of an ONNX model the values of a NumPy file, in its own type, or such as "
     "'int64[2] -1, 64'",
     [](G g, O, A a) { return giveValues(g, firstNode(a), a.values); }},
    {EditKind::MakeInput, "make-input", "NODE", "make an initializer of an ONNX model an input",
     [](G g, O, A a) { return makeInput(g, firstNode(a)); }},
    {EditKind::MoveOut, "move-out", "NODE[,NODE]=FILE",
     "move the values of ONNX initializers into a file beside the model",
     [](G g, O ops, A a) { return moveValuesOut(g, ops, a.nodes, a.text); }},
    {EditKind::Embed, "embed", "NODE",
     "put an ONNX initializer's values into the file, from another one or back from make-input",
     [](G g, O, A a) { return embedValues(g, firstNode(a)); }},
};

} // namespace

std::span<const NamedEdit> namedEdits()
{
    return edits;
}

const NamedEdit &namedEdit(EditKind kind)
{
    return *std::find_if(std::begin(edits), std::end(edits),
                         [kind](const NamedEdit &one) { return one.kind == kind; });
}

} // namespace nervure
