// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/from_onnx.h"

#include "core/graph/model_facts.h"
#include "core/graph/onnx_variable.h"
#include "core/passes/conversion/lowered_graph.h"
#include "core/passes/conversion/onnx/from_onnx_table.h"
#include "core/passes/conversion/onnx/onnx_params.h"
#include "core/passes/conversion/python_text.h"

#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

namespace nervure {

namespace {

/// The version of the first operator set that the model names, whatever its domain.
std::int64_t firstOpset(const Graph &graph)
{
    for (const GraphAttr &attr : graph.attrs()) {
        const auto opsets = attr.name == "opset_import"
                                ? nlohmann::ordered_json::parse(attr.json, nullptr, false)
                                : nlohmann::ordered_json();
        if (opsets.is_object() && !opsets.empty() && opsets.begin()->is_number_integer()) {
            return opsets.begin()->get<std::int64_t>();
        }
    }
    return 1;
}

/// The operator's name without its domain.
std::string_view opType(const Node &node)
{
    const std::string_view op = node.op;
    const std::size_t colon = op.find(':');
    return colon == op.npos ? op : op.substr(colon + 1);
}

class OnnxImporter {
public:
    OnnxImporter(PassContext &context, OnnxParams params)
        : m_context(context),
          m_source(context.graph),
          m_opset(firstOpset(m_source)),
          m_params(std::move(params)),
          m_nnvm(context.ops)
    {
        m_nnvm.reserveIds(m_source.idLimit());
    }

    Status run()
    {
        for (const NodeId id : m_source.nodes()) {
            const Node &node = m_source.node(id);
            if (node.isVariable() && isOnnxInput(node.attrs)) {
                addInput(id);
            }
        }
        for (const NodeId id : m_source.nodes()) {
            const Node &node = m_source.node(id);
            if (node.isVariable()) {
                continue;
            }
            if (const Status status = convert(id, node); !status) {
                Diagnostic error = status.error();
                error.where.node = node.name;
                return error;
            }
        }
        ASSIGN_OR_RETURN(std::vector<Entry> heads, madeHeads());
        tellParams();
        m_context.graph = m_nnvm.finish(std::move(heads), m_context.provenance);
        return {};
    }

private:
    /// What was made of the outputs, in the order of the model's list. KeyError.
    Result<std::vector<Entry>> madeHeads() const
    {
        std::map<std::size_t, std::string> undefined; // by place
        for (const auto &[name, place] : undefinedOutputs(m_source)) {
            undefined.emplace(place, name);
        }
        std::vector<Entry> heads;
        for (const Entry &head : m_source.heads()) {
            if (!undefined.empty() && undefined.begin()->first <= heads.size()) {
                break;
            }
            ASSIGN_OR_RETURN(const Entry made, madeOf(head, {}));
            heads.push_back(made);
        }
        return undefined.empty() ? Result<std::vector<Entry>>(std::move(heads))
                                 : keyError(undefined.begin()->second);
    }

    void addInput(NodeId id)
    {
        const Node &source = m_source.node(id);
        Node variable;
        variable.name = source.name;
        variable.sourceIndex = source.sourceIndex;
        const OnnxParam *param = m_params.find(source.name);
        if (param) {
            variable.attrs.set("shape", tupleText(param->shape));
        }
        m_nnvm.setOrigin({id}, "the variable itself");
        m_made[id] = m_nnvm.variable(id, std::move(variable));
    }

    /// What was made of a value so far: nodes are not sorted. KeyError. `undefined` is the name of one that
    /// nobody defines.
    Result<Entry> madeOf(const Entry &value, const std::string &undefined) const
    {
        const auto made = m_made.find(value.node);
        if (made != m_made.end() && value.index < made->second.size()) {
            return made->second[value.index];
        }
        const Node *source = m_source.find(value.node);
        if (!source) {
            return keyError(undefined);
        }
        if (source->isVariable()) {
            return keyError(source->name);
        }
        return keyError(value.index < source->outputPorts.size()
                            ? source->outputPorts[value.index].tensor
                            : undefined);
    }

