// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/tensorflow/from_tensorflow.h"

#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/nnvm_shape.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/value/value_type.h"
#include "core/passes/conversion/lowered_graph.h"
#include "core/passes/conversion/python_text.h"
#include "core/passes/conversion/tensorflow/from_tensorflow_table.h"
#include "core/passes/conversion/tensorflow/tensorflow_cell.h"
#include "core/passes/option_values.h"
#include "core/support/text.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace nervure {

namespace {

/// Sizes as a text of the graph has them, -1 where one is not known; nothing: not even the rank is.
std::optional<TensorFlowSizes> sizesFrom(std::string_view text)
{
    const auto dimensions = dimensionsFromText(text);
    if (!dimensions) {
        return std::nullopt;
    }
    TensorFlowSizes sizes;
    for (const Dimension &dimension : *dimensions) {
        sizes.push_back(dimension.number().value_or(-1));
    }
    return sizes;
}

/// What `_output_shapes` says, one for each output.
std::vector<TensorFlowSizes> saidShapes(const Node &node)
{
    std::vector<TensorFlowSizes> shapes;
    const std::string *said = node.attrs.find("_output_shapes");
    std::size_t at = 1;
    while (said && at < said->size()) {
        const std::size_t end = said->find((*said)[at] == '[' ? ']' : '?', at);
        if (end == std::string::npos) {
            break;
        }
        shapes.push_back(sizesFrom(said->substr(at, end + 1 - at)).value_or(TensorFlowSizes()));
        at = end + 3; // ", " follows
    }
    return shapes;
}

bool isConstant(const Node &node)
{
    return node.isVariable() && holdsOnnxValues(node.attrs);
}

class TensorFlowImporter {
public:
    TensorFlowImporter(PassContext &context, const TensorFlowArguments &arguments)
        : m_context(context),
          m_source(context.graph),
          m_arguments(arguments),
          m_nnvm(context.ops)
    {
        m_nnvm.reserveIds(m_source.idLimit());
    }

    Status run()
    {
        RETURN_IF_FAILED(checkOperators());
        for (const NodeId id : m_source.nodes()) {
            const Node &node = m_source.node(id);
            if (m_context.control.cancel.isCanceled()) {
                return makeError("cancelled", "cancelled");
            }
            if (const Status status = convert(id, node); !status) {
                Diagnostic error = status.error();
                error.where.node = node.name;
                return error;
            }
        }
        ASSIGN_OR_RETURN(std::vector<Entry> heads, headsOf());
        tellParams();
        m_context.graph = m_nnvm.finish(std::move(heads), m_context.provenance);
        return {};
    }

    [[nodiscard]] std::vector<TensorFlowParam> params() const { return m_params.all(); }

private:
    /// What is missing is told before anything is converted.
    [[nodiscard]] Status checkOperators() const
    {
        std::vector<std::string> missing;
        for (const NodeId id : m_source.nodes()) {
            const Node &node = m_source.node(id);
            const bool isKnown =
                node.isVariable() || node.op == "LSTMBlockCell" || tensorFlowConversion(node.op);
            const std::string name = pythonRepr(std::string_view(node.op));
            if (!isKnown && std::find(missing.begin(), missing.end(), name) == missing.end()) {
                missing.push_back(name);
            }
        }
        return missing.empty() ? Status()
                               : makeError("NotImplementedError",
                                           "The following operators are not implemented: {{{}}}",
                                           join(missing, ", "));
    }

    Status convert(NodeId id, const Node &node)
    {
        m_nnvm.setOrigin({id}, "what " + node.op + " computes");
        if (isConstant(node)) {
            return addConstant(id, node);
        }
        if (node.isVariable()) {
            addPlaceholder(id, node);
            return {};
        }
        TensorFlowCall call = callOf(node);
        auto symbol = node.op == "LSTMBlockCell" ? m_cells.convert(call, cellCount())
                                                 : tensorFlowConversion(node.op)->convert(call);
        for (const std::string &warning : call.warnings) {
            m_context.diagnostics.push_back(makeWarningAt(node.name, "UserWarning", warning));
        }
        if (!symbol) {
            return symbol.error();
        }
        if (node.op != "Shape") { // which becomes a param, and no output
            m_last = *symbol;
        }
        RETURN_IF_FAILED(learnShapes(id, node, *symbol));
        m_made[id] = std::move(*symbol);
        return {};
    }

