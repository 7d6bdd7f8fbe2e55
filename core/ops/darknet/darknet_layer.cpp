// SPDX-License-Identifier: Apache-2.0
#include "core/ops/darknet/darknet_layer.h"

#include "core/graph/darknet_fork.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <charconv>

namespace nervure {

Result<std::int64_t> darknetProduct(std::int64_t a, std::int64_t b)
{
    if (isUnknownSize(a) || isUnknownSize(b)) {
        return unknownSize;
    }
    const auto product = checkedMultiply(a, b);
    if (!product || *product > std::int64_t{1} << 48) {
        return makeError("infer-shape", "{} times {} is too large for a size", a, b);
    }
    return *product;
}

std::int64_t darknetPart(std::int64_t size, std::int64_t parts)
{
    return isUnknownSize(size) ? unknownSize : size / parts;
}

/// NNVM's operator adds its epsilon to the variance, as the fork does, and Darknet to the root: so that variance is
/// given whose root is the sum.
Entry darknetNormalized(const Lowering &op, Entry data, const DarknetNormalization &with)
{
    if (op.rule().node.attrs.find(ofDarknetFork)) {
        return op.make("batch_norm", {data, with.scales, with.biases, with.mean, with.variance},
                       attrsOf({{"epsilon", "1e-05"}}));
    }
    const Entry deviation = op.makeScalar("__add_scalar__", op.make("sqrt", {with.variance}), 1e-6);
    const Entry variance = op.make("elemwise_mul", {deviation, deviation});
    return op.make("batch_norm", {data, with.scales, with.biases, with.mean, variance},
                   attrsOf({{"epsilon", "0"}}));
}

Status checkDarknetImage(const Shape &shape)
{
    return !shape.hasRank() || shape.size() == 4
               ? Status()
               : makeError("infer-shape", "input 0 (data) has shape {}, expected an image",
                           shapeText(shape));
}

Status checkDarknetRows(const Shape &shape)
{
    return shape.isScalar()
               ? makeError("infer-shape", "an input is a scalar, expected an image or rows")
               : Status();
}

std::int64_t darknetRowLength(const Shape &shape)
{
    return shape.size() == 0 ? unknownSize : sizeOf(Shape(shape.begin() + 1, shape.end()));
}

Entry darknetRow(const Lowering &op, Entry data, const Shape &shape)
{
    return shape.size() == 2 ? data : op.reshape(data, {shape[0], darknetRowLength(shape)});
}

Result<std::vector<std::int64_t>> darknetIntegers(std::string_view text)
{
    std::vector<std::int64_t> numbers;
    for (const std::string_view item : split(text, ',')) {
        const auto number = parseInteger(trim(item));
        if (!number) {
            return makeError("attr-invalid", "found {}, expected whole numbers with commas between",
                             quoted(text));
        }
        numbers.push_back(*number);
    }
    return numbers;
}

std::string_view darknetNumber(AttrKind kind, std::string_view text)
{
    if (kind != AttrKind::Integer && kind != AttrKind::Number) {
        return text;
    }
    const std::string_view digits = text.substr(text.starts_with('+') ? 1 : 0);
    const char *const end = digits.data() + digits.size();
    std::int64_t integer = 0;
    double number = 0;
    const auto read = kind == AttrKind::Integer ? std::from_chars(digits.data(), end, integer)
                                                : std::from_chars(digits.data(), end, number);
    const auto length = static_cast<std::size_t>(read.ptr - digits.data());
    return length == 0 ? "0" : digits.substr(0, length);
}

void addDarknetLayer(OpRegistry &ops, OpSpec layer)
{
    for (AttrDecl &decl : layer.attrs.decls) {
        if (decl.name == "activation") {
            decl.parse = [parse = decl.parse](std::string_view text, void *attrs) {
                return parse(isDarknetActivation(text) ? text : "relu", attrs);
            };
        } else if (decl.kind == AttrKind::Integer || decl.kind == AttrKind::Number) {
            decl.parse = [parse = decl.parse, kind = decl.kind,
                          unset = decl.defaultText](std::string_view text, void *attrs) {
                return parse(text == unset ? text : darknetNumber(kind, text), attrs);
            };
        }
    }
    ops.add(std::move(layer));
}

/// The window of the fork's smoothing is [1 2 1] in both directions: means of two, taken twice.
Entry darknetBlurred(const Lowering &op, Entry image, const DarknetBlur &blur)
{
    const auto means = [&](Entry from, std::int64_t border, const IntTuple &steps) {
        return op.make("avg_pool2d", {from},
                       attrsOf({{"pool_size", "(2, 2)"},
                                {"strides", attrText(steps)},
                                {"padding", attrText(IntTuple{border, border})},
                                {"count_include_pad", "True"}}));
    };
    const IntTuple steps{blur.strideY, blur.strideX};
    switch (blur.kind) {
    case 0: return image;
    case 2: return means(image, 0, steps);
    default: return means(means(image, 1, {1, 1}), 0, steps);
    }
}

Result<std::int64_t> darknetBlurredSize(const DarknetBlur &blur, std::int64_t size,
                                        std::int64_t stride)
{
    if (blur.kind == 0 || isUnknownSize(size)) {
        return size;
    }
    const std::int64_t room = blur.kind == 2 ? size - 2 : size - 1;
    if (room < 0) {
        return makeError("infer-shape", "antialiasing leaves nothing of a size of {}", size);
    }
    return room / stride + 1;
}

} // namespace nervure
