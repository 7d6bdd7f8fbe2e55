// SPDX-License-Identifier: Apache-2.0
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>

namespace nervure::coreml {

namespace {

enum ProductPlace : std::size_t { rowsPlace, matrixPlace, matrixBias };

/// All but the dimensions that a row of the matrix is made of: of images three, else the last.
Dimensions rowsInFront(const Dimensions &shape)
{
    const std::size_t row = shape.size() >= 4 ? 3 : 1;
    return {shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(std::min(row, shape.size()))};
}

Status productShape(ValueCall &call)
{
    const auto &shape = call.shape(rowsPlace);
    if (!shape || shape->empty()) {
        return {};
    }
    Dimensions out = rowsInFront(*shape);
    const Dimension length = productOf(std::span(*shape).subspan(out.size()));
    const std::int64_t wanted = call.attrs.integer("inputChannels");
    const std::int64_t units = call.attrs.integer("outputChannels");
    RETURN_IF_FAILED(checkWeights(call, matrixPlace, {units, wanted}));
    RETURN_IF_FAILED(checkWeights(call, matrixBias, {units}));
    if (length.isNumber() && !length.is(wanted)) {
        return makeError("infer-shape", "{} elements in a row, expected {} as the weights have",
                         length.text(), wanted);
    }
    out.push_back(units);
    const bool isShort = shape->size() == 4 && call.attrs.integer("keepsRank") == 0;
    if (shape->size() >= 4 && !isShort) {
        out.insert(out.end(), {1, 1});
    }
    call.setShape(0, std::move(out));
    return {};
}

Operand denseOf(const OnnxLowering &op, const Operand &rows, const Operand &weight,
                std::size_t bias)
{
    std::vector<Operand> inputs{rows, weight};
    if (op.has(bias)) {
        inputs.push_back(weights(op, bias));
    }
    return op.make("dense", inputs,
                   attrsOf({{"units", std::to_string(weight.dims[0])},
                            {"use_bias", attrText(inputs.size() > 2)}}),
                   {rows.dims[0], weight.dims[0]}, rows.type);
}

Lowered multiply(const OnnxLowering &op)
{
    const Operand weight = weights(op, matrixPlace);
    const Operand &x = op.in(rowsPlace);
    const std::int64_t length = weight.dims[1];
    return shaped(op, denseOf(op, op.reshape(x, {x.count() / length, length}), weight, matrixBias));
}

std::optional<std::int64_t> productMacs(const RuleContext &, std::span<const Shape> in,
                                        std::span<const Shape> out)
{
    if (in.size() < 2 || in[1].size() != 2 || isUnknown(out[0]) || isUnknown(in[1])) {
        return std::nullopt;
    }
    const auto count = elementCount(out[0]);
    return count ? std::optional(*count * in[1][1]) : std::nullopt;
}

/// A vector for each of the numbers that there are.
Status checkTable(const ValueCall &call, std::string_view length, std::string_view count)
{
    RETURN_IF_FAILED(
        checkWeights(call, matrixPlace, {call.attrs.integer(length), call.attrs.integer(count)}));
    return checkWeights(call, matrixBias, {call.attrs.integer(length)});
}

Status embeddedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Blob blob, blobAt(call, rowsPlace));
    RETURN_IF_FAILED(checkTable(call, "outputChannels", "inputDim"));
    if (!blob.isKnown()) {
        return {};
    }
    const Dimension length = blob.channels * blob.height * blob.width;
    if (length.isNumber() && !length.is(1)) {
        return makeError("infer-shape", "{} elements for each row, expected one number",
                         length.text());
    }
    setBlob(call, 0, vectorOf(call, blob, call.attrs.integer("outputChannels")));
    return {};
}

/// Rows of the transposed weights by number.
Operand lookedUp(const OnnxLowering &op)
{
    const Operand &x = op.in(rowsPlace);
    const Operand table = op.transposeLast(weights(op, matrixPlace));
    const Operand rows = op.take(table, op.reshape(x, {x.count()}), 0);
    return op.has(matrixBias) ? op.binary("add", rows, weights(op, matrixBias)) : rows;
}

Lowered embed(const OnnxLowering &op)
{
    return shaped(op, lookedUp(op));
}

Status rankedEmbeddedShape(ValueCall &call)
{
    RETURN_IF_FAILED(checkTable(call, "embeddingSize", "vocabSize"));
    if (const auto &shape = call.shape(rowsPlace)) {
        if (shape->empty() || (shape->back().isNumber() && !shape->back().is(1))) {
            return makeError("infer-shape", "the last dimension is {}, expected 1",
                             shape->empty() ? "none" : shape->back().text());
        }
        Dimensions out = *shape;
        out.back() = call.attrs.integer("embeddingSize");
        call.setShape(0, std::move(out));
    }
    return {};
}

Status dotShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    blob.channels = 1;
    setBlob(call, 0, blob);
    return {};
}