    Result<NnvmSymbol> inputsOf(const Node &node) const
    {
        NnvmSymbol inputs;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const Port port = i < node.inputPorts.size() ? node.inputPorts[i] : Port();
            const bool isAfterGap = i < node.inputPorts.size() && port.listed != i;
            if (isAfterGap) {
                return keyError("");
            }
            ASSIGN_OR_RETURN(const Entry input, madeOf(node.inputs[i], port.tensor));
            inputs.push_back(input);
        }
        const bool endsWithGap = node.inputPorts.size() > node.inputs.size();
        return endsWithGap ? Result<NnvmSymbol>(keyError(""))
                           : Result<NnvmSymbol>(std::move(inputs));
    }

    Status convert(NodeId id, const Node &node)
    {
        const std::string op(opType(node));
        ASSIGN_OR_RETURN(OnnxDict attrs, OnnxDict::ofNode(node));
        ASSIGN_OR_RETURN(NnvmSymbol inputs, inputsOf(node));
        m_nnvm.setOrigin({id}, "what " + op + " computes");
        if (op == "Constant") {
            return addConstant(id, node);
        }
        OnnxCall call{
            m_nnvm,           op,       std::move(inputs),
            std::move(attrs), m_params, [this](const Entry &value) { return shapeOf(value); }};
        auto symbol = convertOnnxOperator(call, m_opset);
        tell(node, call);
        if (!symbol) {
            return symbol.error();
        }
        // A mask of Dropout is dropped.
        const std::size_t listed = node.outputPorts.size();
        const std::size_t outputs = op == "Dropout" && listed > 1 ? listed - 1 : listed;
        if (outputs != symbol->size()) {
            return makeError("AssertionError", "Number of output mismatch {} vs {} in {}.", outputs,
                             symbol->size(), op);
        }
        m_made[id] = std::move(*symbol);
        return {};
    }

    Status addConstant(NodeId id, const Node &node)
    {
        const std::string *value = node.attrs.find("value");
        if (!value) {
            return keyError("value");
        }
        RETURN_IF_FAILED(m_params.addConstant(m_source, id, *value));
        Node variable;
        variable.name = node.outputPorts.empty() ? node.name : node.outputPorts[0].tensor;
        if (const OnnxParam *param = m_params.find(variable.name)) {
            variable.attrs.set("shape", listText(param->shape));
        }
        m_made[id] = m_nnvm.variable(id, std::move(variable));
        return {};
    }

    void tell(const Node &node, const OnnxCall &call)
    {
        for (const std::string &warning : call.warnings) {
            m_context.diagnostics.push_back(makeWarningAt(node.name, "python-log", warning));
        }
        for (const std::string &line : call.printed) {
            Diagnostic note(Severity::Note, "python-print", line);
            note.where.node = node.name;
            m_context.diagnostics.push_back(std::move(note));
        }
    }

    /// The shape that NNVM's InferShape gives a value when it is told those of the parameters.
    Result<Shape> shapeOf(const Entry &value) const
    {
        const Node &node = m_nnvm.node(value);
        if (node.isVariable()) {
            const OnnxParam *param = m_params.find(node.name);
            return param ? param->shape : Shape();
        }
        Graph graph = m_nnvm.partOf(value);
        InputFacts facts;
        for (const NodeId id : graph.nodes()) {
            const std::string &name = graph.node(id).name;
            const OnnxParam *param = graph.node(id).isVariable() ? m_params.find(name) : nullptr;
            if (param) {
                facts.shapes[name] = param->shape;
            }
        }
        return shapeInferredByNnvm(m_context, std::move(graph), facts);
    }

    /// What is known of the parameters, for passes that follow.
    void tellParams() const
    {
        for (const OnnxParam &param : m_params.all()) {
            tellImported(m_context, param.name, param.shape, toDType(param.type));
        }
    }

    PassContext &m_context;
    const Graph m_source; ///< a copy: the pass replaces the context's
    std::int64_t m_opset;
    OnnxParams m_params;
    NnvmSymbols m_nnvm;
    std::unordered_map<NodeId, NnvmSymbol> m_made; ///< by ONNX's node
};

} // namespace

Status importONNXGraph(PassContext &context)
{
    ASSIGN_OR_RETURN(OnnxParams params, OnnxParams::ofInitializers(context.graph));
    return OnnxImporter(context, std::move(params)).run();
}

} // namespace nervure
