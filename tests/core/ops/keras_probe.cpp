// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/core/ops/op_probe.h"
#include "tests/core/passes/reference_run.h"

#include <QtGlobal>

#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace nervure::tests {

namespace {

const Builtins &kerasBuiltins()
{
    static const Builtins builtins = makeBuiltins();
    return builtins;
}

Diagnostic firstKerasFault(const PassRun &run)
{
    for (const Diagnostic &diagnostic : run.diagnostics) {
        if (diagnostic.severity == Severity::Error) {
            return diagnostic;
        }
    }
    return makeError("test", "no error was told");
}

float usualKerasValue(std::string_view name)
{
    return name.ends_with("bias") || name.ends_with("mean") || name.ends_with("beta") ? 0.0F : 1.0F;
}

std::string sizesJson(const Shape &shape)
{
    std::string text = "null";
    for (std::size_t i = 1; i < shape.size(); ++i) {
        text += ", " + std::to_string(shape[i]);
    }
    return '[' + text + ']';
}

std::string inputJson(const std::string &name, const Shape &shape)
{
    return fmt::format(R"({{"class_name": "InputLayer", "name": "{0}", "inbound_nodes": [],
        "config": {{"name": "{0}", "batch_input_shape": {1}}}}})",
                       name, sizesJson(shape));
}

} // namespace

std::string kerasLayer(const std::string &className, const std::string &config,
                       const std::string &name)
{
    return fmt::format(R"({{"class_name": "{}", "config": {{"name": "{}"{}{}}}}})", className, name,
                       config.empty() ? "" : ", ", config);
}

std::string kerasSequence(const Shape &input, const std::string &layers)
{
    return fmt::format(
        R"({{"class_name": "Sequential", "config": {{"name": "m", "layers": [{}, {}]}},
        "keras_version": "2.2.4", "backend": "tensorflow"}})",
        inputJson("x", input), layers);
}

std::string kerasPair(const Shape &a, const Shape &b, const std::string &className,
                      const std::string &config)
{
    std::string layer = kerasLayer(className, config);
    layer.insert(1, R"("name": "layer", "inbound_nodes": [[["a", 0, 0, {}], ["b", 0, 0, {}]]], )");
    return fmt::format(R"({{"class_name": "Model", "config": {{"name": "m", "layers": [{}, {}, {}],
        "input_layers": [["a", 0, 0], ["b", 0, 0]], "output_layers": [["layer", 0, 0]]}}}})",
                       inputJson("a", a), inputJson("b", b), layer);
}

namespace {

std::string replaced(std::string text, const std::string &part, const std::string &by)
{
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) {
        text.replace(at, part.size(), by);
    }
    return text;
}

std::string operationModel(const Shape &a, const Shape &b, const std::string &layer)
{
    return fmt::format(
        R"({{"class_name": "Functional", "config": {{"name": "m", "layers": [{}, {}, {}],
        "input_layers": [["a", 0, 0], ["b", 0, 0]], "output_layers": [["op", 0, 0]]}}}})",
        inputJson("a", a), inputJson("b", b), layer);
}

} // namespace

std::string kerasOperation(const Shape &a, const Shape &b, const std::string &className,
                           const std::string &config, const std::string &args,
                           const std::string &kwargs)
{
    std::string given = args;
    for (const std::string name : {"a", "b"}) {
        given = replaced(given, '$' + name,
                         R"({"class_name": "__keras_tensor__", "config": {"keras_history": [")"
                             + name + R"(", 0, 0]}})");
    }
    return operationModel(
        a, b,
        fmt::format(R"({{"module": "keras.src.ops.numpy", "class_name": "{}", "name": "op",
            "config": {{"name": "op"{}{}}}, "inbound_nodes": [{{"args": [{}], "kwargs": {{{}}}}}]}})",
                    className, config.empty() ? "" : ", ", config, given, kwargs));
}

std::string kerasFunction(const Shape &a, const Shape &b, const std::string &function,
                          const std::string &call)
{
    return operationModel(a, b,
                          fmt::format(R"({{"class_name": "TFOpLambda", "name": "op",
            "config": {{"name": "op", "trainable": true, "dtype": "float32", "function": "{}"}},
            "inbound_nodes": [{}]}})",
                                      function, call));
}

