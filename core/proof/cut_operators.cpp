// SPDX-License-Identifier: Apache-2.0
#include "core/proof/cut_operators.h"

#include "core/graph/indexed/control_flow.h"
#include "core/graph/kernel_calls.h"
#include "core/graph/nnvm_shape.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/op/attr_field.h"
#include "core/graph/op/rewrite_rules.h"
#include "core/graph/same_node.h"
#include "core/graph/value/value_type.h"
#include "core/passes/lowering_pass.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>

namespace nervure {

namespace {

bool hasLowering(const OpSpec &spec)
{
    return spec.rewrites && spec.rewrites->lower;
}

/// True if it may be cut out at all.
bool canBeCut(const Node &node)
{
    return !node.isVariable() && !ControlFlow::isOne(node) && node.subgraphs.empty()
           && !isKernelCall(node) && node.op != "Constant";
}

/// Which outputs of nodes somebody reads, by node.
std::map<NodeId, std::set<std::uint32_t>> readOutputs(const Graph &graph)
{
    std::map<NodeId, std::set<std::uint32_t>> outputs;
    for (const NodeId id : graph.nodes()) {
        for (const Entry &input : graph.node(id).inputs) {
            outputs[input.node].insert(input.index);
        }
    }
    for (const Entry &head : graph.heads()) {
        outputs[head.node].insert(head.index);
    }
    return outputs;
}

std::string titleOf(const Node &node)
{
    return node.op + ' ' + quoted(node.name);
}

/// Shapes and types of values, where they are known as numbers.
class KnownTypes {
public:
    explicit KnownTypes(const KnownGraph &graph) : m_graph(graph)
    {
        if (graph.index && graph.analyses) {
            m_shapes = graph.analyses->find(keys::shape, *graph.index);
            m_types = graph.analyses->find(keys::dtype, *graph.index);
            m_values = graph.analyses->find(keys::valueType, *graph.index);
        }
    }

    /// Of no name where it is not known.
    [[nodiscard]] CutValue of(NodeId node, std::uint32_t output, std::string name) const
    {
        CutValue value;
        const auto place = m_graph.index ? m_graph.index->find(node) : std::nullopt;
        if (!place || output >= m_graph.index->node(*place).outputCount) {
            return value;
        }
        const std::uint32_t entry = m_graph.index->entryId(*place, output);
        if (m_values && (*m_values)[entry].elementCount()) {
            value.shape = (*m_values)[entry].numbers();
            value.type = computableType((*m_values)[entry].element);
        } else if (m_shapes && m_types) {
            value.shape = (*m_shapes)[entry];
            value.type = (*m_types)[entry];
        }
        const bool isKnown = !nervure::isUnknown(value.shape) && value.type != DType::Unknown;
        value.name = isKnown ? std::move(name) : std::string();
        return value;
    }

private:
    const KnownGraph &m_graph;
    const Shapes *m_shapes = nullptr;
    const DTypes *m_types = nullptr;
    const ValueTypes *m_values = nullptr;
};

Node variableFor(const CutValue &value, Dialect dialect)
{
    Node variable;
    variable.name = value.name;
    variable.dialect = dialect;
    if (hasValueTypes(dialect)) {
        variable.attrs = onnxVariableAttrs(value.shape, value.type);
    } else {
        // A list of NNVM's says no scalar: a row of one element stands for it, as in lowered graphs.
        variable.attrs.set(
            "shape",
            NnvmAttrText::print(value.shape.isScalar() ? IntTuple{1} : nnvmSizes(value.shape)));
        variable.attrs.set("dtype", std::to_string(dtypeCode(value.type)));
    }
    return variable;
}

/// Makes the graph that is left.
class Cutter {
public:
    Cutter(const KnownGraph &graph, const std::map<NodeId, std::string> &keys)
        : m_keys(keys),
          m_types(graph),
          m_reads(readOutputs(graph.graph))
    {
        m_result.graph = graph.graph;
    }

    Result<CutGraph> run()
    {
        Graph &graph = m_result.graph;
        // In the order of the keys: so that the results behind the graph's own stand alike in both graphs.
        std::map<std::string, NodeId> byKey;
        for (const auto &[node, key] : m_keys) {
            byKey.emplace(key, node);
        }
        std::vector<std::vector<Entry>> inputs;
        for (const auto &[key, node] : byKey) {
            const Entries &read = graph.node(node).inputs;
            inputs.emplace_back(read.begin(), read.end());
            RETURN_IF_FAILED(addVariables(key, node));
        }
        for (const NodeId id : std::vector(graph.nodes().begin(), graph.nodes().end())) {
            follow(id);
        }
        std::vector<Entry> heads;
        for (const Entry &head : graph.heads()) {
            heads.push_back(now(head));
        }
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            CutOperator &cut = m_result.cuts[i];
            cut.firstHead = heads.size();
            for (const Entry &input : inputs[i]) {
                if (graph.contains(input.node)) {
                    heads.push_back(now(input));
                }
            }
            cut.inputCount = heads.size() - cut.firstHead;
        }
        for (const auto &[key, node] : byKey) {
            graph.remove(node);
        }
        graph.setHeads(std::move(heads));
        graph.setAttrs({}); // lists over entries that are others now
        return std::move(m_result);
    }

private:
    Status addVariables(const std::string &key, NodeId id)
    {
        const Node node = m_result.graph.node(id);
        CutOperator cut;
        cut.key = key;
        cut.title = titleOf(node);
        for (const std::uint32_t output : m_reads[id]) {
            CutValue value = m_types.of(
                id, output, output == 0 ? key : key + '[' + std::to_string(output) + ']');
            if (value.name.empty()) {
                return makeErrorAt(node.name, "no-reference",
                                   "unknown operator {}: the shape of its output {} is not known, "
                                   "declare the operator (--operators)",
                                   titleOf(node), output);
            }
            const NodeId variable = m_result.graph.add(variableFor(value, node.dialect));
            m_variables[{id, output, 0}] = {variable, 0, 0};
            cut.outputs.push_back(std::move(value));
        }
        m_result.cuts.push_back(std::move(cut));
        return {};
    }
    [[nodiscard]] Entry now(const Entry &entry) const
    {
        const auto found = m_variables.find({entry.node, entry.index, 0});
        return found == m_variables.end() ? entry : found->second;
    }
    void follow(NodeId id)
    {
        const Entries &inputs = m_result.graph.node(id).inputs;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (const Entry entry = now(inputs[i]); entry != inputs[i]) {
                m_result.graph.edit(id).inputs[i] = entry;
            }
        }
    }

