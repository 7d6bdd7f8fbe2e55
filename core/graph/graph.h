// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_dict.h"
#include "core/graph/semantics.h"
#include "core/graph/value/value_type.h"
#include "core/support/containers/rare_vector.h"
#include "core/support/containers/shared_array.h"
#include "core/support/containers/small_vector.h"
#include "core/support/id.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

class Graph;

/// The set of operators a node's op belongs to. An operator's key is (dialect, name).
enum class Dialect : std::uint8_t {
    Nnvm,
    LightNet,
    Nervure,
    MXNet,
    Onnx,
    Darknet,
    TensorFlow,
    Keras,
    CoreML,
};
inline constexpr std::array allDialects{Dialect::Nnvm,   Dialect::LightNet,   Dialect::MXNet,
                                        Dialect::Onnx,   Dialect::TensorFlow, Dialect::Keras,
                                        Dialect::CoreML, Dialect::Darknet,    Dialect::Nervure};

/// "nnvm", "lightnet", "mxnet", "onnx", "tensorflow", "keras", "coreml", "darknet" or "nervure" (operators that only
/// our own passes make).
[[nodiscard]] std::string_view dialectName(Dialect dialect);

/// The names of all dialects, for options and completions.
[[nodiscard]] std::vector<std::string> dialectNames();

/// Whether what is known of values is ValueType (value/value_type.h) and operators have ValueRules:
/// dimensions may have names, elements decide shapes, and variables say what they are as ONNX's do
/// (onnx_variable.h), also where their values are inside the model's file.
[[nodiscard]] constexpr bool hasValueTypes(Dialect dialect)
{
    return dialect == Dialect::Onnx || dialect == Dialect::TensorFlow || dialect == Dialect::CoreML;
}

/// Whether the files of its documents hold the values of variables beside the graph.
[[nodiscard]] constexpr bool storesValues(Dialect dialect)
{
    return hasValueTypes(dialect) || dialect == Dialect::Keras;
}

/// What a document of that dialect starts with: exact for NNVM, fixed for all others.
[[nodiscard]] inline Semantics defaultSemantics(Dialect dialect)
{
    return dialect == Dialect::Nnvm ? Semantics::Exact : Semantics::Fixed;
}

/// One value: output `index` of `node`. `version` counts mutations of a variable, as in NNVM.
/// In a faulty file `node` may be an id that the graph does not contain.
struct Entry {
    NodeId node;
    std::uint32_t index = 0;
    std::uint32_t version = 0;

    auto operator<=>(const Entry &) const = default;
};

/// The inputs of a node: most have one or two.
using Entries = SmallVector<Entry, 2>;

/// What LightNet calls a tensor entry of an operator: its role (`arg_name`) and the tensor's name.
/// ONNX's values have names too; their roles are those of the operator's declaration, and stay empty.
/// For inputs the tensor name only counts while the entry is unconnected (an undefined tensor).
struct Port {
    std::string role;
    std::string tensor;
    std::uint32_t listed = 0; ///< its place in the file's list, where the order may be another one

    bool operator==(const Port &) const = default;
};

/// Positions of an operator's first `count` inputs or outputs in the order of the file's list.
[[nodiscard]] std::vector<std::size_t> listedOrder(const std::vector<Port> &ports,
                                                   std::size_t count);

/// The op text of variables, as NNVM writes it.
inline constexpr std::string_view variableOp = "null";

/// A node: a variable (op "null") or an operator.
struct Node {
    // What walks over a graph read stands together, at the front.
    Entries inputs;
    RareVector<NodeId> controlDeps;
    std::string op{variableOp};
    AttrDict attrs;
    Dialect dialect = Dialect::Nnvm;
    /// ONNX: the version of the operator set that gives the operator its meaning; 0: the newest.
    std::uint16_t opset = 0;
    /// Set for a node that another framework's operator was lowered to: NaN comes out where NaN comes in, as in that
    /// framework. NNVM's own relu, clip, max and min give a number. No file format has a place for it.
    bool passesNan = false;
    std::string name;
    RareVector<Port> inputPorts;  ///< LightNet, ONNX: beside `inputs`; else empty
    RareVector<Port> outputPorts; ///< LightNet, ONNX: the tensors it defines; else empty
    RareVector<std::shared_ptr<const Graph>> subgraphs;
    /// By output: the type that the file declares for it (ONNX's value_info and outputs, Keras's tensors);
    /// Unknown where it declares none, and for outputs behind the end. See analysis/declared_types.h.
    RareVector<ValueType> declaredTypes;
    /// Position in the file's list of nodes; nothing for nodes made later.
    std::optional<std::uint32_t> sourceIndex;
    /// What the user wrote about it: nothing or one text. No model format has a place for it.
    RareVector<std::string> notes;

