// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx_bodies.h"

#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace nervure {

using onnx::Numbers;
using onnx::Operand;

namespace {

/// Bodies deeper than this are refused.
constexpr int deepestBody = 16;
/// Among the heads of a loop's body: the number of the next step, its first input plus 1.
constexpr std::size_t nextStep = static_cast<std::size_t>(-1);
/// Steps of a loop that nothing but its condition ends.
constexpr std::int64_t endless = std::int64_t{1} << 30;

std::vector<std::uint32_t> countingFrom(std::uint32_t first, std::size_t count)
{
    std::vector<std::uint32_t> places(count);
    for (std::size_t i = 0; i < count; ++i) {
        places[i] = first + static_cast<std::uint32_t>(i);
    }
    return places;
}

/// Rows of scalars have one element each in the graph.
Shape rowsOfScalars(Shape dims)
{
    if (dims.size() == 1) {
        dims.push_back(1);
    }
    return dims;
}

/// A body that was lowered: its graph, and which input of the operator each of its variables reads.
struct MadeBody {
    std::shared_ptr<const Graph> graph;
    std::vector<std::uint32_t> reads;
};

/// Makes one operator of control flow.
class FlowMaker {
public:
    FlowMaker(const OnnxGraphLowering &around, const IndexedNode &node,
              std::span<const ValueType> outputs, const Lowering &lowering)
        : m_around(around),
          m_node(node),
          m_outputs(outputs),
          m_lowering(lowering),
          m_call{lowering, {}, m_none, 0, {}, {}, {}, {}},
          m_op(m_call)
    {}

    onnx::Lowered branch();
    onnx::Lowered loop();
    onnx::Lowered scan();
    onnx::Lowered function();

private:
    [[nodiscard]] const OnnxPart &part() const { return m_around.part(); }
    [[nodiscard]] const OnnxAttrs &attrs() const { return m_node.attrs.as<OnnxAttrs>(); }
    [[nodiscard]] Result<std::size_t> bodyNamed(std::string_view name) const;
    /// The input at that place of the operator's list; nothing where it is left out.
    [[nodiscard]] std::optional<IndexedEntry> inputAt(std::size_t place) const;
    [[nodiscard]] Result<Operand> operandAt(std::size_t place) const;
    [[nodiscard]] std::optional<std::int64_t> knownAt(std::size_t place) const;
    /// The index of a body, and what is known of its values.
    [[nodiscard]] Result<std::shared_ptr<const IndexedGraph>> indexOf(const Graph &body) const;
    [[nodiscard]] OnnxValues infer(const IndexedGraph &body,
                                   const std::vector<ValueType> &inputs, bool isFunction) const;
    /// Lowers a body in the operator's place, its inputs being these.
    onnx::Lowered inlined(const Graph &body, const std::vector<Operand> &inputs,
                          const std::vector<ValueType> &types, bool isFunction) const;
    /// Lowers a body into a graph of its own. `order` says which of its heads come in which order.
    Result<MadeBody> made(const Graph &body, const std::vector<ValueType> &types,
                          const std::vector<std::size_t> &order);
    /// Variables of a body's graph for its inputs and what it reads from around it.
    Status addBodyVariables(OnnxGraphLowering &lowering, const Graph &body);
    /// The number of the step in the graph of a loop's body.
    Entry step(const OnnxGraphLowering &lowering,
               std::unordered_map<NodeId, std::uint32_t> &readOf) const;
    Operand bodyVariable(const OnnxPart &into, const std::string &name, const ValueType &value) const;
    /// The place of a value from around among the operator's inputs, which it joins.
    std::uint32_t joined(const Entry &entry);
    onnx::Lowered finished(std::string_view op, std::vector<MadeBody> bodies, AttrDict flowAttrs) const;
    /// With the types and shapes that inference found.
    [[nodiscard]] std::vector<Operand> asInferred(std::vector<Operand> outputs) const;
    [[nodiscard]] MadeBody conditionBody(std::optional<std::uint32_t> most) const;

