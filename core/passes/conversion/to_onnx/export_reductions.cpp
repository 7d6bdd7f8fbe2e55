// SPDX-License-Identifier: Apache-2.0
// NNVM's reductions as ONNX's operators.
#include "core/passes/conversion/to_onnx/export_node.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

std::string_view reductionName(std::string_view op)
{
    return op == "mean"   ? "ReduceMean"
           : op == "max"  ? "ReduceMax"
           : op == "min"  ? "ReduceMin"
           : op == "prod" ? "ReduceProd"
                          : "ReduceSum";
}

/// The reduced dimensions stay, as 1, or go. ReduceSum has its axes as an input, the others as an attribute.
OnnxTensor reduced(ExportNode &node, std::string_view name, const OnnxTensor &data,
                   const std::vector<std::size_t> &dimensions, bool keeps)
{
    const IntTuple axes(dimensions.begin(), dimensions.end());
    Shape shape = Shape::scalar();
    for (std::size_t i = 0; i < data.shape.size(); ++i) {
        const bool isReduced =
            std::find(dimensions.begin(), dimensions.end(), i) != dimensions.end();
        if (!isReduced || keeps) {
            shape.push_back(isReduced ? 1 : data.shape[i]);
        }
    }
    AttrDict attrs{{"keepdims", keeps ? "1" : "0"}};
    std::vector<OnnxTensor> inputs{data};
    if (name == "ReduceSum") {
        inputs.push_back(node.make.integers("axes", axes));
    } else {
        attrs.set("axes", onnxIntegers(axes));
    }
    return node.make.add(name, inputs, attrs, shape, data.type);
}

/// In one operator where ONNX gives NNVM's shape: that of a whole tensor's sum has a dimension in NNVM.
Exported reducedTo(ExportNode &node, std::string_view name,
                   const std::vector<std::size_t> &dimensions)
{
    const OnnxTensor &data = node.in(0);
    if (dimensions.empty()) {
        return exportedAs(node.make.reshape(data, node.outShape()));
    }
    const bool isShorter = node.outShape().size() + dimensions.size() == data.shape.size();
    const OnnxTensor result = reduced(node, name, data, dimensions, !isShorter);
    return exportedAs(node.make.reshape(result, node.outShape()));
}

Exported exportReduction(ExportNode &node)
{
    const auto dimensions = reducedDimensions(node);
    return dimensions ? reducedTo(node, reductionName(node.op()), *dimensions)
                      : notExported(dimensions.error());
}

/// Along the dimensions that the second input has not, or has with 1.
Exported exportCollapse(ExportNode &node)
{
    const Shape &in = node.inShape(0);
    const Shape &out = node.outShape();
    if (out.size() > in.size()) {
        return notExported(fmt::format("the data has {} dimensions, fewer than the result's {}",
                                       in.size(), out.size()));
    }
    const std::size_t more = in.size() - out.size();
    std::vector<std::size_t> dimensions;
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (i < more || out[i - more] != in[i]) {
            dimensions.push_back(i);
        }
    }
    return reducedTo(node, "ReduceSum", dimensions);
}

/// The dimensions that are searched as the last one of two, so that their places count in one row.
OnnxTensor searchedRows(ExportNode &node, const std::vector<std::size_t> &dimensions)
{
    const OnnxTensor &data = node.in(0);
    IntTuple order;
    std::int64_t rows = 1;
    std::int64_t columns = 1;
    for (std::size_t i = 0; i < data.shape.size(); ++i) {
        if (std::find(dimensions.begin(), dimensions.end(), i) == dimensions.end()) {
            order.push_back(static_cast<std::int64_t>(i));
            rows *= data.shape[i];
        }
    }
    for (const std::size_t dimension : dimensions) {
        order.push_back(static_cast<std::int64_t>(dimension));
        columns *= data.shape[dimension];
    }
    return node.make.reshape(node.make.transpose(data, order), {rows, columns});
}

Exported exportPlace(ExportNode &node)
{
    const auto dimensions = reducedDimensions(node);
    if (!dimensions) {
        return notExported(dimensions.error());
    }
    if (dimensions->empty()) {
        return notExported("axis excludes every dimension, nothing is left to search");
    }
    const bool isOne = dimensions->size() == 1;
    const OnnxTensor data = isOne ? node.in(0) : searchedRows(node, *dimensions);
    const std::size_t axis = isOne ? dimensions->front() : 1;
    Shape shape = data.shape;
    shape[axis] = 1;
    const OnnxTensor place =
        node.make.add(node.op() == "argmax" ? "ArgMax" : "ArgMin", {data},
                      {{"axis", std::to_string(axis)}, {"keepdims", "1"}}, shape, DType::Int64);
    return exportedAs(node.make.cast(node.make.reshape(place, node.outShape()), node.outType()));
}

/// x divided by the root of the sum of its squares, which is `eps` at least.
Exported exportLengthNormalization(ExportNode &node)
{
    const auto dimensions = reducedDimensions(node);
    const Result<double> least = node.element("eps", false);
    if (!dimensions || !least) {
        return notExported(dimensions ? least.error() : dimensions.error());
    }
    const OnnxTensor squares = reduced(node, "ReduceSumSquare", node.in(0), *dimensions, true);
    const OnnxTensor held =
        node.make.arithmetic("Max", squares, node.make.scalar(*least, squares.type));
    return exportedAs(node.make.arithmetic("Div", node.in(0), node.make.alike("Sqrt", held)));
}

} // namespace

void addReductionExports(ExportRules &rules)
{
    for (const char *op : {"sum", "mean", "max", "min", "prod"}) {
        rules[op] = exportReduction;
    }
    rules["collapse_sum"] = exportCollapse;
    rules["argmax"] = exportPlace;
    rules["argmin"] = exportPlace;
    rules["l2_normalize"] = exportLengthNormalization;
}

} // namespace nervure
