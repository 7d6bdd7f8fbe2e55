// SPDX-License-Identifier: Apache-2.0
// NNVM's reductions as LightNet's operators.
#include "core/passes/conversion/nnvm_raising.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

/// The tensor as a matrix: each row holds what becomes one element.
LightNetTensor rowsOf(RaisedNode &node, const LightNetTensor &data,
                      const std::vector<std::size_t> &reduced)
{
    IntTuple order;
    for (std::size_t i = 0; i < data.shape.size(); ++i) {
        if (std::find(reduced.begin(), reduced.end(), i) == reduced.end()) {
            order.push_back(static_cast<std::int64_t>(i));
        }
    }
    const std::size_t kept = order.size();
    for (const std::size_t axis : reduced) {
        order.push_back(static_cast<std::int64_t>(axis));
    }
    const LightNetTensor sorted = node.make.transpose(data, order);
    return node.make.reshape(sorted, {elementsBetween(sorted.shape, 0, kept),
                                      elementsBetween(sorted.shape, kept, order.size())});
}

/// Rows times a column of ones.
LightNetTensor sumOfRows(RaisedNode &node, const LightNetTensor &rows)
{
    return node.make.product(rows, node.make.constant({1, rows.shape[1], 1, 1}, rows.type, 1),
                             node.make.constant({1}, rows.type, 0));
}

/// LightNet's product of two tensors sums all elements, of every type. Of products it sums the
/// factors.
Raised summedWhole(RaisedNode &node)
{
    const LightNetTensor &data = node.in(0);
    const auto product = node.producer(0);
    const bool hasFactors = product && product->op() == "elemwise_mul"
                            && product->in(0).type == data.type && product->in(1).type == data.type;
    const LightNetTensor sum = node.make.add(
        "dot_product",
        {{"src1", hasFactors ? product->in(0) : data},
         {"src2", hasFactors ? product->in(1) : node.make.constant(data.shape, data.type, 1)}},
        {}, {1}, data.type);
    return raisedAs(node.make.reshape(sum, node.outShape()));
}

Raised summed(RaisedNode &node)
{
    const auto reduced = reducedDimensions(node);
    if (!reduced) {
        return notRaised(reduced.error());
    }
    const bool isWhole = reduced->size() == node.in(0).shape.size();
    if (isWhole && node.op() == "sum" && node.in(0).type == node.outType()) {
        return summedWhole(node);
    }
    if (std::string reason = whyNotFloats(node); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    const LightNetTensor rows = rowsOf(node, node.in(0), *reduced);
    LightNetTensor sum = sumOfRows(node, rows);
    if (node.op() == "mean") {
        sum = node.make.arithmetic("TL_DIV", sum, static_cast<double>(rows.shape[1]));
    }
    return raisedAs(node.make.reshape(sum, node.outShape()));
}

/// Along the dimensions that the second input has not, or has with 1.
Raised collapsed(RaisedNode &node)
{
    const Shape &in = node.in(0).shape;
    const Shape &out = node.outShape();
    if (std::string reason = whyNotFloats(node); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    if (out.size() > in.size()) {
        return notRaised(fmt::format("the data has {} dimensions, fewer than the result's {}",
                                     in.size(), out.size()));
    }
    const std::size_t more = in.size() - out.size();
    std::vector<std::size_t> reduced;
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (i < more || out[i - more] != in[i]) {
            reduced.push_back(i);
        }
    }
    if (reduced.empty()) {
        return raisedAs(node.make.reshape(node.in(0), out));
    }
    return raisedAs(node.make.reshape(sumOfRows(node, rowsOf(node, node.in(0), reduced)), out));
}

/// The least is the negative of the largest negative.
Raised extreme(RaisedNode &node)
{
    const bool isLeast = node.op() == "min";
    const auto reduced = reducedDimensions(node);
    if (!reduced) {
        return notRaised(reduced.error());
    }
    if (std::string reason = whyNoFloats(node.outType()); isLeast && !reason.empty()) {
        return notRaised(std::move(reason));
    }
    LightNetTensor result = node.in(0);
    if (isLeast) {
        result = node.make.arithmetic("TL_MUL", result, -1);
    }
    for (const std::size_t axis : *reduced) {
        result = node.make.largest(result, axis);
    }
    if (isLeast) {
        result = node.make.arithmetic("TL_MUL", result, -1);
    }
    return raisedAs(node.make.reshape(result, node.outShape()));
}

Raised place(RaisedNode &node)
{
    const bool isLeast = node.op() == "argmin";
    const auto reduced = reducedDimensions(node);
    if (node.outType() != DType::Int32) {
        return notRaised("dtype is " + std::string(dtypeName(node.outType()))
                         + ", LightNet gives positions as int32");
    }
    if (!reduced) {
        return notRaised(reduced.error());
    }
    if (reduced->empty()) {
        return notRaised("axis excludes every dimension, nothing is left to search");
    }
    if (std::string reason = whyNoFloats(node.in(0).type); isLeast && !reason.empty()) {
        return notRaised(std::move(reason));
    }
    LightNetTensor data = node.in(0);
    if (isLeast) {
        data = node.make.arithmetic("TL_MUL", data, -1);
    }
    const LightNetTensor result = reduced->size() == 1
                                      ? node.make.placeOfLargest(data, reduced->front())
                                      : node.make.placeOfLargest(rowsOf(node, data, *reduced), 1);
    return raisedAs(node.make.reshape(result, node.outShape()));
}

/// x divided by the root of the sum of its squares, which is `eps` at least.
Raised lengthNormalized(RaisedNode &node)
{
    const auto reduced = reducedDimensions(node);
    const Result<double> least = node.element("eps", false);
    if (std::string reason = whyNotFloats(node); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    if (!reduced) {
        return notRaised(reduced.error());
    }
    if (!least) {
        return notRaised(least.error());
    }
    const LightNetTensor &x = node.in(0);
    Shape kept = x.shape;
    for (const std::size_t axis : *reduced) {
        kept[axis] = 1;
    }
    const LightNetTensor sum =
        sumOfRows(node, rowsOf(node, node.make.arithmetic("TL_MUL", x, x), *reduced));
    const LightNetTensor length =
        node.make.arithmetic("TL_POW", node.make.arithmetic("TL_MAX", sum, *least), 0.5);
    return raisedAs(node.make.arithmetic(
        "TL_DIV", x, node.make.stretch(node.make.reshape(length, kept), x.shape)));
}

} // namespace

void addReductionRaising(RaisingRules &rules)
{
    rules["sum"] = summed;
    rules["mean"] = summed;
    rules["collapse_sum"] = collapsed;
    rules["max"] = extreme;
    rules["min"] = extreme;
    rules["argmax"] = place;
    rules["argmin"] = place;
    rules["l2_normalize"] = lengthNormalized;
}

} // namespace nervure
