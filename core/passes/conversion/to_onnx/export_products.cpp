// SPDX-License-Identifier: Apache-2.0
// NNVM's matrix products and normalizations as ONNX's operators.
#include "core/passes/conversion/to_onnx/export_node.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace nervure {

namespace {

std::int64_t elementsOf(const Shape &shape, std::size_t from, std::size_t to)
{
    return std::accumulate(shape.begin() + static_cast<std::ptrdiff_t>(from),
                           shape.begin() + static_cast<std::ptrdiff_t>(to), std::int64_t{1},
                           std::multiplies<>());
}

/// Along the last dimension, however many are in front: ONNX's Gemm takes matrices alone.
Exported exportDense(ExportNode &node)
{
    if (std::string reason = mixedTypesOf(node, "ONNX"); !reason.empty()) {
        return notExported(std::move(reason));
    }
    const OnnxTensor &data = node.in(0);
    const bool hasBias = node.inputCount() > 2;
    if (data.shape.size() == 2) {
        std::vector<OnnxTensor> inputs{data, node.in(1)};
        if (hasBias) {
            inputs.push_back(node.in(2));
        }
        return exportedAs(
            node.make.add("Gemm", inputs, {{"transB", "1"}}, node.outShape(), node.outType()));
    }
    const OnnxTensor weight = node.make.transpose(node.in(1), {1, 0});
    const OnnxTensor product =
        node.make.add("MatMul", {data, weight}, {}, node.outShape(), node.outType());
    return exportedAs(hasBias ? node.make.arithmetic("Add", product, node.in(2)) : product);
}

/// As matmul multiplies it: one dimension is a row, transposing turns all dimensions around.
OnnxTensor matmulFactor(ExportNode &node, std::size_t input, bool isTransposed)
{
    OnnxTensor tensor = node.in(input);
    if (tensor.shape.size() == 1) {
        tensor = node.make.reshape(tensor, {1, tensor.shape[0]});
    }
    IntTuple order(tensor.shape.size(), 0);
    std::iota(order.begin(), order.end(), std::int64_t{0});
    if (isTransposed) {
        std::reverse(order.begin(), order.end());
    }
    return node.make.transpose(tensor, order);
}

Exported exportMatmul(ExportNode &node)
{
    const OnnxTensor left = matmulFactor(node, 0, node.flag("transpose_a"));
    const OnnxTensor right = matmulFactor(node, 1, node.flag("transpose_b"));
    const std::size_t last = left.shape.size() - 1;
    const std::int64_t depth = right.shape[0];
    const OnnxTensor rows =
        node.make.reshape(left, {elementsOf(left.shape, 0, last), left.shape[last]});
    const OnnxTensor columns =
        node.make.reshape(right, {depth, elementsOf(right.shape, 1, right.shape.size())});
    const OnnxTensor product = node.make.add("MatMul", {rows, columns}, {},
                                             {rows.shape[0], columns.shape[1]}, node.outType());
    return exportedAs(node.make.reshape(product, node.outShape()));
}

Exported exportBatchMatmul(ExportNode &node)
{
    std::vector<OnnxTensor> factors;
    for (std::size_t i = 0; i < 2; ++i) {
        IntTuple order(node.in(i).shape.size(), 0);
        std::iota(order.begin(), order.end(), std::int64_t{0});
        if (node.flag(i == 0 ? "transpose_a" : "transpose_b")) {
            std::swap(order[order.size() - 1], order[order.size() - 2]);
        }
        factors.push_back(node.make.transpose(node.in(i), order));
    }
    return exportedAs(node.make.add("MatMul", factors, {}, node.outShape(), node.outType()));
}

/// As it is when a model runs and does not learn. ONNX has the channels at dimension 1.
Exported exportBatchNorm(ExportNode &node)
{
    if (node.isRead(1) || node.isRead(2)) {
        return notExported("its mean or variance is read, which ONNX's does not give");
    }
    const Shape &shape = node.inShape(0);
    const Result<std::size_t> axis = node.axis(shape.size());
    if (!axis) {
        return notExported(axis.error());
    }
    const std::int64_t channels = shape[*axis];
    for (std::size_t i = 1; i < node.inputCount(); ++i) {
        if (node.inShape(i) != Shape{channels}) {
            return notExported("its channels are in blocks, which ONNX's are not");
        }
    }
    const auto parameter = [&](std::size_t input, const char *flag, double without) {
        return node.flag(flag)
                   ? node.in(input)
                   : node.make.numbers({channels}, node.inType(0),
                                       NumberTuple(static_cast<std::size_t>(channels), without));
    };
    const OnnxTensor data = node.make.reshape(
        node.in(0), *axis == 1 ? shape
                               : Shape{elementsOf(shape, 0, *axis), channels,
                                       elementsOf(shape, *axis + 1, shape.size())});
    const OnnxTensor result = node.make.add(
        "BatchNormalization",
        {data, parameter(1, "scale", 1), parameter(2, "center", 0), node.in(3), node.in(4)},
        {{"epsilon", onnxNumber(node.number("epsilon"))}}, data.shape, data.type);
    return {{node.make.reshape(result, shape), {}, {}}, {}};
}

Exported exportSoftmax(ExportNode &node)
{
    const Result<std::size_t> axis = node.axis(node.inShape(0).size());
    return axis ? exportedAs(node.make.alike(node.op() == "softmax" ? "Softmax" : "LogSoftmax",
                                             node.in(0), {{"axis", std::to_string(*axis)}}))
                : notExported(axis.error());
}

} // namespace

void addProductExports(ExportRules &rules)
{
    rules["dense"] = exportDense;
    rules["matmul"] = exportMatmul;
    rules["batch_matmul"] = exportBatchMatmul;
    rules["batch_norm"] = exportBatchNorm;
    rules["softmax"] = exportSoftmax;
    rules["log_softmax"] = exportSoftmax;
}

} // namespace nervure
