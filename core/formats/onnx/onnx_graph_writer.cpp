// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_graph_writer.h"

#include "core/formats/onnx/onnx_copies.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_graph.h"
#include "core/formats/onnx/onnx_node_writer.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/formats/onnx/onnx_value_writer.h"
#include "core/formats/protobuf/wire_writer.h"
#include "core/graph/onnx_variable.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>

namespace nervure::onnx {

namespace {

class GraphWriter {
public:
    explicit GraphWriter(const GraphRewrite &rewrite)
        : m_rewrite(rewrite),
          m_before(rewrite.before),
          m_now(rewrite.now),
          m_values(rewrite, m_before, m_now, m_pieces),
          m_ids(idsOf(rewrite.message))
    {
        orderOperators();
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            m_places.emplace(m_order[i], i);
        }
    }

    Result<WirePieces> write()
    {
        WireReader reader(m_rewrite.message.bytes, m_rewrite.file);
        while (const auto field = reader.next()) {
            RETURN_IF_FAILED(writeField(*field));
        }
        RETURN_IF_FAILED(reader.status());
        RETURN_IF_FAILED(writeOperatorsUpTo(m_order.size()));
        RETURN_IF_FAILED(addVariables());
        m_values.addInner();
        for (; m_head < m_rewrite.now.heads().size(); ++m_head) {
            RETURN_IF_FAILED(m_values.addOutput(m_rewrite.now.heads()[m_head]));
        }
        return std::move(m_pieces);
    }

private:
    using Id = NodeId;

    /// Files whose operators are not in order stay so until an edit changes who reads what.
    void orderOperators()
    {
        const auto nodes = m_rewrite.now.nodes();
        const bool isAsInFile = std::all_of(nodes.begin(), nodes.end(), [this](Id id) {
            const Node &node = m_rewrite.now.node(id);
            return node.isVariable()
                   || (isOfFile(id) && node.inputs == m_rewrite.before.node(id).inputs);
        });
        if (!isAsInFile) {
            m_order = inOrderOfUse(m_rewrite.now);
            return;
        }
        std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(m_order),
                     [this](Id id) { return !m_rewrite.now.node(id).isVariable(); });
    }

    [[nodiscard]] bool isOfFile(Id id) const
    {
        return id.value < m_ids.firstOperator + m_rewrite.message.nodes.size();
    }

    Status writeField(const WireField &field)
    {
        switch (field.number) {
        case graph::node: {
            const Id id{m_ids.firstOperator + m_operators++};
            const auto place = m_places.find(id);
            return place == m_places.end() ? Status() : writeOperatorsUpTo(place->second + 1);
        }
        case graph::initializer: return writeInitializer(field);
        case graph::sparseInitializer: return writeSparse(field);
        case graph::input: return writeInput(field, Id{m_inputs++});
        case graph::output: return writeOutput(field);
        case graph::valueInfo:
            return m_values.writeInner(m_rewrite.message.valueInfos[m_valueInfos++]);
        default: m_pieces.keep(field.whole); return {};
        }
    }

    /// A variable's message, whose name is in the field `number`; nothing for a variable that is gone.
    void writeNamed(const WireField &field, Id id, std::uint32_t number)
    {
        const Node *now = m_rewrite.now.find(id);
        if (now && now->name == m_rewrite.before.node(id).name) {
            m_pieces.keep(field.whole);
        } else if (now) {
            m_pieces.addMessage(field.number, withText(field.bytes, number, now->name));
        }
    }

    /// A variable without data is an input: its values go.
    Status writeInitializer(const WireField &field)
    {
        const Id id = m_ids.initializers[m_initializers++];
        const Node *now = m_rewrite.now.find(id);
        const AttrDict &before = m_rewrite.before.node(id).attrs;
        const std::string *place = now ? now->attrs.find(onnx_variable::data) : nullptr;
        const bool isLeft = place && m_rewrite.files.moved.takesAlong(*place);
        if (!now || (!isLeft && !saysOtherValues(before, now->attrs))) {
            writeNamed(field, id, tensor::name);
            return {};
        }
        return now->attrs.find(onnx_variable::data) ? addInitializer(*now, before, field.bytes)
                                                    : Status();
    }

    Status addInitializer(const Node &now, const AttrDict &before, std::string_view message)
    {
        ASSIGN_OR_RETURN(WirePieces tensor, rewriteInitializer({message, m_rewrite.file, before,
                                                                now, m_rewrite.files}));
        m_pieces.addMessage(graph::initializer, std::move(tensor));
        return {};
    }

