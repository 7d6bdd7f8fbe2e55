// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/onnx_flow_maker.h"

#include "core/graph/onnx_variable.h"
#include "core/graph/op/attr_field.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace nervure {

namespace {

/// Bodies deeper than this are refused.
constexpr int deepestOnnxBody = 16;

HeldVariable storedVariable(const ValueType &value, std::string name)
{
    return {loweredShape(value), computableType(value.element), {std::move(name), nullptr}};
}

} // namespace

std::vector<std::uint32_t> placesBelow(std::size_t count)
{
    std::vector<std::uint32_t> places(count);
    std::iota(places.begin(), places.end(), 0);
    return places;
}

ValueType withoutElements(ValueType type)
{
    type.elements.reset();
    return type;
}

Result<const Graph *> OnnxFlowMaker::bodyNamed(std::string_view name) const
{
    std::size_t which = 0;
    for (const auto &[key, text] : m_node.node->attrs) {
        if (!text.starts_with("graph ")) {
            continue;
        }
        if (key == name && which < m_node.node->subgraphs.size()) {
            return m_node.node->subgraphs[which].get();
        }
        ++which;
    }
    return makeError("not-supported", "has no {}", name);
}

bool OnnxFlowMaker::has(std::size_t place) const
{
    for (std::size_t i = 0; i < m_node.inputs.size(); ++i) {
        if (placeOf(m_node, i) == place) {
            return true;
        }
    }
    return false;
}

Result<Entry> OnnxFlowMaker::inputAt(std::size_t place) const
{
    for (std::size_t i = 0; i < m_node.inputs.size(); ++i) {
        if (placeOf(m_node, i) == place) {
            return m_around.entryOf(m_node.inputs[i]);
        }
    }
    return makeError("not-supported", "input {} is left out", place);
}

std::optional<std::int64_t> OnnxFlowMaker::knownAt(std::size_t place) const
{
    const auto elements = has(place) ? valueAt(place).elements : nullptr;
    return elements && elements->whole.size() == 1 ? elements->whole.front().number()
                                                   : std::nullopt;
}

Entry OnnxFlowMaker::make(std::string_view op, std::vector<Entry> from, AttrDict attrs) const
{
    return m_call.make(op, m_call.rule.node.name + '_' + std::string(op), std::move(from),
                       std::move(attrs));
}

Entry OnnxFlowMaker::full(int number, DType type) const
{
    return make("full", {},
                {{"shape", "(1,)"},
                 {"dtype", NnvmAttrText::print(type)},
                 {"fill_value", std::to_string(number)}});
}

Entry OnnxFlowMaker::reshape(const Entry &from, const Shape &shape) const
{
    return make("reshape", {from}, {{"shape", NnvmAttrText::print(shape)}});
}

void OnnxFlowMaker::addBodyInput(const Entry &entry)
{
    m_inputs.push_back(entry);
    m_bodyInputs = m_inputs.size();
}

std::uint32_t OnnxFlowMaker::join(const Entry &entry)
{
    const auto first = m_inputs.begin() + static_cast<std::ptrdiff_t>(m_bodyInputs);
    const auto known = std::find(first, m_inputs.end(), entry);
    const auto place = static_cast<std::uint32_t>(known - m_inputs.begin());
    if (known == m_inputs.end()) {
        m_inputs.push_back(entry);
    }
    return place;
}

Result<std::shared_ptr<const IndexedGraph>> OnnxFlowMaker::indexOf(const Graph &body) const
{
    if (part().depth >= deepestOnnxBody) {
        return makeError("not-supported", "stands in more than {} others", deepestOnnxBody);
    }
    Diagnostics found;
    return IndexedGraph::build(body, part().context.ops, found);
}

Result<OnnxValues> OnnxFlowMaker::infer(const IndexedGraph &body,
                                        const std::vector<ValueType> &inputs, bool isFunction) const
{
    OnnxValues found =
        inferOnnxBody(body, part().context.ops, inputs, isFunction ? nullptr : &m_around.scope(),
                      part().context.control.cancel);
    return found.faults.empty() ? Result<OnnxValues>(std::move(found))
                                : Result<OnnxValues>(found.faults.front());
}

std::string OnnxFlowMaker::bodyPrefix() const
{
    return part().prefix + m_node.node->name + '/' + m_bodyPath;
}

Entry OnnxFlowMaker::addVariable(Graph &graph, const std::string &name, const ValueType &value)
{
    Node variable;
    variable.name = name;
    variable.attrs = variableAttrs(loweredShape(value), computableType(value.element));
    return {graph.add(std::move(variable)), 0, 0};
}