    [[nodiscard]] bool isVariable() const { return op == variableOp; }
    [[nodiscard]] std::string_view note() const
    {
        return notes.empty() ? std::string_view() : std::string_view(notes.front());
    }
    bool operator==(const Node &) const = default;
};

/// A graph attribute as NNVM stores it: name, type tag ("list_shape", "int", …) and the value as
/// compact JSON text.
struct GraphAttr {
    std::string name;
    std::string tag;
    std::string json;

    bool operator==(const GraphAttr &) const = default;
};

/// The editable graph, the shared core of all dialects. Nodes keep their ids across edits and
/// the order of the file; unreachable nodes stay. Invalid graphs are normal: entries may point
/// nowhere, names may repeat, cycles may exist. Every change raises `revision()`. Copies are cheap:
/// they share the nodes, and a node is copied when one of its graphs changes it.
class Graph {
public:
    /// Appends a node and returns its id: the first free one.
    NodeId add(Node node);

    /// Puts a node under an id that is free, at `position` of the order (for undo and for loaders).
    void insert(NodeId id, Node node, std::size_t position);

    /// Removes the node; entries that used it then point to an id the graph does not contain.
    /// Returns the node and its position in the order.
    std::pair<Node, std::size_t> remove(NodeId id);

    [[nodiscard]] bool contains(NodeId id) const { return m_nodes.find(id.value) != nullptr; }
    /// The node must be there. The reference holds until this node is edited or removed.
    [[nodiscard]] const Node &node(NodeId id) const
    {
        const Node *node = m_nodes.find(id.value);
        assert(node && "the node is there");
        return *node;
    }
    /// The node, or null.
    [[nodiscard]] const Node *find(NodeId id) const { return m_nodes.find(id.value); }
    /// For changing a node, before the graph is copied or the node edited again; raises the revision.
    [[nodiscard]] Node &edit(NodeId id);
    /// The id that add() gives next.
    [[nodiscard]] NodeId nextId() const { return NodeId{m_nextId}; }
    /// All ids are below: the size of tables by node.
    [[nodiscard]] std::uint32_t idLimit() const { return m_nodes.limit(); }

    /// All nodes in file order, then in order of creation.
    [[nodiscard]] std::span<const NodeId> nodes() const { return m_order; }
    [[nodiscard]] std::size_t nodeCount() const { return m_order.size(); }
    /// The first node of that name, if there is one.
    [[nodiscard]] std::optional<NodeId> findByName(std::string_view name) const;

    [[nodiscard]] const std::vector<Entry> &heads() const { return m_heads; }
    void setHeads(std::vector<Entry> heads);

    [[nodiscard]] const std::vector<GraphAttr> &attrs() const { return m_attrs; }
    void setAttrs(std::vector<GraphAttr> attrs);

    /// What the user wrote about the graph as a whole.
    [[nodiscard]] const std::string &note() const { return m_note; }
    void setNote(std::string note);

    /// The dialect of the document. A LightNet graph has no heads: its order is what runs.
    [[nodiscard]] Dialect dialect() const { return m_dialect; }
    void setDialect(Dialect dialect);

    /// Replaces all nodes, which come in this order, and the heads. Ids that stay out are not given
    /// to new nodes.
    void assign(std::vector<std::pair<NodeId, Node>> nodes, std::vector<Entry> heads);

    /// Keeps ids below `count` from being given to new nodes (ids that faulty references name).
    void reserveIds(std::uint32_t count);

    /// Grows with every change, to a number that no other graph has; copies keep it. So graphs of one
    /// revision are equal; 0: nothing was ever put in.
    [[nodiscard]] std::uint64_t revision() const { return m_revision; }

    /// The nodes that are there in one of the two alone, and those that were changed since one of them was
    /// copied, directly or not, from the other (even if changed back); among unrelated graphs all. In
    /// the order of their ids, and fast: what the graphs share is passed over.
    [[nodiscard]] std::vector<NodeId> touchedSince(const Graph &other) const;

    /// Same nodes under the same ids, order, heads, attributes and notes (revision aside).
    [[nodiscard]] bool sameAs(const Graph &other) const;
    bool operator==(const Graph &other) const { return sameAs(other); }

private:
    void place(NodeId id, Node &&node, std::size_t position);

    SharedArray<Node> m_nodes;
    std::vector<NodeId> m_order;
    std::vector<Entry> m_heads;
    std::vector<GraphAttr> m_attrs;
    std::string m_note;
    Dialect m_dialect = Dialect::Nnvm;
    std::uint32_t m_nextId = 0;
    std::uint64_t m_revision = 0;
};

} // namespace nervure