    const OnnxGraphLowering &m_around;
    const IndexedNode &m_node;
    std::span<const ValueType> m_outputs;
    const Lowering &m_lowering;
    const OnnxAttrs m_none;
    const onnx::OnnxLowering::Call m_call;
    const onnx::OnnxLowering m_op;
    std::vector<Entry> m_inputs;     ///< of the operator: those of its bodies first, in order
    std::size_t m_bodyInputs = 0;    ///< how many those are
    std::vector<Shape> m_madeShapes; ///< of the outputs, in the operator's order
};

Result<std::size_t> FlowMaker::bodyNamed(std::string_view name) const
{
    std::size_t which = 0;
    for (const auto &[key, text] : m_node.node->attrs) {
        if (!text.starts_with("graph ")) {
            continue;
        }
        if (key == name && which < m_node.node->subgraphs.size()) {
            return which;
        }
        ++which;
    }
    return makeError("not-supported", "has no {}", name);
}

std::optional<IndexedEntry> FlowMaker::inputAt(std::size_t place) const
{
    for (std::size_t i = 0; i < m_node.inputs.size(); ++i) {
        if (placeOf(m_node, i) == place) {
            return m_node.inputs[i];
        }
    }
    return std::nullopt;
}

Result<Operand> FlowMaker::operandAt(std::size_t place) const
{
    const auto entry = inputAt(place);
    return entry ? m_around.operandOf(*entry)
                 : Result<Operand>(makeError("not-supported", "input {} is left out", place));
}

std::optional<std::int64_t> FlowMaker::knownAt(std::size_t place) const
{
    const auto entry = inputAt(place);
    const auto elements = entry ? m_around.valueOf(*entry).elements : nullptr;
    return elements && elements->whole.size() == 1 ? elements->whole.front().number()
                                                   : std::nullopt;
}

Result<std::shared_ptr<const IndexedGraph>> FlowMaker::indexOf(const Graph &body) const
{
    if (part().depth >= deepestBody) {
        return makeError("not-supported", "stands in more than {} others", deepestBody);
    }
    Diagnostics found;
    return IndexedGraph::build(body, part().context.ops, found);
}

OnnxValues FlowMaker::infer(const IndexedGraph &body, const std::vector<ValueType> &inputs,
                            bool isFunction) const
{
    return inferOnnxBody(body, part().context.ops, inputs,
                         isFunction ? nullptr : &m_around.scope(), part().context.control.cancel);
}

/// Of a variable that is an initializer of a body with few elements, those as a constant.
std::optional<Operand> smallConstant(const onnx::OnnxLowering &op, const ValueType &value)
{
    if (!value.elements || !refusalOf(value).empty()) {
        return std::nullopt;
    }
    std::vector<double> elements;
    for (const Dimension &element : value.elements->whole) {
        elements.push_back(static_cast<double>(element.number().value_or(0)));
    }
    for (const std::optional<double> &element : value.elements->real) {
        elements.push_back(element.value_or(0));
    }
    if (static_cast<std::int64_t>(elements.size()) != value.elementCount()) {
        return std::nullopt;
    }
    return op.constant(elements, sizesOf(value), computableType(value.element));
}

onnx::Lowered FlowMaker::inlined(const Graph &body, const std::vector<Operand> &inputs,
                                 const std::vector<ValueType> &types, bool isFunction) const
{
    ASSIGN_OR_RETURN(const auto index, indexOf(body));
    OnnxValues found = infer(*index, types, isFunction);
    if (!found.faults.empty()) {
        return found.faults.front();
    }
    OnnxGraphLowering lowering({part().context, *index, std::move(found.values), part().graph,
                                part().provenance,
                                part().origin.isValid() ? part().origin : m_node.source,
                                part().prefix + m_node.node->name + '/',
                                isFunction ? nullptr : &m_around.scope(), part().depth + 1});
    const std::vector<NodeId> formals = bodyInputs(body);
    for (std::size_t i = 0; i < formals.size() && i < inputs.size(); ++i) {
        lowering.place(formals[i], inputs[i]);
    }
    for (const std::uint32_t id : index->inputNodes()) {
        const IndexedNode &variable = index->node(id);
        const ValueType &value = lowering.part().values[index->entryId(id, 0)];
        if (variable.node->attrs.find(onnx_variable::outer)) {
            if (auto operand = m_around.operandNamed(variable.node->name)) {
                lowering.place(variable.source, *operand);
            }
        } else if (auto constant = variable.node->attrs.find(onnx_variable::data)
                                       ? smallConstant(m_op, value)
                                       : std::nullopt) {
            lowering.place(variable.source, *constant);
        } else if (variable.node->attrs.find(onnx_variable::data) && refusalOf(value).empty()) {
            const std::string name = lowering.part().prefix + variable.node->name;
            tellVariable(part().context, name, value);
            lowering.place(variable.source, bodyVariable(part(), name, value));
        }
    }
    RETURN_IF_FAILED(lowering.run());
    std::vector<Operand> outputs;
    for (std::size_t i = 0; i < index->heads().size(); ++i) {
        ASSIGN_OR_RETURN(Operand operand, lowering.head(i));
        outputs.push_back(std::move(operand));
    }
    return outputs;
}

Operand FlowMaker::bodyVariable(const OnnxPart &into, const std::string &name,
                                const ValueType &value) const
{
    Node variable;
    variable.name = name;
    variable.attrs = variableAttrs(value.numbers(), computableType(value.element));
    return {{into.graph.add(std::move(variable)), 0, 0},
            sizesOf(value),
            computableType(value.element)};
}

Entry FlowMaker::step(const OnnxGraphLowering &lowering,
                      std::unordered_map<NodeId, std::uint32_t> &readOf) const
{
    for (const auto &[variable, input] : readOf) {
        if (input == 0) {
            return {variable, 0, 0};
        }
    }
    const ValueType number = ValueType::tensor(ElementType::Int64, Dimensions());
    const Entry entry = bodyVariable(lowering.part(), "step", number).entry;
    readOf[entry.node] = 0;
    return entry;
}

std::uint32_t FlowMaker::joined(const Entry &entry)
{
    const auto first = m_inputs.begin() + static_cast<std::ptrdiff_t>(m_bodyInputs);
    const auto known = std::find(first, m_inputs.end(), entry);
    const auto place = static_cast<std::uint32_t>(known - m_inputs.begin());
    if (known == m_inputs.end()) {
        m_inputs.push_back(entry);
    }
    return place;
}

Result<MadeBody> FlowMaker::made(const Graph &body, const std::vector<ValueType> &types,
                                 const std::vector<std::size_t> &order)
{
    ASSIGN_OR_RETURN(const auto index, indexOf(body));
    OnnxValues found = infer(*index, types, false);
    if (!found.faults.empty()) {
        return found.faults.front();
    }
    Graph graph;
    OnnxGraphLowering lowering({part().context, *index, std::move(found.values), graph, nullptr,
                                {}, {}, &m_around.scope(), part().depth + 1});
    const std::vector<NodeId> formals = bodyInputs(body);
    std::unordered_map<NodeId, std::uint32_t> readOf;
    for (const std::uint32_t id : index->inputNodes()) {
        const IndexedNode &variable = index->node(id);
        const ValueType &value = lowering.part().values[index->entryId(id, 0)];
        if (!refusalOf(value).empty()) {
            continue;
        }
        const auto formal = std::find(formals.begin(), formals.end(), variable.source);
        const Operand operand = bodyVariable(lowering.part(), variable.node->name, value);
        if (formal != formals.end()) {
            readOf[operand.entry.node] = static_cast<std::uint32_t>(formal - formals.begin());
        } else if (variable.node->attrs.find(onnx_variable::outer)) {
            ASSIGN_OR_RETURN(const Operand outer, m_around.operandNamed(variable.node->name));
            readOf[operand.entry.node] = joined(outer.entry);
        } else { // an initializer of the body is a parameter of the whole
            const std::string name =
                part().prefix + m_node.node->name + '/' + variable.node->name;
            tellVariable(part().context, name, value);
            readOf[operand.entry.node] = joined(bodyVariable(part(), name, value).entry);
        }
        lowering.place(variable.source, operand);
    }
    RETURN_IF_FAILED(lowering.run());
    const RuleContext rule{*m_node.node, m_node.attrs, part().context.semantics};
    const std::vector<Entry> none;
    const RewriteCall call{rule, m_node.source, none, {}, graph};
    std::vector<Entry> heads;
    for (const std::size_t which : order) {
        if (which == nextStep) {
            heads.push_back(Lowering(call).makeScalar("__add_scalar__", step(lowering, readOf), 1));
            continue;
        }
        ASSIGN_OR_RETURN(const Operand operand, lowering.head(which));
        const bool isTaken = graph.node(operand.entry.node).isVariable()
                             || std::find(heads.begin(), heads.end(), operand.entry) != heads.end();
        heads.push_back(isTaken ? Lowering(call).make("copy", {operand.entry}) : operand.entry);
    }
    graph.setHeads(std::move(heads));
    LoweredGraph(part().context, graph, nullptr, {}).numberNames(*index);
    Diagnostics ignored;
    ASSIGN_OR_RETURN(const auto lowered, IndexedGraph::build(graph, part().context.ops, ignored));
    MadeBody result;
    for (const std::uint32_t id : lowered->inputNodes()) {
        const auto read = readOf.find(lowered->node(id).source);
        if (read == readOf.end()) {
            return makeError("not-supported", "its body reads {}, which nothing gives",
                             quoted(lowered->node(id).node->name));
        }
        result.reads.push_back(read->second);
    }
    result.graph = std::make_shared<const Graph>(std::move(graph));
    return result;
}

onnx::Lowered FlowMaker::finished(std::string_view op, std::vector<MadeBody> bodies,
                                  AttrDict flowAttrs) const
{
    flowAttrs.set("num_outputs", std::to_string(m_madeShapes.size()));
    const Entry made = m_lowering.make(op, m_inputs, std::move(flowAttrs));
    for (MadeBody &body : bodies) {
        part().graph.edit(made.node).subgraphs.push_back(std::move(body.graph));
    }
    std::vector<Operand> outputs;
    for (std::uint32_t i = 0; i < m_madeShapes.size(); ++i) {
        outputs.push_back({{made.node, i, 0}, m_madeShapes[i], DType::Unknown});
    }
    return outputs;
}

std::vector<Operand> FlowMaker::asInferred(std::vector<Operand> outputs) const
{
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        outputs[i].type = computableType(m_outputs[i].element);
        outputs[i] = m_op.reshape(outputs[i], sizesOf(m_outputs[i]));
    }
    return outputs;
}