    void addPlaceholder(NodeId id, const Node &node)
    {
        const auto given = m_arguments.shapes.find(node.name);
        const std::string *text = node.attrs.find(onnx_variable::shape);
        TensorFlowSizes sizes =
            text ? sizesFrom(*text).value_or(TensorFlowSizes()) : TensorFlowSizes();
        if (given != m_arguments.shapes.end()) {
            sizes = given->second;
        }
        for (std::int64_t &size : sizes) {
            if (size < 0) {
                size = 1;
                m_context.diagnostics.push_back(
                    makeWarningAt(node.name, "UserWarning",
                                  "Use 1 instead of -1 in shape of operator {}.", node.name));
            }
        }
        Node variable;
        variable.name = node.name;
        variable.sourceIndex = node.sourceIndex;
        variable.attrs.set("shape", sizeList(sizes));
        m_made[id] = m_nnvm.variable(id, std::move(variable));
        const auto said = saidShapes(node);
        m_shapes[id] = said.empty() || given != m_arguments.shapes.end()
                           ? std::vector<TensorFlowSizes>{sizes}
                           : said;
    }

    /// A text is a variable that nothing uses.
    Status addConstant(NodeId id, const Node &node)
    {
        Node variable;
        variable.name = node.name;
        variable.sourceIndex = node.sourceIndex;
        const std::string *shape = node.attrs.find(onnx_variable::shape);
        TensorFlowSizes said =
            shape ? sizesFrom(*shape).value_or(TensorFlowSizes()) : TensorFlowSizes();
        m_saidScalars[id] = {said.empty()};
        if (said.empty() && !m_arguments.shapes.empty()) {
            said = {1}; // what NNVM infers
        }
        m_shapes[id] = {std::move(said)};
        if (m_params.addConst(node)) {
            const Shape &sizes = m_params.find(node.name)->shape;
            variable.attrs.set("shape", sizeTuple({sizes.begin(), sizes.end()}));
        }
        m_made[id] = m_nnvm.variable(id, std::move(variable));
        return {};
    }

    /// Inputs of which nothing was made are passed over, control inputs among them.
    TensorFlowCall callOf(const Node &node)
    {
        TensorFlowCall call{m_nnvm,
                            node.name,
                            node.op,
                            {},
                            {},
                            {},
                            saidShapes(node),
                            TensorFlowAttrs(node.attrs),
                            m_arguments.layout,
                            m_params,
                            [this](const Entry &value) { return shapeOf(value); },
                            [this](const Entry &value) { return elementsOf(value); },
                            [this](const TensorFlowParam &param) { return addParam(param); }};
        for (const Entry &input : node.inputs) {
            const auto made = m_made.find(input.node);
            if (made == m_made.end() || made->second.empty()) {
                continue;
            }
            const bool isOne = made->second.size() == 1;
            const std::size_t slot = isOne ? 0 : input.index;
            if (slot >= made->second.size()) {
                continue;
            }
            const auto &shapes = m_shapes[input.node];
            call.inputs.push_back(made->second[slot]);
            call.inputShapes.push_back(slot < shapes.size() ? shapes[slot] : TensorFlowSizes());
            // A scalar that the file says is told from what is unknown only where NNVM inferred it again.
            const auto &scalars = m_saidScalars[input.node];
            call.isScalar.push_back(slot < scalars.size() && scalars[slot]
                                    && !call.inputShapes.back().empty());
            m_sources[made->second[slot]] = input;
        }
        return call;
    }

    NnvmSymbol addParam(const TensorFlowParam &param)
    {
        Node variable;
        variable.name = param.name;
        variable.attrs.set("shape", sizeTuple({param.shape.begin(), param.shape.end()}));
        m_params.set(param);
        return m_nnvm.variable(std::move(variable));
    }

    [[nodiscard]] std::size_t cellCount() const
    {
        return static_cast<std::size_t>(
            std::count_if(m_source.nodes().begin(), m_source.nodes().end(),
                          [this](NodeId id) { return m_source.node(id).op == "LSTMBlockCell"; }));
    }

    /// The shapes that the file says, or those that NNVM infers.
    Status learnShapes(NodeId id, const Node &node, const NnvmSymbol &symbol)
    {
        auto shapes = saidShapes(node);
        for (const TensorFlowSizes &sizes : shapes) {
            m_saidScalars[id].push_back(sizes.empty());
        }
        const bool isOpen =
            shapes.empty()
            || (!m_arguments.shapes.empty()
                && (shapes[0].empty()
                    || std::find(shapes[0].begin(), shapes[0].end(), -1) != shapes[0].end()));
        if (isOpen) {
            shapes.clear();
            for (const Entry &output : symbol) {
                ASSIGN_OR_RETURN(const Shape shape, shapeOf(output));
                shapes.emplace_back(nnvmSizes(shape));
            }
        }
        m_shapes[id] = std::move(shapes);
        return {};
    }

