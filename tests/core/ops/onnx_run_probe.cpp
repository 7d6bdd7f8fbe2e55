// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"

#include "core/builtins.h"
#include "core/engine/run_model.h"
#include "core/graph/value/value_type.h"
#include "core/support/text.h"

#include <fmt/format.h>

namespace nervure::tests {

namespace {

const Builtins &allBuiltins()
{
    static const Builtins all = makeBuiltins();
    return all;
}

/// A variable with the elements that a text says.
Entry addInput(ExecutionRequest &request, const std::string &name, const std::string &text)
{
    const std::size_t equals = text.find(" =");
    const ValueType type = ValueType::fromText(text.substr(0, equals));
    Node node;
    node.name = name;
    node.dialect = request.graph.dialect();
    node.attrs = {{"elem_type", std::string(elementTypeName(type.element))},
                  {"shape", dimensionsText(*type.shape)}};
    Tensor tensor = *Tensor::zeros(computableType(type.element), type.numbers());
    const auto numbers = split(std::string_view(text).substr(equals + 2), ',');
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        const std::string_view number = trim(numbers[static_cast<std::size_t>(i)]);
        storeElement(tensor.view(), i, parseNumber(number).value_or(0));
    }
    request.values.insert_or_assign(name, std::move(tensor));
    return {request.graph.add(std::move(node)), 0, 0};
}

std::string tensorText(const Tensor &tensor)
{
    std::vector<std::string> elements;
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        // The sign of 0 is left out.
        elements.push_back(fmt::format("{:.4g}", elementAsDouble(tensor.view(), i) + 0.0));
    }
    return fmt::format("{}{} {}", dtypeName(tensor.type()), shapeText(tensor.shape()),
                       join(elements, ", "));
}

} // namespace

OnnxRunProbe::OnnxRunProbe(std::string op, std::uint16_t opset, AttrDict attrs)
    : m_op(std::move(op)),
      m_opset(opset),
      m_attrs(std::move(attrs))
{}

OnnxRunProbe::OnnxRunProbe(Dialect dialect, std::string op, AttrDict attrs)
    : m_dialect(dialect),
      m_op(std::move(op)),
      m_attrs(std::move(attrs))
{}

std::string OnnxRunProbe::outputs(const std::vector<std::string> &inputs, std::size_t count) const
{
    ExecutionRequest request;
    request.graph.setDialect(m_dialect);
    request.semantics = Semantics::Fixed;
    request.device = "reference";
    request.pipeline = "none";
    Node node;
    node.op = m_op;
    node.name = "y0";
    node.dialect = m_dialect;
    node.opset = m_opset;
    node.attrs = m_attrs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!inputs[i].empty()) {
            node.inputs.push_back(addInput(request, fmt::format("x{}", i), inputs[i]));
            node.inputPorts.push_back({{}, fmt::format("x{}", i), static_cast<std::uint32_t>(i)});
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        node.outputPorts.push_back({{}, fmt::format("y{}", i), static_cast<std::uint32_t>(i)});
    }
    const NodeId id = request.graph.add(std::move(node));
    Entries heads;
    for (std::size_t i = 0; i < count; ++i) {
        heads.push_back({id, static_cast<std::uint32_t>(i), 0});
    }
    request.graph.setHeads(std::move(heads));
    DeviceCatalog devices;
    ExecutionContext context{allBuiltins(), devices, {}};
    const auto report = runModel(request, context);
    if (!report) {
        return "error: " + report.error().message;
    }
    std::vector<std::string> texts;
    for (const NamedTensor &output : report->outputs) {
        texts.push_back(tensorText(output.tensor));
    }
    return join(texts, "; ");
}

} // namespace nervure::tests