// If.

onnx::Lowered FlowMaker::branch()
{
    ASSIGN_OR_RETURN(const std::size_t then, bodyNamed("then_branch"));
    ASSIGN_OR_RETURN(const std::size_t otherwise, bodyNamed("else_branch"));
    const auto &bodies = m_node.node->subgraphs;
    if (const auto known = knownAt(0)) {
        return inlined(*bodies[*known != 0 ? then : otherwise], {}, {}, false);
    }
    ASSIGN_OR_RETURN(const Operand condition, operandAt(0));
    m_inputs = {condition.entry};
    m_bodyInputs = 1;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < m_outputs.size(); ++i) {
        order.push_back(i);
        m_madeShapes.push_back(sizesOf(m_outputs[i]));
    }
    std::vector<MadeBody> made{conditionBody(std::nullopt)};
    made.front().reads = {0};
    for (const std::size_t which : {then, otherwise}) {
        ASSIGN_OR_RETURN(MadeBody body, this->made(*bodies[which], {}, order));
        made.push_back(std::move(body));
    }
    const AttrDict attributes{{"cond_input_locs", placesText(made[0].reads)},
                              {"then_input_locs", placesText(made[1].reads)},
                              {"else_input_locs", placesText(made[2].reads)}};
    ASSIGN_OR_RETURN(std::vector<Operand> outputs, finished("cond", std::move(made), attributes));
    return asInferred(std::move(outputs));
}

