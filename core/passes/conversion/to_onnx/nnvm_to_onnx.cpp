// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/plan_builder.h"
#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/opset.h"
#include "core/passes/conversion/to_onnx/export_node.h"
#include "core/passes/inherit.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace nervure {

namespace {

/// Names of values and nodes, each once.
class UniqueNames {
public:
    std::string take(const std::string &wanted)
    {
        std::string name = wanted;
        for (int number = 1; name.empty() || !m_taken.insert(name).second; ++number) {
            name = fmt::format("{}_{}", wanted, number);
        }
        return name;
    }

private:
    std::unordered_set<std::string> m_taken;
};

/// Makes ONNX's graph of one of NNVM's operators and ours. Variables keep their ids and names; each value that
/// somebody reads is called as NNVM's is.
class Exporter {
public:
    explicit Exporter(PassContext &context)
        : m_context(context),
          m_index(*context.index),
          m_builder(m_graph),
          m_valueNames(m_index.entryCount())
    {
        m_graph.setDialect(Dialect::Onnx);
        m_graph.reserveIds(context.graph.idLimit());
        m_entries.tensors.resize(m_index.entryCount());
        m_entries.isRead = readEntries(m_index);
    }

    Status run()
    {
        nameValues();
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            if (m_context.control.cancel.isCanceled()) {
                return makeError("cancelled", "the pass was cancelled");
            }
            const bool isVariable = m_index.node(id).isVariable();
            const std::string reason = isVariable ? exportVariable(id) : exportOperator(id);
            if (!reason.empty()) {
                refuse(id, reason);
            }
        }
        if (m_refused.empty()) {
            finish();
            RETURN_IF_FAILED(checkResult());
        }
        if (!m_refusals.empty()) {
            return failure();
        }
        m_context.provenance.origins = std::move(m_origins);
        m_context.graph = std::move(m_graph);
        return {};
    }

private:
    /// What has a name in NNVM comes first.
    void nameValues()
    {
        for (const bool areVariables : {true, false}) {
            for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
                const IndexedNode &node = m_index.node(id);
                for (std::uint32_t i = 0; i < node.outputCount; ++i) {
                    const std::uint32_t entry = m_index.entryId(id, i);
                    if (node.isVariable() == areVariables
                        && (areVariables || m_entries.isRead[entry])) {
                        m_valueNames[entry] = m_values.take(resultName(node, i));
                    }
                }
            }
        }
    }

    [[nodiscard]] OnnxTensor tensorLike(std::uint32_t entry) const
    {
        return {{},
                (*m_context.analyses.find(keys::shape, m_context.index))[entry],
                (*m_context.analyses.find(keys::dtype, m_context.index))[entry]};
    }

    /// Says why, once a node, and lets what follows be looked at for its own sake.
    void refuse(std::uint32_t id, const std::string &reason)
    {
        const IndexedNode &node = m_index.node(id);
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const std::uint32_t entry = m_index.entryId(id, i);
            m_entries.tensors[entry] = tensorLike(entry);
        }
        if (!m_refused.insert(id).second) {
            return;
        }
        const std::string what = node.isVariable() ? "variable" : "operator " + node.node->op;
        m_refusals.push_back(makeErrorAt(node.node->name, "not-exported",
                                         "{} of {} has no counterpart in ONNX: {}", what,
                                         quoted(node.node->name), reason));
    }

    /// One refusal says all; several are counted.
    Diagnostic failure()
    {
        if (m_refusals.size() == 1) {
            return m_refusals.front();
        }
        Diagnostics &told = m_context.diagnostics;
        told.insert(told.end(), m_refusals.begin(), m_refusals.end());
        return makeError("not-exported",
                         "{} nodes have no counterpart in ONNX, expected that all have one",
                         m_refusals.size());
    }

    std::string exportVariable(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        const std::uint32_t entry = m_index.entryId(id, 0);
        OnnxTensor tensor = tensorLike(entry);
        if (tensor.type == DType::Bool) {
            return "its elements are truth values of LightNet's";
        }
        Node variable;
        variable.name = m_valueNames[entry];
        variable.dialect = Dialect::Onnx;
        variable.attrs = onnxVariableAttrs(tensor.shape, tensor.type);
        m_graph.insert(node.source, std::move(variable), m_graph.nodeCount());
        tensor.entry = {node.source, 0, 0};
        m_entries.tensors[entry] = tensor;
        m_madeOf[node.source] = id;
        return {};
    }

    std::string exportOperator(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        if (!node.spec) {
            return "the operator is unknown";
        }
        if (node.node->dialect != Dialect::Nnvm && node.node->dialect != Dialect::Nervure) {
            return "it is an operator of " + std::string(dialectName(node.node->dialect)) + "'s";
        }
        if (std::string reason = contradictionOf(m_context, id); !reason.empty()) {
            return reason;
        }
        ExportNode call(m_context, id, m_entries, m_builder);
        Exported result = exportNnvm(call);
        if (!result.reason.empty()) {
            m_builder.dropAdded();
            return result.reason;
        }
        accept(id, std::move(result.outputs));
        return {};
    }

    /// Names what was made. Each value of NNVM's that is read is one of its own.
    void accept(std::uint32_t id, std::vector<OnnxTensor> outputs)
    {
        const IndexedNode &node = m_index.node(id);
        std::vector<NodeId> added = m_builder.takeAdded();
        std::unordered_set<NodeId> own(added.begin(), added.end());
        NodeId main;
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const std::uint32_t entry = m_index.entryId(id, i);
            if (!m_entries.isRead[entry]) {
                continue;
            }
            OnnxTensor &tensor = outputs[i];
            const bool isOwn = own.count(tensor.entry.node) != 0
                               && !m_graph.node(tensor.entry.node).isVariable()
                               && portOf(tensor.entry).tensor.empty();
            if (!isOwn) {
                tensor = m_builder.alike("Identity", tensor);
                for (const NodeId more : m_builder.takeAdded()) {
                    added.push_back(more);
                }
            }
            Node &maker = m_graph.edit(tensor.entry.node);
            maker.outputPorts[tensor.entry.index].tensor = m_valueNames[entry];
            main = main.isValid() ? main : tensor.entry.node;
            m_entries.tensors[entry] = tensor;
        }
        nameNodes(id, added, main);
    }

    [[nodiscard]] const Port &portOf(const Entry &entry) const
    {
        return m_graph.node(entry.node).outputPorts[entry.index];
    }

    /// The node that makes the result is called as NNVM's, the others after it.
    void nameNodes(std::uint32_t id, const std::vector<NodeId> &added, NodeId main)
    {
        const IndexedNode &source = m_index.node(id);
        for (const NodeId made : added) {
            Node &node = m_graph.edit(made);
            const std::string &whole = source.node->name;
            const std::string wanted = made == main ? whole : whole + '_' + node.name;
            if (node.isVariable()) {
                node.name = m_values.take(wanted);
            } else {
                node.name = m_nodes.take(wanted);
            }
            for (Port &port : node.outputPorts) {
                port.tensor = port.tensor.empty() ? m_values.take(wanted) : port.tensor;
            }
            m_madeOf[made] = id;
            m_origins.push_back({made, {source.source}, "exported " + source.node->op});
        }
    }

    /// Results are values of operators, each once: runtimes want it so.
    void finish()
    {
        std::vector<Entry> heads;
        std::unordered_set<std::uint32_t> isTaken;
        for (const IndexedEntry &head : m_index.heads()) {
            const std::uint32_t entry = m_index.entryId(head);
            OnnxTensor tensor = m_entries.tensors[entry];
            if (m_index.node(head.nodeId).isVariable() || !isTaken.insert(entry).second) {
                tensor = m_builder.alike("Identity", tensor);
                nameNodes(head.nodeId, m_builder.takeAdded(), {});
            }
            heads.push_back(tensor.entry);
        }
        m_graph.setHeads(heads);
        m_graph.setAttrs(newOnnxAttrs());
        dropUnread();
    }

    /// What nobody reads goes, but for inputs: who runs the model gives them all.
    void dropUnread()
    {
        const auto parameters = parametersOf(m_context);
        std::unordered_set<NodeId> isNeeded;
        for (const Entry &head : m_graph.heads()) {
            isNeeded.insert(head.node);
        }
        const std::vector<NodeId> order(m_graph.nodes().begin(), m_graph.nodes().end());
        for (auto id = order.rbegin(); id != order.rend(); ++id) {
            const Node &node = m_graph.node(*id);
            const bool isInput =
                node.isVariable() && m_context.graph.contains(*id) && parameters.count(*id) == 0;
            if (!isInput && isNeeded.count(*id) == 0) {
                m_graph.remove(*id);
                continue;
            }
            for (const Entry &input : node.inputs) {
                isNeeded.insert(input.node);
            }
        }
        std::erase_if(m_origins,
                      [this](const auto &origin) { return !m_graph.contains(origin.node); });
    }

    /// What the standard says of the result: types that an operator does not take, and values that are not what
    /// NNVM has.
    Status checkResult()
    {
        Diagnostics problems;
        ASSIGN_OR_RETURN(const auto index, IndexedGraph::build(m_graph, m_context.ops, problems));
        const OnnxValues found =
            inferOnnxValues(*index, m_context.ops, {}, m_context.control.cancel);
        problems.insert(problems.end(), found.faults.begin(), found.faults.end());
        for (const Diagnostic &problem : problems) {
            refuseMade(problem);
        }
        for (std::uint32_t entry = 0; entry < m_entries.tensors.size(); ++entry) {
            checkValue(entry, *index, found);
        }
        return {};
    }

    void refuseMade(const Diagnostic &problem)
    {
        for (const auto &[made, source] : m_madeOf) {
            if (m_graph.contains(made) && m_graph.node(made).name == problem.where.node) {
                refuse(source,
                       "ONNX's " + m_graph.node(made).op + " does not fit, " + problem.message);
                return;
            }
        }
    }

    void checkValue(std::uint32_t entry, const IndexedGraph &index, const OnnxValues &found)
    {
        const OnnxTensor &tensor = m_entries.tensors[entry];
        const auto number =
            m_graph.contains(tensor.entry.node) ? index.find(tensor.entry.node) : std::nullopt;
        if (!number || !m_entries.isRead[entry]) {
            return;
        }
        const OnnxTensor expected = tensorLike(entry);
        const ValueType &value = found.values[index.entryId(*number, tensor.entry.index)];
        const bool isAlike = toDType(value.element) == expected.type
                             && (!value.hasShape() || value.numbers() == expected.shape);
        if (!isAlike) {
            refuse(m_madeOf.at(tensor.entry.node),
                   fmt::format("ONNX's result is {}, expected {} of shape {}", value.text(),
                               dtypeName(expected.type), shapeText(expected.shape)));
        }
    }

    PassContext &m_context;
    const IndexedGraph &m_index;
    Graph m_graph;
    OnnxBuilder m_builder;
    ExportedEntries m_entries;
    std::vector<std::string> m_valueNames; ///< by entry, as the new graph has them
    UniqueNames m_values;
    UniqueNames m_nodes;
    std::unordered_map<NodeId, std::uint32_t> m_madeOf; ///< by node of the new graph
    std::unordered_set<std::uint32_t> m_refused;
    Diagnostics m_refusals;
    std::vector<Provenance::Origin> m_origins;
};

Status runNnvmToOnnx(PassContext &context)
{
    if (context.graph.dialect() != Dialect::Nnvm) {
        return makeError("dialect", "pass NNVMToONNX takes NNVM's graphs, found one of {}",
                         dialectName(context.graph.dialect()));
    }
    RETURN_IF_FAILED(requireKnownEntries(context, "NNVMToONNX", "as ONNX's operators are told it"));
    return Exporter(context).run();
}

} // namespace

void registerNnvmToOnnx(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "NNVMToONNX";
    spec.dialects = {Dialect::Nnvm};
    spec.summary = "the graph as an ONNX model, if every operator has a counterpart";
    spec.needs = {"shape", "dtype"};
    spec.changesGraph = true;
    spec.run = runNnvmToOnnx;
    passes.add(std::move(spec));
}

} // namespace nervure
