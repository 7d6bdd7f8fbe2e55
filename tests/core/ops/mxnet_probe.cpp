// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"

#include "core/builtins.h"
#include "tests/core/passes/reference_run.h"

namespace nervure::tests {

namespace {

const Builtins &mxnetBuiltins()
{
    static const Builtins builtins = makeBuiltins();
    return builtins;
}

std::string inputName(std::size_t i)
{
    return "in" + std::to_string(i);
}

PassRun loweredRun(const Graph &graph, const Shapes &in, const DTypes &types)
{
    InputFacts facts;
    for (std::size_t i = 0; i < in.size(); ++i) {
        facts.shapes[inputName(i)] = in[i];
    }
    for (std::size_t i = 0; i < types.size(); ++i) {
        facts.dtypes[inputName(i)] = types[i];
    }
    const std::vector<PassRequest> passes{
        {"InferShape"}, {"InferType"}, {"MXNetToNNVM"}, {"InferShape"}, {"InferType"}};
    return runPasses(graph, passes,
                     {.passes = mxnetBuiltins().passes,
                      .ops = mxnetBuiltins().ops,
                      .inputs = facts,
                      .semantics = Semantics::Fixed});
}

Diagnostic firstErrorOf(const PassRun &run)
{
    for (const Diagnostic &diagnostic : run.diagnostics) {
        if (diagnostic.severity == Severity::Error) {
            return diagnostic;
        }
    }
    return makeError("test", "no error was told");
}

/// The numbers in that type, into which they fit.
Tensor tensorOf(const FloatTensor &values, DType type)
{
    Tensor tensor = *Tensor::zeros(type, values.shape);
    for (std::size_t i = 0; i < values.data.size(); ++i) {
        storeElement(tensor.view(), static_cast<std::int64_t>(i),
                     static_cast<double>(values.data[i]));
    }
    return tensor;
}

} // namespace

MXNetProbe::MXNetProbe(std::string op, AttrDict attrs)
    : OpProbe(op, attrs, Dialect::MXNet),
      m_op(std::move(op)),
      m_attrs(std::move(attrs))
{
    semantics = Semantics::Fixed;
}

Graph MXNetProbe::graphOf(const Shapes &in, std::uint32_t index) const
{
    Graph graph;
    graph.setDialect(Dialect::MXNet);
    Node node;
    for (std::size_t i = 0; i < in.size(); ++i) {
        Node variable;
        variable.name = inputName(i);
        variable.dialect = Dialect::MXNet;
        node.inputs.push_back({graph.add(std::move(variable)), 0, 0});
    }
    node.op = m_op;
    node.name = "op";
    node.attrs = m_attrs;
    node.dialect = Dialect::MXNet;
    if (body) {
        node.subgraphs.push_back(body);
    }
    const NodeId id = graph.add(std::move(node));
    graph.setHeads({{id, index, 0}});
    return graph;
}

Result<FloatTensor> MXNetProbe::computed(std::vector<FloatTensor> in, std::uint32_t index) const
{
    Shapes shapes;
    TensorMap values;
    for (std::size_t i = 0; i < in.size(); ++i) {
        shapes.push_back(in[i].shape);
        values[inputName(i)] = tensorOf(in[i], i < types.size() ? types[i] : DType::Float32);
    }
    const PassRun run = loweredRun(graphOf(shapes, index), shapes, types);
    if (!run.ok || hasErrors(run.diagnostics)) {
        return firstErrorOf(run);
    }
    ASSIGN_OR_RETURN(const std::vector<Tensor> outputs, referenceResults(run, values));
    FloatTensor result{outputs.at(0).shape(), {}};
    for (std::int64_t i = 0; i < outputs[0].count(); ++i) {
        result.data.push_back(static_cast<float>(elementAsDouble(outputs[0].view(), i)));
    }
    return result;
}

std::string MXNetProbe::lowersTo(const Shapes &in) const
{
    const PassRun run = loweredRun(graphOf(in, 0), in, types);
    if (!run.ok || !run.index) {
        return firstErrorOf(run).message;
    }
    std::string names;
    for (const IndexedNode &node : run.index->nodes()) {
        if (!node.isVariable()) {
            names += (names.empty() ? "" : " ") + node.node->op;
        }
    }
    return names;
}

FloatTensor oneNumber(float value)
{
    return {{1}, {value}};
}

std::vector<float> valuesOf(MXNetProbe probe, DTypes types, std::vector<FloatTensor> in,
                            std::uint32_t index)
{
    probe.types = std::move(types);
    const auto result = probe.computed(std::move(in), index);
    return result ? result->data : std::vector<float>();
}

} // namespace nervure::tests