    Status writeSparse(const WireField &field)
    {
        const Id id = m_ids.sparseInitializers[m_sparse++];
        const Node *now = m_rewrite.now.find(id);
        if (!now || now->name == m_rewrite.before.node(id).name) {
            writeNamed(field, id, 0);
            return {};
        }
        WirePieces sparse;
        WireReader reader(field.bytes, m_rewrite.file);
        while (const auto inner = reader.next()) {
            if (inner->number == sparse_tensor::values) {
                sparse.addMessage(inner->number, withText(inner->bytes, tensor::name, now->name));
            } else {
                sparse.keep(inner->whole);
            }
        }
        m_pieces.addMessage(field.number, std::move(sparse));
        return {};
    }

    Status writeInput(const WireField &field, Id id)
    {
        const Node *now = m_rewrite.now.find(id);
        ASSIGN_OR_RETURN(const bool isSame,
                         now ? isSameType(now->attrs, m_rewrite.before.node(id).attrs) : true);
        if (isSame) {
            writeNamed(field, id, value::name);
            return {};
        }
        ASSIGN_OR_RETURN(const std::string type, typeProto(now->attrs));
        const std::string named = withText(field.bytes, value::name, now->name).text();
        WirePieces retyped; // which views of `named` would not outlive
        retyped.add(withText(named, value::type, type).text());
        m_pieces.addMessage(graph::input, std::move(retyped));
        return {};
    }

    /// The outputs of the file are ours in the same order, but for those that nobody defines.
    Status writeOutput(const WireField &field)
    {
        const NamedMessage &info = m_rewrite.message.outputs[m_outputs++];
        if (!m_before.find(info.name)) {
            m_pieces.keep(field.whole);
            return {};
        }
        return m_head < m_rewrite.now.heads().size()
                   ? m_values.writeOutput(info, m_rewrite.now.heads()[m_head++])
                   : Status();
    }

    /// Variables that the file does not have become inputs, initializers where they have data, or both.
    Status addVariables()
    {
        for (const bool areInputs : {false, true}) {
            for (const Id id : m_rewrite.now.nodes()) {
                const Node &node = m_rewrite.now.node(id);
                if (node.isVariable() && !node.attrs.find(onnx_variable::outer)) {
                    RETURN_IF_FAILED(areInputs ? addInput(id, node) : addValues(id, node));
                }
            }
        }
        return {};
    }

    Status addValues(Id id, const Node &node)
    {
        const auto has = [id](const auto &ids) { return std::count(ids.begin(), ids.end(), id); };
        if (!holdsOnnxValues(node.attrs)
            || has(m_ids.initializers) + has(m_ids.sparseInitializers) > 0) {
            return {};
        }
        return addInitializer(node, {},
                              originalValues(node, m_rewrite.message, m_ids.initializers));
    }

    Status addInput(Id id, const Node &node)
    {
        // The inputs of the file come first.
        const bool isNew = id.value >= m_rewrite.message.inputs.size() && isOnnxInput(node.attrs);
        return isNew ? m_values.addInput(node) : Status();
    }

    /// Those of m_order before `end` that were not written yet.
    Status writeOperatorsUpTo(std::size_t end)
    {
        for (; m_nextOperator < end; ++m_nextOperator) {
            const Id id = m_order[m_nextOperator];
            RETURN_IF_FAILED(isOfFile(id) ? writeOperator(id) : addOperator(id));
        }
        return {};
    }

    [[nodiscard]] NamedNode named(Id id) const
    {
        const Node &node = m_rewrite.now.node(id);
        return {node, m_now.inputs(node), m_now.outputs(id)};
    }

    Status addOperator(Id id)
    {
        const Node &node = m_rewrite.now.node(id);
        const bool callsFunction = m_rewrite.functions && m_rewrite.functions->count(node.op) != 0;
        auto message = newNode(named(id), m_rewrite.ops, callsFunction,
                               [&](std::size_t body) { return newBody(node, body); });
        const bool isWhole =
            message && m_rewrite.ops && m_rewrite.ops->find(node) && node.subgraphs.empty();
        // What has no text, and the types of what nobody declares, a copy has from its original.
        const auto original =
            originalOf(node, m_rewrite.before, m_rewrite.message.nodes, m_ids.firstOperator);
        if (!isWhole && original) {
            return writeAs(id, *original);
        }
        RETURN_IF_FAILED(message);
        m_pieces.addMessage(graph::node, std::move(*message));
        return {};
    }