/// As the file's weights are named (formats/weights/onnx_weights.h): after the node that holds the body, unless its
/// name is another's too, and the attribute, where it holds several; of a function after that.
std::string OnnxFlowMaker::storedPath(bool isFunction) const
{
    const Node &node = *m_node.node;
    if (isFunction && node.dialect == Dialect::Onnx) {
        return node.op + '/';
    }
    const Graph &around = part().index.graph();
    const auto isNamesake = [&](NodeId id) {
        return !around.node(id).isVariable() && around.node(id).name == node.name;
    };
    std::string holder = node.name;
    if (std::count_if(around.nodes().begin(), around.nodes().end(), isNamesake) > 1) {
        const auto port = std::find_if(node.outputPorts.begin(), node.outputPorts.end(),
                                       [](const auto &one) { return !one.tensor.empty(); });
        holder = port == node.outputPorts.end() ? holder : port->tensor;
    }
    return part().stored + holder + '/' + m_bodyPath;
}

Entry OnnxFlowMaker::addParameter(HeldVariable variable, const std::string &name) const
{
    return m_around.hold(std::move(variable), bodyPrefix() + name);
}

Status OnnxFlowMaker::placeVariable(OnnxGraphLowering &lowering, const IndexedNode &variable,
                                    const ValueType &value, bool isFunction) const
{
    const Node &node = *variable.node;
    if (node.attrs.find(onnx_variable::outer)) {
        if (const auto entry = m_around.entryNamed(node.name)) {
            lowering.place(variable.source, *entry);
        }
    } else if (holdsOnnxValues(node.attrs) && refusalOf(value).empty()) {
        lowering.place(
            variable.source,
            addParameter(storedVariable(value, storedPath(isFunction) + node.name), node.name));
    }
    return {};
}

OnnxFlowMaker::Outputs OnnxFlowMaker::inlined(const Graph &body, const std::vector<Entry> &inputs,
                                              const std::vector<ValueType> &types, bool isFunction,
                                              std::set<NodeId> called) const
{
    ASSIGN_OR_RETURN(const auto index, indexOf(body));
    ASSIGN_OR_RETURN(OnnxValues found, infer(*index, types, isFunction));
    OnnxGraphLowering lowering(
        {part().context, *index, std::move(found.values), part().graph, part().provenance,
         part().origin.isValid() ? part().origin : m_node.source, bodyPrefix(),
         isFunction ? nullptr : &m_around.scope(), part().depth + 1, part().held,
         storedPath(isFunction), std::move(called)});
    const std::vector<NodeId> formals = bodyInputs(body);
    for (std::size_t i = 0; i < formals.size() && i < inputs.size(); ++i) {
        lowering.place(formals[i], inputs[i]);
    }
    for (const std::uint32_t id : index->inputNodes()) {
        RETURN_IF_FAILED(placeVariable(lowering, index->node(id),
                                       lowering.part().values[index->entryId(id, 0)], isFunction));
    }
    RETURN_IF_FAILED(lowering.run());
    std::vector<Entry> outputs;
    for (std::size_t i = 0; i < index->heads().size(); ++i) {
        if (lowering.valueOf(index->heads()[i]).elementCount() == 0) {
            outputs.emplace_back(); // nothing is computed from it
            continue;
        }
        ASSIGN_OR_RETURN(const Entry entry, lowering.head(i));
        outputs.push_back(entry);
    }
    return outputs;
}

/// Of a graph of its own: where each reads from.
Result<OnnxFlowMaker::ReadOf> OnnxFlowMaker::addVariables(OnnxGraphLowering &lowering,
                                                          const Graph &body)
{
    ReadOf readOf;
    const std::vector<NodeId> formals = bodyInputs(body);
    const IndexedGraph &index = lowering.part().index;
    for (const std::uint32_t id : index.inputNodes()) {
        const IndexedNode &variable = index.node(id);
        const ValueType &value = lowering.part().values[index.entryId(id, 0)];
        if (!refusalOf(value).empty()) {
            continue;
        }
        const Entry entry = addVariable(lowering.part().graph, variable.node->name, value);
        const auto formal = std::find(formals.begin(), formals.end(), variable.source);
        if (formal != formals.end()) {
            readOf[entry.node] = static_cast<std::uint32_t>(formal - formals.begin());
        } else if (variable.node->attrs.find(onnx_variable::outer)) {
            ASSIGN_OR_RETURN(const Entry outer, m_around.entryNamed(variable.node->name));
            readOf[entry.node] = join(outer);
        } else {
            const std::string &name = variable.node->name;
            readOf[entry.node] =
                join(addParameter(storedVariable(value, storedPath(false) + name), name));
        }
        lowering.place(variable.source, entry);
    }
    return readOf;
}