std::vector<float> operationValues(const std::string &model, std::vector<float> a,
                                   std::vector<float> b)
{
    const auto result = KerasProbe(model).computed(
        b.empty()
            ? std::map<std::string, std::vector<float>>{{"a", std::move(a)}}
            : std::map<std::string, std::vector<float>>{{"a", std::move(a)}, {"b", std::move(b)}});
    if (!result) {
        qWarning("%s", result.error().message.c_str());
        return {};
    }
    return *result;
}

PassRun KerasProbe::ran(const char *pipeline) const
{
    const auto opened =
        openModelText(m_json, "model.json", kerasBuiltins().formats, kerasBuiltins().ops);
    if (!opened) {
        PassRun run;
        run.diagnostics.push_back(opened.error());
        run.ok = false;
        return run;
    }
    return runPasses(opened->graph, *parsePipeline(pipeline),
                     {.passes = kerasBuiltins().passes,
                      .ops = kerasBuiltins().ops,
                      .semantics = Semantics::Fixed});
}

Result<Shape> KerasProbe::shape() const
{
    const PassRun run = ran("InferShape,InferType");
    if (!run.ok || hasErrors(run.diagnostics)) {
        return firstKerasFault(run);
    }
    const Shapes &shapes = *run.analyses.find(keys::shape, run.index);
    return shapes[run.index->entryId(run.index->heads().back())];
}

Result<std::vector<float>> KerasProbe::computed(
    std::map<std::string, std::vector<float>> values) const
{
    const PassRun run = ran("InferShape,InferType,KerasToNNVM,InferShape,InferType");
    if (!run.ok || hasErrors(run.diagnostics)) {
        return firstKerasFault(run);
    }
    const Shapes &shapes = *run.analyses.find(keys::shape, run.index);
    TensorMap tensors;
    for (const std::uint32_t id : run.index->inputNodes()) {
        const std::string &name = run.index->node(id).node->name;
        Tensor tensor = *Tensor::zeros(DType::Float32, shapes[run.index->entryId(id, 0)]);
        const auto given = values.find(name);
        for (std::int64_t i = 0; i < tensor.count(); ++i) {
            tensor.elements<float>()[i] = given == values.end()
                                              ? usualKerasValue(name)
                                              : given->second.at(static_cast<std::size_t>(i));
        }
        tensors[name] = std::move(tensor);
    }
    ASSIGN_OR_RETURN(const std::vector<Tensor> outputs, referenceResults(run, tensors));
    const auto numbers = outputs.back().elements<float>();
    return std::vector<float>(numbers.begin(), numbers.end());
}

std::vector<float> kerasValues(const Shape &shape, const std::string &className,
                               const std::string &config, std::vector<float> x,
                               std::map<std::string, std::vector<float>> arrays)
{
    arrays["x"] = std::move(x);
    const auto result =
        KerasProbe(kerasSequence(shape, kerasLayer(className, config))).computed(std::move(arrays));
    if (!result) {
        qWarning("%s", result.error().message.c_str());
        return {};
    }
    return *result;
}

Shape kerasShape(const Shape &shape, const std::string &className, const std::string &config)
{
    const auto result = KerasProbe(kerasSequence(shape, kerasLayer(className, config))).shape();
    if (!result) {
        qWarning("%s", result.error().message.c_str());
        return {};
    }
    return *result;
}

Shapes kerasRule(std::string op, AttrDict attrs, Shapes in)
{
    OpProbe probe(std::move(op), std::move(attrs), Dialect::Keras);
    probe.semantics = Semantics::Fixed;
    return probe.outputsFor(std::move(in));
}

std::string kerasFault(const Shape &shape, const std::string &className, const std::string &config)
{
    const KerasProbe probe(kerasSequence(shape, kerasLayer(className, config)));
    if (const auto inferred = probe.shape(); !inferred) {
        return inferred.error().message;
    }
    const auto result = probe.computed(
        {{"x", std::vector<float>(1 << 16, 1.0F)}}); // more than any test's input has
    return result ? std::string() : result.error().message;
}

bool isNear(double found, double expected)
{
    return std::abs(found - expected) < 1e-4;
}

std::vector<float> countedFrom1(std::size_t count)
{
    std::vector<float> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 1.0F);
    return numbers;
}

} // namespace nervure::tests