    /// A body that no file has, of an operator that came from another model.
    Result<WirePieces> newBody(const Node &node, std::size_t body) const
    {
        if (body >= node.subgraphs.size()) {
            return makeErrorAt(node.name, "onnx-graph", "{}: it has fewer graphs than it says",
                               node.op);
        }
        const Graph none;
        const GraphMessage noMessage;
        return rewriteGraph({none, *node.subgraphs[body], noMessage, m_rewrite.file,
                             m_rewrite.files, m_rewrite.ops, m_rewrite.functions});
    }

    [[nodiscard]] const NodeMessage &messageOf(Id id) const
    {
        return m_rewrite.message.nodes[id.value - m_ids.firstOperator];
    }

    Status writeOperator(Id id)
    {
        const NodeMessage &message = messageOf(id);
        const Node &before = m_rewrite.before.node(id);
        const NamedNode now = named(id);
        const auto isSame = [](const auto &names, const auto &views) {
            return std::equal(names.begin(), names.end(), views.begin(), views.end());
        };
        const bool isUnchanged = before.op == now.node.op && before.name == now.node.name
                                 && before.attrs == now.node.attrs && before.subgraphs.empty()
                                 && isSame(now.outputs, message.outputs)
                                 && hasSameInputs(now, message);
        if (isUnchanged) {
            m_pieces.keep(message.field.whole);
            return {};
        }
        return writeAs(id, id);
    }

    /// An operator as another one of the file with what differs replaced.
    Status writeAs(Id id, Id original)
    {
        const NodeMessage &message = messageOf(original);
        const Node &before = m_rewrite.before.node(original);
        const NamedNode now = named(id);
        ASSIGN_OR_RETURN(WirePieces node,
                         rewriteNode({before, now, message, m_rewrite.file, m_rewrite.ops,
                                      [&](std::size_t subgraph, std::string_view inner) {
                                          return rewriteSubgraph(before, now.node, subgraph, inner);
                                      }}));
        m_pieces.addMessage(graph::node, std::move(node));
        return {};
    }

    /// Inputs that are left out at the end may be written or not.
    static bool hasSameInputs(const NamedNode &now, const NodeMessage &message)
    {
        std::size_t count = message.inputs.size();
        while (count > now.inputs.size() && message.inputs[count - 1].empty()) {
            --count;
        }
        return std::equal(now.inputs.begin(), now.inputs.end(), message.inputs.begin(),
                          message.inputs.begin() + static_cast<std::ptrdiff_t>(count));
    }

    Result<std::optional<WirePieces>> rewriteSubgraph(const Node &before, const Node &now,
                                                      std::size_t subgraph, std::string_view bytes)
    {
        if (subgraph >= before.subgraphs.size() || subgraph >= now.subgraphs.size()) {
            return std::optional<WirePieces>();
        }
        const Graph &inner = *before.subgraphs[subgraph];
        ASSIGN_OR_RETURN(const GraphMessage message, readGraph(bytes, m_rewrite.file));
        if (inner.sameAs(*now.subgraphs[subgraph])) {
            return std::optional<WirePieces>();
        }
        ASSIGN_OR_RETURN(WirePieces pieces,
                         rewriteGraph({inner, *now.subgraphs[subgraph], message, m_rewrite.file,
                                       m_rewrite.files, nullptr, m_rewrite.functions}));
        return std::optional(std::move(pieces));
    }

    const GraphRewrite &m_rewrite;
    ValueNames m_before;
    ValueNames m_now;
    WirePieces m_pieces;
    ValueWriter m_values;
    std::vector<Id> m_order; ///< the operators as they are to stand in the file
    std::unordered_map<Id, std::size_t> m_places; ///< in m_order
    FileIds m_ids;
    // How many of the message's, of m_order and of the heads are done.
    std::uint32_t m_operators = 0;
    std::uint32_t m_inputs = 0;
    std::size_t m_initializers = 0;
    std::size_t m_sparse = 0;
    std::size_t m_outputs = 0;
    std::size_t m_valueInfos = 0;
    std::size_t m_nextOperator = 0;
    std::size_t m_head = 0;
};

} // namespace

Result<WirePieces> rewriteGraph(const GraphRewrite &rewrite)
{
    return GraphWriter(rewrite).write();
}

} // namespace nervure::onnx