// Loop.

/// Whether to go on: the condition (input 1), and where the number of steps is computed (input `most`), as long
/// as there are less.
MadeBody FlowMaker::conditionBody(std::optional<std::uint32_t> most) const
{
    Graph graph;
    const auto add = [&graph](std::string name, std::string op, Entries inputs) {
        Node node;
        node.name = std::move(name);
        node.op = std::move(op);
        node.inputs = std::move(inputs);
        return Entry{graph.add(std::move(node)), 0, 0};
    };
    const std::string null(variableOp);
    const Entry condition = add("condition", null, {});
    MadeBody body;
    if (!most) {
        graph.setHeads({add("goes_on", "copy", {condition})});
        body.reads = {1};
    } else {
        const Entry step = add("step", null, {});
        const Entry steps = add("steps", null, {});
        const Entry isLess = add("is_less", "broadcast_less", {step, steps});
        const Entry asTruth = add("is_less_truth", "cast", {isLess});
        graph.edit(asTruth.node).attrs.set("dtype", "uint8");
        graph.setHeads({add("goes_on", "elemwise_mul", {condition, asTruth})});
        body.reads = {1, 0, *most};
    }
    body.graph = std::make_shared<const Graph>(std::move(graph));
    return body;
}

onnx::Lowered FlowMaker::loop()
{
    const Graph &body = *m_node.node->subgraphs.front();
    const std::size_t states = bodyInputs(body).size() - std::min<std::size_t>(bodyInputs(body).size(), 2);
    const std::size_t rows = m_outputs.size() - std::min(m_outputs.size(), states);
    const auto steps = inputAt(0) ? knownAt(0) : std::optional<std::int64_t>(endless);
    std::vector<ValueType> types{ValueType::tensor(ElementType::Int64, Dimensions()),
                                 ValueType::tensor(ElementType::Bool, Dimensions())};
    m_inputs = {m_op.full(0, {}, DType::Int64).entry,
                m_op.full(1, {}, DType::UInt8).entry};
    if (inputAt(1) && knownAt(1) != 1) {
        ASSIGN_OR_RETURN(const Operand condition, operandAt(1));
        m_inputs[1] = condition.entry;
    }
    for (std::size_t i = 0; i < states; ++i) {
        ASSIGN_OR_RETURN(const Operand state, operandAt(i + 2));
        m_inputs.push_back(state.entry);
        ValueType type = m_outputs[i];
        type.elements.reset();
        types.push_back(std::move(type));
    }
    m_bodyInputs = m_inputs.size();
    // The body gives the condition, the states and the rows; the operator wants rows, step, condition, states.
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < rows; ++i) {
        order.push_back(1 + states + i);
    }
    order.insert(order.end(), {nextStep, 0});
    for (std::size_t i = 0; i < states; ++i) {
        order.push_back(1 + i);
    }
    ASSIGN_OR_RETURN(MadeBody made, this->made(body, types, order));
    std::optional<std::uint32_t> most;
    if (!steps) {
        ASSIGN_OR_RETURN(const Operand count, operandAt(0));
        most = joined(count.entry);
    }
    MadeBody condition = conditionBody(most);
    const std::int64_t mostSteps = std::clamp<std::int64_t>(steps.value_or(endless), 0, endless);
    if (mostSteps == 0) {
        return makeError("not-supported", "runs no step, expected 1 at least");
    }
    for (std::size_t i = states; i < m_outputs.size(); ++i) {
        m_madeShapes.push_back(rowsOfScalars(sizesOf(m_outputs[i])));
    }
    m_madeShapes.insert(m_madeShapes.end(), {Shape(), Shape()});
    for (std::size_t i = 0; i < states; ++i) {
        m_madeShapes.push_back(sizesOf(m_outputs[i]));
    }
    const AttrDict attributes{
        {"num_out_data", std::to_string(rows)},
        {"in_state_locs", placesText(countingFrom(0, states + 2))},
        {"body_input_locs", placesText(made.reads)},
        {"max_iterations", std::to_string(mostSteps)},
        {"cond_input_locs", placesText(condition.reads)}};
    std::vector<MadeBody> bodies{std::move(condition), std::move(made)};
    ASSIGN_OR_RETURN(const auto all, finished("while_loop", std::move(bodies), attributes));
    std::vector<Operand> outputs(all.begin() + static_cast<std::ptrdiff_t>(rows) + 2, all.end());
    outputs.insert(outputs.end(), all.begin(), all.begin() + static_cast<std::ptrdiff_t>(rows));
    return asInferred(std::move(outputs));
}

