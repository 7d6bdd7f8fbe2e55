// SPDX-License-Identifier: Apache-2.0
#include "core/ops/keras/keras_einsum.h"
#include "core/ops/keras/keras_operation.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure::keras {

namespace {

struct KerasEinsumAttrs {
    std::string equation;
    std::string outputShape = "None";
    std::string biasAxes = "None";
    std::string activation = "linear";

    [[nodiscard]] bool hasBias() const { return biasAxes != "None" && !biasAxes.empty(); }
};

using Einsum = KerasEinsumAttrs;

/// The last dimensions by output_shape; "None" is a size that it does not say.
Status learnOutput(const Einsum &attrs, const KerasEinsum &product, KerasEinsum::Sizes &sizes)
{
    Shape said = Shape::scalar();
    for (const std::string_view part : split(attrs.outputShape, ',')) {
        const auto numbers = kerasIntegers(part);
        const bool isSaid = !numbers.empty() || part.find("None") != std::string_view::npos;
        if (isSaid) {
            said.push_back(numbers.empty() ? unknownSize : numbers[0]);
        }
    }
    if (said.size() > product.result.size()) {
        return makeError("infer-shape", "output_shape is {} for the dimensions {}",
                         quoted(attrs.outputShape), quoted(product.result));
    }
    const std::string last = product.result.substr(product.result.size() - said.size());
    return said.isScalar() ? Status() : KerasEinsum::learn(sizes, last, said);
}

/// From the first dimension that has one on; along others it is the same. Unknown where there is no such one.
Shape biasShape(const Einsum &attrs, const KerasEinsum &product, const KerasEinsum::Sizes &sizes)
{
    const std::size_t first = product.result.find_first_of(attrs.biasAxes);
    if (first == std::string::npos) {
        return {};
    }
    const std::string letters = product.result.substr(first);
    Shape shape = KerasEinsum::shapeOf(sizes, letters);
    for (std::size_t i = 0; i < letters.size(); ++i) {
        shape[i] = attrs.biasAxes.find(letters[i]) == std::string::npos ? 1 : shape[i];
    }
    return shape;
}

Status einsumDenseShape(const Einsum &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.hasBias() ? 3 : 2, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const KerasEinsum product, kerasEinsum(attrs.equation, in[0].size()));
    KerasEinsum::Sizes sizes;
    RETURN_IF_FAILED(KerasEinsum::learn(sizes, product.left, in[0]));
    RETURN_IF_FAILED(KerasEinsum::learn(sizes, product.right, in[1]));
    RETURN_IF_FAILED(learnOutput(attrs, product, sizes));
    RETURN_IF_FAILED(assignInput(in, 1, "kernel", KerasEinsum::shapeOf(sizes, product.right)));
    if (attrs.hasBias()) {
        RETURN_IF_FAILED(assignInput(in, 2, "bias", biasShape(attrs, product, sizes)));
    }
    return assignOutput(out, 0, KerasEinsum::shapeOf(sizes, product.result));
}

Result<Entry> lowerEinsumDense(const Lowering &op)
{
    const auto &attrs = op.attrs<Einsum>();
    ASSIGN_OR_RETURN(const KerasEinsum product, kerasEinsum(attrs.equation, op.shape(0).size()));
    ASSIGN_OR_RETURN(Entry sums, product.lowered(op, op.in(0), op.shape(0), op.in(1), op.shape(1)));
    if (attrs.hasBias()) {
        Shape bias = op.shape(2);
        bias.insert(bias.begin(), op.outShape().size() - bias.size(), 1);
        sums = KerasFormula(op).plus(sums, op.reshape(op.in(2), bias));
    }
    return kerasActivated(op, sums, attrs.activation);
}

Status einsumShape(const Einsum &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!in[0].hasRank() || !in[1].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const KerasEinsum product, kerasEinsum(attrs.equation, in[0].size()));
    KerasEinsum::Sizes sizes;
    RETURN_IF_FAILED(KerasEinsum::learn(sizes, product.left, in[0]));
    RETURN_IF_FAILED(KerasEinsum::learn(sizes, product.right, in[1]));
    return product.result.empty()
               ? makeError("infer-shape", "no dimension is left, expected one")
               : assignOutput(out, 0, KerasEinsum::shapeOf(sizes, product.result));
}

Result<Entry> lowerEinsum(const Lowering &op)
{
    ASSIGN_OR_RETURN(const KerasEinsum product,
                     kerasEinsum(op.attrs<Einsum>().equation, op.shape(0).size()));
    return product.lowered(op, op.in(0), op.shape(0), op.in(1), op.shape(1));
}

/// One for each letter of the product.
std::optional<std::int64_t> einsumMacs(const Einsum &attrs, std::span<const Shape> in,
                                       std::span<const Shape>)
{
    const auto product = kerasEinsum(attrs.equation, in[0].size());
    KerasEinsum::Sizes sizes;
    if (!product || !KerasEinsum::learn(sizes, product->left, in[0])
        || !KerasEinsum::learn(sizes, product->right, in[1])) {
        return std::nullopt;
    }
    std::int64_t all = 1;
    for (const auto &[letter, size] : sizes) {
        const auto more = isUnknownSize(size) ? std::nullopt : checkedMultiply(all, size);
        if (!more) {
            return std::nullopt;
        }
        all = *more;
    }
    return all;
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsEinsum(OpRegistry &ops)
{
    using keras::Einsum;
    OpBuilder<Einsum> dense = keras::kerasLayer<Einsum>(
        "EinsumDense", "a product with a kernel, as an equation says", OpCategory::Convolution);
    ops.add(
        dense.attr(field("equation", &Einsum::equation, "its dimensions, a letter each").required())
            .attr(field("output_shape", &Einsum::outputShape, "sizes of the result's last ones"))
            .attr(field("bias_axes", &Einsum::biasAxes, "those along which numbers are added"))
            .attr(keras::kerasActivationField<Einsum>())
            .shape(keras::einsumDenseShape)
            .macs(keras::einsumMacs)
            .lower(lowerTo(keras::lowerEinsumDense))
            .build());
    ops.add(
        keras::kerasOperation<Einsum>("ops.Einsum", "a product of two, as an equation says",
                                      OpCategory::Convolution)
            .attr(
                field("subscripts", &Einsum::equation, "its dimensions, a letter each").required())
            .inputs({"x1", "x2"})
            .shape(keras::einsumShape)
            .macs(keras::einsumMacs)
            .lower(lowerTo(keras::lowerEinsum))
            .build());
}

} // namespace nervure