Operand lengthOf(const OnnxLowering &op, const Operand &x)
{
    return op.unary("sqrt", op.reduce("sum", op.binary("mul", x, x), {1}));
}

Lowered dot(const OnnxLowering &op)
{
    const Operand a = asImages(op, op.in(0));
    const Operand b = asImages(op, op.in(1));
    Operand sum = op.reduce("sum", op.binary("mul", a, b), {1});
    if (op.attrs().integer("cosineSimilarity") != 0) {
        sum = op.binary("div", sum, op.binary("mul", lengthOf(op, a), lengthOf(op, b)));
    }
    return shaped(op, sum);
}

Dimensions matrixShape(Dimensions shape, bool isTransposed)
{
    if (shape.size() == 1) {
        shape.insert(shape.begin(), 1);
    }
    if (isTransposed && shape.size() > 1) {
        std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    }
    return shape;
}

Status batchedShape(ValueCall &call)
{
    const auto &a = call.shape(0);
    const auto &b = call.shape(1);
    if (!a || !b || a->empty() || b->empty()) {
        return {};
    }
    const bool isWeight = call.attrs.integer("weightMatrixFirstDimension") != 0;
    const Dimensions left = matrixShape(*a, call.attrs.integer("transposeA") != 0);
    const Dimensions right = matrixShape(*b, !isWeight && call.attrs.integer("transposeB") != 0);
    ASSIGN_OR_RETURN([[maybe_unused]] const Dimension depth,
                     onnx::same(left.back(), right[right.size() - 2], "columns and rows"));
    ASSIGN_OR_RETURN(const auto outer, onnx::broadcast(Dimensions(left.begin(), left.end() - 2),
                                                       Dimensions(right.begin(), right.end() - 2)));
    Dimensions out = *outer;
    out.insert(out.end(), {left[left.size() - 2], right.back()});
    if (a->size() == 1) {
        out.erase(out.end() - 2);
    }
    call.setShape(0, std::move(out));
    return {};
}

Lowered multiplyBatches(const OnnxLowering &op)
{
    const auto matrix = [&](const Operand &x) {
        return x.rank() == 1 ? op.reshape(x, {1, x.dims[0]}) : x;
    };
    const bool isWeight = op.attrs().integer("weightMatrixFirstDimension") != 0;
    Operand a = matrix(op.in(0));
    Operand b = matrix(weights(op, 1));
    a = op.attrs().integer("transposeA") != 0 ? op.transposeLast(a) : a;
    b = !isWeight && op.attrs().integer("transposeB") != 0 ? op.transposeLast(b) : b;
    Operand y = op.matmul(a, b);
    if (op.has(matrixBias)) {
        y = op.binary("add", y, weights(op, matrixBias));
    }
    return shaped(op, y);
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmProduct(OpRegistry &ops)
{
    coreml::addAll(
        ops, {{.name = "innerProduct",
               .category = OpCategory::Convolution,
               .signature = "x:T weights:W bias:W? -> y:T",
               .attributes = "inputChannels:int=0 outputChannels:int=0 hasBias:bool=false "
                             "int8DynamicQuantize:bool=false keepsRank:bool=false",
               .summary = "a product with a matrix of weights",
               .infer = coreml::productShape,
               .lower = coreml::multiply,
               .macs = coreml::productMacs},
              {.name = "embedding",
               .category = OpCategory::Layout,
               .signature = "x:T weights:W bias:W? -> y:T",
               .attributes = "inputDim:int=0 outputChannels:int=0 hasBias:bool=false "
                             "keepsRank:bool=false",
               .summary = "the vector of weights that each number stands for",
               .infer = coreml::embeddedShape,
               .lower = coreml::embed},
              {.name = "embeddingND",
               .category = OpCategory::Layout,
               .signature = "x:T weights:W bias:W? -> y:T",
               .attributes = "vocabSize:int=0 embeddingSize:int=0 hasBias:bool=false",
               .summary = "the vector of weights that each number stands for",
               .infer = coreml::rankedEmbeddedShape,
               .lower = coreml::embed},
              {.name = "dot",
               .category = OpCategory::Convolution,
               .signature = "a:T b:T -> y:T",
               .attributes = "cosineSimilarity:bool=false",
               .summary = "the sum of the products of two vectors",
               .infer = coreml::dotShape,
               .lower = coreml::dot},
              {.name = "batchedMatmul",
               .category = OpCategory::Convolution,
               .signature = "a:T b:W bias:W? -> y:T",
               .attributes = "transposeA:bool=false transposeB:bool=false "
                             "weightMatrixFirstDimension:int=0 weightMatrixSecondDimension:int=0 "
                             "hasBias:bool=false int8DynamicQuantize:bool=false",
               .summary = "products of the matrices in the last two dimensions",
               .infer = coreml::batchedShape,
               .lower = coreml::multiplyBatches}});
}

} // namespace nervure