// Scan.

std::int64_t numberAt(const Numbers &numbers, std::size_t place)
{
    return place < numbers.size() ? numbers[place] : 0;
}

/// The axes with the one at `from` first, or the way back.
Numbers movedFirst(std::size_t rank, std::size_t axis, bool isBack)
{
    Numbers axes = onnx::countingTo(rank);
    axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(axis));
    axes.insert(axes.begin(), static_cast<std::int64_t>(axis));
    Numbers back(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        back[static_cast<std::size_t>(axes[i])] = static_cast<std::int64_t>(i);
    }
    return isBack ? back : axes;
}

onnx::Lowered FlowMaker::scan()
{
    if (m_node.spec->sinceVersion < 9) {
        return makeError("not-supported", "has batches, expected version 9 or later");
    }
    const Graph &body = *m_node.node->subgraphs.front();
    const auto slices = static_cast<std::size_t>(attrs().integer("num_scan_inputs"));
    const std::size_t states = m_node.inputs.size() - std::min(m_node.inputs.size(), slices);
    const std::size_t rows = m_outputs.size() - std::min(m_outputs.size(), states);
    std::vector<ValueType> types;
    std::vector<std::uint32_t> sliced;
    for (std::size_t i = 0; i < states + slices; ++i) {
        ASSIGN_OR_RETURN(Operand operand, operandAt(i));
        ValueType type = m_around.valueOf(m_node.inputs[i]);
        type.elements.reset();
        if (i >= states) {
            const std::size_t place = i - states;
            ASSIGN_OR_RETURN(
                const std::size_t axis,
                onnx::axisOf(numberAt(attrs().integers("scan_input_axes"), place), operand.rank()));
            operand = m_op.transpose(operand, movedFirst(operand.rank(), axis, false));
            if (numberAt(attrs().integers("scan_input_directions"), place) != 0) {
                operand = m_op.flip(operand, 0);
            }
            type.shape->erase(type.shape->begin() + static_cast<std::ptrdiff_t>(axis));
            operand = m_op.reshape(operand, rowsOfScalars(operand.dims));
            sliced.push_back(static_cast<std::uint32_t>(i));
        }
        m_inputs.push_back(operand.entry);
        types.push_back(std::move(type));
    }
    m_bodyInputs = m_inputs.size();
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < states + rows; ++i) {
        order.push_back(i < rows ? states + i : i - rows);
    }
    ASSIGN_OR_RETURN(MadeBody made, this->made(body, types, order));
    std::vector<std::size_t> axes;
    for (std::size_t i = 0; i < rows; ++i) {
        Shape dims = sizesOf(m_outputs[states + i]);
        ASSIGN_OR_RETURN(
            const std::size_t axis,
            onnx::axisOf(numberAt(attrs().integers("scan_output_axes"), i), dims.size()));
        const std::int64_t steps = dims[axis];
        dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
        dims.insert(dims.begin(), steps);
        m_madeShapes.push_back(rowsOfScalars(std::move(dims)));
        axes.push_back(axis);
    }
    for (std::size_t i = 0; i < states; ++i) {
        m_madeShapes.push_back(sizesOf(m_outputs[i]));
    }
    const AttrDict attributes{{"num_out_data", std::to_string(rows)},
                              {"in_state_locs", placesText(countingFrom(0, states))},
                              {"body_input_locs", placesText(made.reads)},
                              {"in_data_locs", placesText(sliced)}};
    std::vector<MadeBody> bodies{std::move(made)};
    ASSIGN_OR_RETURN(const auto all, finished("foreach", std::move(bodies), attributes));
    std::vector<Operand> outputs(all.begin() + static_cast<std::ptrdiff_t>(rows), all.end());
    for (std::size_t i = 0; i < rows; ++i) {
        Operand row = all[i];
        if (numberAt(attrs().integers("scan_output_directions"), i) != 0) {
            row = m_op.flip(row, 0);
        }
        const bool isOfScalars = m_outputs[states + i].shape->size() == 1;
        outputs.push_back(
            isOfScalars ? row : m_op.transpose(row, movedFirst(row.rank(), axes[i], true)));
    }
    return asInferred(std::move(outputs));
}