    Result<std::vector<Entry>> headsOf()
    {
        std::vector<Entry> heads;
        for (const std::string &output : m_arguments.outputs) {
            ASSIGN_OR_RETURN(const Entry entry, namedEntry(m_source, output));
            const auto made = m_made.find(entry.node);
            if (made == m_made.end()) {
                return makeError("KeyError", "{}", pythonRepr(std::string_view(output)));
            }
            if (output.find(':') != std::string::npos) {
                ASSIGN_OR_RETURN(const Entry head, NnvmSymbols::output(made->second, entry.index));
                heads.push_back(head);
            } else {
                heads.insert(heads.end(), made->second.begin(), made->second.end());
            }
        }
        if (m_arguments.outputs.empty()) {
            if (!m_last) {
                return makeError("NoneType", "the frontend returns None instead of a symbol");
            }
            heads.assign(m_last->begin(), m_last->end());
        }
        ASSIGN_OR_RETURN(const NnvmSymbol states, m_cells.states(m_nnvm));
        heads.insert(heads.end(), states.begin(), states.end());
        return heads;
    }

    /// The elements of a value that is computed from params alone: sizes, where an unknown one is -1.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> elementsOf(const Entry &value)
    {
        const Graph part = m_nnvm.partOf(value);
        for (const NodeId id : part.nodes()) {
            const Node &node = part.node(id);
            if (node.isVariable() && !m_params.find(node.name)) {
                return std::nullopt;
            }
        }
        const auto source = m_sources.find(value);
        if (source == m_sources.end() || !inferSource()) {
            return std::nullopt;
        }
        const auto id = m_context.index->find(source->second.node);
        const auto elements =
            id ? m_inferred.values[m_context.index->entryId(*id, source->second.index)].elements
               : nullptr;
        if (!elements) {
            return std::nullopt;
        }
        std::vector<std::int64_t> numbers;
        for (const Dimension &element : elements->whole) {
            numbers.push_back(element.number().value_or(-1));
        }
        return numbers;
    }

    /// What TensorFlow's own rules find.
    bool inferSource()
    {
        if (m_context.index && m_inferred.values.empty()) {
            OnnxFacts facts;
            for (const auto &[name, sizes] : m_arguments.shapes) {
                facts.shapes[name] = shapeOfNnvm(sizes);
            }
            m_inferred =
                inferOnnxValues(*m_context.index, m_context.ops, facts, m_context.control.cancel);
        }
        return m_context.index != nullptr;
    }

    /// The shape that NNVM's InferShape gives a value when it is told those of the parameters.
    Result<Shape> shapeOf(const Entry &value) const
    {
        Graph graph = m_nnvm.partOf(value);
        InputFacts facts;
        for (const TensorFlowParam &param : m_params.all()) {
            facts.shapes[param.name] = param.shape;
        }
        std::erase_if(facts.shapes,
                      [&graph](const auto &item) { return !graph.findByName(item.first); });
        return shapeInferredByNnvm(m_context, std::move(graph), facts);
    }

    void tellParams() const
    {
        for (const TensorFlowParam &param : m_params.all()) {
            tellImported(m_context, param.name, param.shape, toDType(param.type));
        }
    }

    PassContext &m_context;
    const Graph m_source; ///< a copy: the pass replaces the context's
    const TensorFlowArguments &m_arguments;
    NnvmSymbols m_nnvm;
    TensorFlowParams m_params;
    TensorFlowCells m_cells;
    std::optional<NnvmSymbol> m_last; ///< what was converted last
    std::unordered_map<NodeId, NnvmSymbol> m_made;
    std::unordered_map<NodeId, std::vector<TensorFlowSizes>> m_shapes;
    std::unordered_map<NodeId, std::vector<bool>> m_saidScalars; ///< by output
    std::map<Entry, Entry> m_sources; ///< by what was made of it: the value of the document
    OnnxValues m_inferred;
};

} // namespace

Result<TensorFlowArguments> tensorFlowArguments(const PassContext &context)
{
    TensorFlowArguments arguments;
    arguments.layout = textOption(context, "layout");
    arguments.outputs = listOption(context, "outputs");
    for (const auto &[name, shape] : context.inputs.shapes) {
        arguments.shapes[name] = nnvmSizes(shape);
    }
    return arguments;
}

Result<std::vector<TensorFlowParam>> importTensorFlow(PassContext &context,
                                                      const TensorFlowArguments &arguments)
{
    TensorFlowImporter importer(context, arguments);
    RETURN_IF_FAILED(importer.run());
    return importer.params();
}

Result<std::vector<TensorFlowParam>> tensorFlowParams(Graph graph, const OpRegistry &ops,
                                                      const PassRegistry &passes,
                                                      const TensorFlowArguments &arguments)
{
    Diagnostics found;
    const auto index = IndexedGraph::build(graph, ops, found);
    Analyses analyses;
    Provenance provenance;
    PassContext context{graph, analyses, provenance,       found, ops,
                        {},    {},       Semantics::Exact, {},    index ? *index : nullptr,
                        {},    &passes};
    return importTensorFlow(context, arguments);
}

Status importTensorFlowGraph(PassContext &context)
{
    ASSIGN_OR_RETURN(const TensorFlowArguments arguments, tensorFlowArguments(context));
    ASSIGN_OR_RETURN([[maybe_unused]] const auto params, importTensorFlow(context, arguments));
    return {};
}

} // namespace nervure