    const std::map<NodeId, std::string> &m_keys;
    KnownTypes m_types;
    std::map<NodeId, std::set<std::uint32_t>> m_reads;
    std::map<Entry, Entry> m_variables; ///< by the output that they stand for
    CutGraph m_result;
};

/// The same operator with equal attributes and bodies; names and wiring do not count.
bool isSameOperator(const Node &a, const Node &b)
{
    return a.op == b.op && a.dialect == b.dialect && a.opset == b.opset && a.attrs == b.attrs
           && a.inputs.size() == b.inputs.size() && sameBodies(a, b);
}

std::string freeKey(const Graph &graph, const Node &node, const std::set<std::string> &taken)
{
    const std::string base = std::string(cutKeyPrefix) + node.name;
    std::string key = base;
    for (int i = 2; taken.count(key) != 0 || graph.findByName(key); ++i) {
        key = base + '#' + std::to_string(i);
    }
    return key;
}

} // namespace

std::vector<NodeId> unknownOperators(const Graph &graph, const OpRegistry &ops)
{
    if (graph.dialect() == Dialect::LightNet) {
        return {}; // a set of operators that nobody adds to
    }
    const bool isLowered = !loweringPassOf(graph.dialect()).empty();
    const auto isUnknown = [&](const Node &node) {
        const OpSpec *spec = ops.find(node.dialect, node.op);
        return !spec || (!isLowered && !spec->reference && !hasLowering(*spec));
    };
    const auto outputs = readOutputs(graph);
    std::vector<NodeId> unknown;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (outputs.count(id) != 0 && canBeCut(node) && isUnknown(node)) {
            unknown.push_back(id);
        }
    }
    return unknown;
}

std::optional<NodeId> operatorWithoutLowering(const Graph &graph, const OpRegistry &ops,
                                              std::string_view name)
{
    const auto id = name.empty() ? std::nullopt : graph.findByName(name);
    if (!id || !canBeCut(graph.node(*id))) {
        return std::nullopt;
    }
    const OpSpec *spec = ops.find(graph.node(*id).dialect, graph.node(*id).op);
    return spec && !hasLowering(*spec) ? id : std::nullopt;
}

Result<CutGraph> cutOperators(const KnownGraph &graph, const std::map<NodeId, std::string> &keys)
{
    return Cutter(graph, keys).run();
}

std::map<NodeId, std::string> cutKeys(const Graph &before,
                                      const std::map<NodeId, std::string> &keysBefore,
                                      const Graph &after, const std::vector<NodeId> &unknown,
                                      const Provenance &provenance, std::set<std::string> &taken)
{
    const NodeComparison comparison(before, after, &provenance);
    std::map<NodeId, std::string> keys;
    for (const NodeId id : unknown) {
        const NodeId was = comparison.stillIs(id);
        const auto key = keysBefore.find(was);
        const bool isSame =
            key != keysBefore.end() && isSameOperator(before.node(was), after.node(id));
        keys[id] = isSame ? key->second : freeKey(after, after.node(id), taken);
        taken.insert(keys[id]);
    }
    return keys;
}

std::map<NodeId, std::string> cutKeys(const Graph &graph, const std::vector<NodeId> &unknown,
                                      std::set<std::string> &taken)
{
    std::map<NodeId, std::string> keys;
    for (const NodeId id : unknown) {
        keys[id] = freeKey(graph, graph.node(id), taken);
        taken.insert(keys[id]);
    }
    return keys;
}

std::string cutInOneAlone(const CutOperators &before, const CutOperators &after)
{
    const auto missing = [](const CutOperators &in, const CutOperators &from) -> std::string {
        for (const CutOperator &cut : in) {
            const auto same = std::find_if(from.begin(), from.end(), [&cut](const auto &one) {
                return one.key == cut.key && one.inputCount == cut.inputCount;
            });
            if (same == from.end()) {
                return cut.title;
            }
        }
        return {};
    };
    const std::string now = missing(after, before);
    return now.empty() ? missing(before, after) : now;
}

} // namespace nervure