// Functions of the model's own.

/// The body with what the call says in place of "@alpha".
Graph withCallAttributes(const Graph &body, const AttrDict &call)
{
    Graph graph = body;
    for (const NodeId id : body.nodes()) {
        const Node &node = body.node(id);
        AttrDict attrs;
        bool isChanged = false;
        for (const auto &[key, text] : node.attrs) {
            if (!text.starts_with('@')) {
                attrs.set(key, text);
                continue;
            }
            isChanged = true;
            if (const std::string *value = call.find(std::string_view(text).substr(1))) {
                attrs.set(key, *value);
            }
        }
        if (isChanged) {
            graph.edit(id).attrs = std::move(attrs);
        }
    }
    return graph;
}

onnx::Lowered FlowMaker::function()
{
    const Graph body = withCallAttributes(*m_node.node->subgraphs.front(), m_node.node->attrs);
    std::vector<Operand> operands;
    std::vector<ValueType> types;
    for (std::size_t i = 0; i < m_node.inputs.size(); ++i) {
        const std::size_t place = placeOf(m_node, i);
        if (place >= operands.size()) {
            operands.resize(place + 1);
            types.resize(place + 1);
        }
        ASSIGN_OR_RETURN(operands[place], m_around.operandOf(m_node.inputs[i]));
        types[place] = m_around.valueOf(m_node.inputs[i]);
    }
    return inlined(body, operands, types, true);
}

} // namespace

std::optional<onnx::Lowered> lowerOnnxBodies(const OnnxGraphLowering &around,
                                             const IndexedNode &node,
                                             std::span<const ValueType> outputs,
                                             const Lowering &lowering)
{
    if (node.node->subgraphs.empty()) {
        return std::nullopt;
    }
    FlowMaker maker(around, node, outputs, lowering);
    const std::string &op = node.node->op;
    if (!node.spec) {
        return node.node->subgraphs.size() == 1 ? std::optional(maker.function()) : std::nullopt;
    }
    if (op == "If") {
        return maker.branch();
    }
    if (op == "Loop") {
        return maker.loop();
    }
    return op == "Scan" ? std::optional(maker.scan()) : std::nullopt;
}

} // namespace nervure
