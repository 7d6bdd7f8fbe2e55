// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/darknet_probe.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/core/ops/op_probe.h"
#include "tests/core/passes/reference_run.h"

#include <QtGlobal>

#include <fmt/format.h>

namespace nervure::tests {

namespace {

const Builtins &darknetBuiltins()
{
    static const Builtins builtins = makeBuiltins();
    return builtins;
}

std::string netSection(const Shape &input)
{
    return input.size() == 4 ? fmt::format("[net]\nchannels={}\nheight={}\nwidth={}\n", input[1],
                                           input[2], input[3])
                             : fmt::format("[net]\ninputs={}\n", input[1]);
}

Diagnostic firstFault(const PassRun &run)
{
    for (const Diagnostic &diagnostic : run.diagnostics) {
        if (diagnostic.severity == Severity::Error) {
            return diagnostic;
        }
    }
    return makeError("test", "no error was told");
}

float usualValue(std::string_view name)
{
    return name.ends_with("biases") || name.ends_with("mean") ? 0.0F : 1.0F;
}

} // namespace

DarknetProbe::DarknetProbe(Shape input, const std::string &layers)
    : m_text(netSection(input) + layers)
{}

PassRun DarknetProbe::ran(const char *pipeline) const
{
    const auto opened =
        openModelText(m_text, "net.cfg", darknetBuiltins().formats, darknetBuiltins().ops);
    if (!opened) {
        PassRun run;
        run.diagnostics.push_back(opened.error());
        run.ok = false;
        return run;
    }
    return runPasses(opened->graph, *parsePipeline(pipeline),
                     {.passes = darknetBuiltins().passes,
                      .ops = darknetBuiltins().ops,
                      .semantics = Semantics::Fixed});
}

Result<Shape> DarknetProbe::shape() const
{
    const PassRun run = ran("InferShape,InferType");
    if (!run.ok || hasErrors(run.diagnostics)) {
        return firstFault(run);
    }
    const Shapes &shapes = *run.analyses.find(keys::shape, run.index);
    return shapes[run.index->entryId(run.index->heads().back())];
}

Result<std::vector<float>> DarknetProbe::computed(
    std::vector<float> input, std::map<std::string, std::vector<float>> arrays) const
{
    const PassRun run = ran("InferShape,InferType,DarknetToNNVM,InferShape,InferType");
    if (!run.ok || hasErrors(run.diagnostics)) {
        return firstFault(run);
    }
    arrays["data"] = std::move(input);
    const Shapes &shapes = *run.analyses.find(keys::shape, run.index);
    TensorMap values;
    for (const std::uint32_t id : run.index->inputNodes()) {
        const std::string &name = run.index->node(id).node->name;
        Tensor tensor = *Tensor::zeros(DType::Float32, shapes[run.index->entryId(id, 0)]);
        const auto given = arrays.find(name);
        for (std::int64_t i = 0; i < tensor.count(); ++i) {
            tensor.elements<float>()[i] = given == arrays.end()
                                              ? usualValue(name)
                                              : given->second.at(static_cast<std::size_t>(i));
        }
        values[name] = std::move(tensor);
    }
    ASSIGN_OR_RETURN(const std::vector<Tensor> outputs, referenceResults(run, values));
    const Tensor &last = outputs.back();
    const auto numbers = last.elements<float>();
    return std::vector<float>(numbers.begin(), numbers.end());
}

std::vector<float> darknetValues(const Shape &shape, const std::string &layers,
                                 std::vector<float> input,
                                 std::map<std::string, std::vector<float>> arrays)
{
    const auto result = DarknetProbe(shape, layers).computed(std::move(input), std::move(arrays));
    if (!result) {
        qWarning("%s", result.error().message.c_str());
        return {};
    }
    return *result;
}

Shapes darknetRule(std::string op, AttrDict attrs, Shapes in)
{
    OpProbe probe(std::move(op), std::move(attrs), Dialect::Darknet);
    probe.semantics = Semantics::Fixed;
    return probe.outputsFor(std::move(in));
}

std::string darknetFault(const Shape &shape, const std::string &layers)
{
    const auto result = DarknetProbe(shape, layers).shape();
    return result ? std::string() : result.error().message;
}

} // namespace nervure::tests
