// SPDX-License-Identifier: Apache-2.0
#include "core/engine/imported_values.h"

#include "core/graph/value/element_type.h"
#include "core/passes/conversion/coreml/coreml_params.h"
#include "core/passes/conversion/darknet/darknet_params.h"
#include "core/passes/conversion/keras/from_keras.h"
#include "core/passes/conversion/tensorflow/from_tensorflow.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace nervure {

namespace {

void learnDarknet(const ExecutionRequest &request, const Builtins &builtins, ImportedValues &values)
{
    const auto params = darknetParams(request.graph, builtins.ops);
    if (!params) {
        return;
    }
    for (const DarknetParam &param : *params) {
        const Node &source = request.graph.node(param.source);
        if (source.isVariable()) {
            values.documentNames[param.name] = source.name;
            continue;
        }
        const auto count = static_cast<std::int64_t>(param.elements.size());
        if (auto made = tensorOfElements(param.type, {count}, param.elements)) {
            values.made[param.name] = std::move(*made);
        }
    }
}

void learnTensorFlow(const ExecutionRequest &request, const Builtins &builtins,
                     ImportedValues &values)
{
    TensorFlowArguments arguments;
    for (const auto &[name, shape] : request.facts.shapes) {
        arguments.shapes[name] = {shape.begin(), shape.end()};
    }
    const auto params = tensorFlowParams(request.graph, builtins.ops, builtins.passes, arguments);
    if (!params) {
        return;
    }
    for (const TensorFlowParam &param : *params) {
        if (!param.isMade || !param.elements) {
            continue;
        }
        if (auto made = tensorOfElements(toDType(param.type), param.shape, *param.elements)) {
            values.made[param.name] = std::move(*made);
        }
    }
}

/// The array with its dimensions in another order.
Result<Tensor> transposedTensor(const Tensor &tensor, const IntTuple &axes)
{
    if (axes.size() < 2) {
        return tensor;
    }
    Shape shape;
    for (const std::int64_t axis : axes) {
        shape.push_back(tensor.shape()[static_cast<std::size_t>(axis)]);
    }
    ASSIGN_OR_RETURN(Tensor turned, Tensor::zeros(tensor.type(), shape));
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t d = shape.size() - 1; d > 0; --d) {
        strides[d - 1] = strides[d] * tensor.shape()[d];
    }
    std::vector<std::int64_t> place(shape.size(), 0);
    const std::size_t each = dtypeBytes(tensor.type());
    std::int64_t from = 0;
    for (std::int64_t i = 0; i < turned.count(); ++i) {
        std::memcpy(turned.data() + static_cast<std::size_t>(i) * each,
                    tensor.data() + static_cast<std::size_t>(from) * each, each);
        for (std::size_t d = shape.size(); d > 0; --d) {
            const std::int64_t stride = strides[static_cast<std::size_t>(axes[d - 1])];
            from += stride;
            if (++place[d - 1] < shape[d - 1]) {
                break;
            }
            from -= stride * shape[d - 1];
            place[d - 1] = 0;
        }
    }
    return turned;
}

const Tensor *givenValue(const ExecutionRequest &request, const std::string &name)
{
    for (const TensorMap *known : {&request.values, &request.weights}) {
        if (const auto found = known->find(name); found != known->end()) {
            return &found->second;
        }
    }
    return nullptr;
}

void learnKeras(const ExecutionRequest &request, const Builtins &builtins, ImportedValues &values)
{
    const auto params = kerasParams(request.graph, builtins.ops, builtins.passes);
    if (!params) {
        return;
    }
    for (const KerasParam &param : *params) {
        if (!param.source.isValid()) {
            if (auto zeros = Tensor::zeros(DType::Float32, param.shape)) {
                values.made[param.name] = std::move(*zeros);
            }
            continue;
        }
        const std::string &source = request.graph.node(param.source).name;
        const Tensor *given = givenValue(request, source);
        if (!given || given->shape().size() != param.shape.size()) {
            values.documentNames[param.name] = source;
            continue;
        }
        if (auto made = kerasParamValue(param, *given)) {
            values.made[param.name] = std::move(*made);
        }
    }
}

void learnCoreMl(const ExecutionRequest &request, const Builtins &builtins, ImportedValues &values)
{
    const auto params = coreMlParams(request.graph, builtins.ops);
    if (!params) {
        return;
    }
    for (const CoreMlParam &param : *params) {
        const auto weights = request.weights.find(param.source);
        const bool isAsStored =
            weights == request.weights.end() || weights->second.shape() == param.shape;
        if (!param.source.empty() && isAsStored) {
            values.documentNames[param.name] = param.source;
            continue;
        }
        auto made = param.source.empty()
                        ? tensorOfElements(DType::Float32, param.shape, param.elements)
                        : tensorInShape(weights->second, param.shape);
        if (made) {
            values.made[param.name] = std::move(*made);
        }
    }
}

} // namespace

Result<Tensor> kerasParamValue(const KerasParam &param, const Tensor &given)
{
    return param.axes.empty() || given.count() == 0 ? given : transposedTensor(given, param.axes);
}

ImportedValues importedValues(const ExecutionRequest &request, const Builtins &builtins)
{
    ImportedValues values;
    if (request.semantics == Semantics::Fixed) {
        return values;
    }
    if (request.graph.dialect() == Dialect::Darknet) {
        learnDarknet(request, builtins, values);
    } else if (request.graph.dialect() == Dialect::Keras) {
        learnKeras(request, builtins, values);
    } else if (request.graph.dialect() == Dialect::TensorFlow) {
        learnTensorFlow(request, builtins, values);
    } else if (request.graph.dialect() == Dialect::CoreML) {
        learnCoreMl(request, builtins, values);
    }
    return values;
}

Result<Tensor> tensorOfElements(DType type, const Shape &shape, const std::vector<double> &elements)
{
    ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(type, shape));
    for (std::size_t i = 0; i < elements.size(); ++i) {
        storeElement(tensor.view(), static_cast<std::int64_t>(i), elements[i]);
    }
    return tensor;
}

Result<Tensor> tensorInShape(const Tensor &tensor, const Shape &shape)
{
    ASSIGN_OR_RETURN(Tensor copy, Tensor::zeros(tensor.type(), shape));
    if (copy.byteSize() != tensor.byteSize()) {
        return makeError("values-shape", "{} elements for the shape {}", tensor.count(),
                         shapeText(shape));
    }
    std::copy_n(tensor.data(), tensor.byteSize(), copy.data());
    return copy;
}

} // namespace nervure