/// Results that are variables or given twice are copies: each has memory of its own.
Result<std::vector<Entry>> OnnxFlowMaker::headsOf(const OnnxGraphLowering &lowered,
                                                  const std::vector<std::size_t> &order,
                                                  ReadOf &readOf) const
{
    Graph &graph = lowered.part().graph;
    const RewriteCall call{m_call.rule, m_node.source, {}, {}, graph};
    std::vector<Entry> heads;
    for (const std::size_t which : order) {
        if (which == nextStep) {
            auto step = std::find_if(readOf.begin(), readOf.end(),
                                     [](const auto &read) { return read.second == 0; });
            if (step == readOf.end()) {
                const ValueType number = ValueType::tensor(ElementType::Int64, Dimensions());
                step = readOf.emplace(addVariable(graph, "step", number).node, 0).first;
            }
            heads.push_back(
                call.make("__add_scalar__", "next_step", {{step->first, 0, 0}}, {{"scalar", "1"}}));
            continue;
        }
        ASSIGN_OR_RETURN(const Entry entry, lowered.head(which));
        const bool isTaken = graph.node(entry.node).isVariable()
                             || std::find(heads.begin(), heads.end(), entry) != heads.end();
        heads.push_back(isTaken ? call.make("copy", fmt::format("result_{}", which), {entry})
                                : entry);
    }
    return heads;
}

Result<LoweredBody> OnnxFlowMaker::lower(const Graph &body, const std::vector<ValueType> &types,
                                         const std::vector<std::size_t> &order)
{
    ASSIGN_OR_RETURN(const auto index, indexOf(body));
    ASSIGN_OR_RETURN(OnnxValues found, infer(*index, types, false));
    Graph graph;
    HeldVariables held;
    OnnxGraphLowering lowering({part().context,
                                *index,
                                std::move(found.values),
                                graph,
                                nullptr,
                                {},
                                {},
                                &m_around.scope(),
                                part().depth + 1,
                                &held,
                                storedPath(false)});
    ASSIGN_OR_RETURN(ReadOf readOf, addVariables(lowering, body));
    RETURN_IF_FAILED(lowering.run());
    ASSIGN_OR_RETURN(std::vector<Entry> heads, headsOf(lowering, order, readOf));
    graph.setHeads(std::move(heads));
    LoweredGraph(part().context, graph, nullptr, {}).numberNames(*index);
    Diagnostics ignored;
    ASSIGN_OR_RETURN(const auto lowered, IndexedGraph::build(graph, part().context.ops, ignored));
    LoweredBody result;
    ASSIGN_OR_RETURN(result.reads, readsOf(*lowered, readOf, held));
    result.graph = std::make_shared<const Graph>(std::move(graph));
    return result;
}

Result<std::vector<std::uint32_t>> OnnxFlowMaker::readsOf(const IndexedGraph &lowered,
                                                          const ReadOf &readOf,
                                                          const HeldVariables &held)
{
    std::vector<std::uint32_t> reads;
    for (const std::uint32_t id : lowered.inputNodes()) {
        const IndexedNode &variable = lowered.node(id);
        const auto constant = std::find_if(held.begin(), held.end(), [&](const HeldVariable &one) {
            return one.node == variable.source;
        });
        const auto read = readOf.find(variable.source);
        if (constant != held.end()) {
            reads.push_back(join(addParameter(*constant, variable.node->name)));
        } else if (read != readOf.end()) {
            reads.push_back(read->second);
        } else {
            return makeError("not-supported", "its body reads {}, which nothing gives",
                             quoted(variable.node->name));
        }
    }
    return reads;
}

std::vector<Entry> OnnxFlowMaker::finish(std::string_view op, std::vector<LoweredBody> bodies,
                                         std::size_t outputCount, AttrDict attrs) const
{
    attrs.set("num_outputs", std::to_string(outputCount));
    const Entry made = make(op, m_inputs, std::move(attrs));
    for (LoweredBody &body : bodies) {
        part().graph.edit(made.node).subgraphs.push_back(std::move(body.graph));
    }
    std::vector<Entry> outputs;
    for (std::uint32_t i = 0; i < outputCount; ++i) {
        outputs.push_back({made.node, i, 0});
    }
    return outputs;
}

std::vector<Entry> OnnxFlowMaker::asInferred(std::vector<Entry> entries) const
{
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (outputs()[i].shape->size() == 1) {
            entries[i] = reshape(entries[i], outputs()[i].numbers());
        }
    }
    return entries;
}

} // namespace nervure
