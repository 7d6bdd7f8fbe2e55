// SPDX-License-Identifier: Apache-2.0
// Operations that take a part of a tensor, and products of tensors.
#include "core/ops/keras/keras_operation.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/support/text.h"

#include <algorithm>
#include <string_view>

namespace nervure::keras {

namespace {

struct KerasCutAttrs {
    std::string key;
    std::string sections;
    std::int64_t axis = 0;
    bool transposeA = false;
    bool transposeB = false;
};

/// The part that an index takes of one dimension; one that is a number leaves no dimension.
struct Cut {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t step = 1;
    bool isNumber = false;

    [[nodiscard]] std::int64_t count() const { return (end - begin + step - 1) / step; }
};

/// "1:3:2" of so many elements, as Python has it.
Result<Cut> cutOf(const std::string &text, std::int64_t length)
{
    std::vector<std::optional<std::int64_t>> numbers;
    for (const std::string_view part : split(text, ':')) {
        numbers.push_back(parseInteger(trim(part)));
        if (!numbers.back() && !trim(part).empty()) {
            return makeError("not-supported", "an index is {}, expected numbers", quoted(text));
        }
    }
    const auto from = [length](std::int64_t place) { return place < 0 ? place + length : place; };
    if (numbers.size() == 1 && numbers[0]) {
        const std::int64_t place = from(*numbers[0]);
        return place >= 0 && place < length
                   ? Result<Cut>(Cut{place, place + 1, 1, true})
                   : makeError("infer-shape", "the index {} is outside of {} elements", text,
                               length);
    }
    numbers.resize(3);
    const std::int64_t step = numbers[2].value_or(1);
    if (step < 1) {
        return makeError("not-supported", "a slice is {}, expected a step from 1 on", quoted(text));
    }
    const std::int64_t begin = std::clamp<std::int64_t>(from(numbers[0].value_or(0)), 0, length);
    const std::int64_t end = std::clamp<std::int64_t>(from(numbers[1].value_or(length)), 0, length);
    return begin < end || length == 0
               ? Result<Cut>(Cut{begin, end, step})
               : makeError("infer-shape", "the slice {} of {} elements has none", text, length);
}

/// One for each dimension.
Result<std::vector<Cut>> cutsOf(const KerasCutAttrs &attrs, const Shape &shape)
{
    std::string key(trim(attrs.key));
    if (key.starts_with('(') && key.ends_with(')')) {
        key = key.substr(1, key.size() - 2);
    }
    std::vector<std::string> parts;
    for (const std::string_view part : split(key, ',')) {
        if (!trim(part).empty()) {
            parts.emplace_back(trim(part));
        }
    }
    const auto rest = std::find(parts.begin(), parts.end(), "...");
    const std::size_t named = parts.size() - (rest == parts.end() ? 0 : 1);
    if (named > shape.size()) {
        return makeError("infer-shape", "has {} indices for {} dimensions", named, shape.size());
    }
    const std::vector<std::string> all(shape.size() - named, ":");
    const auto at = rest == parts.end() ? rest : parts.erase(rest);
    parts.insert(at, all.begin(), all.end());
    std::vector<Cut> cuts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        ASSIGN_OR_RETURN(const Cut cut, cutOf(parts[i], shape[i]));
        cuts.push_back(cut);
    }
    return cuts;
}

Status cutShape(const KerasCutAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto cuts, cutsOf(attrs, in[0]));
    Shape result = Shape::scalar();
    for (const Cut &cut : cuts) {
        if (!cut.isNumber) {
            result.push_back(cut.count());
        }
    }
    return result.isScalar() ? makeError("infer-shape", "no dimension is left, expected one")
                             : assignOutput(out, 0, result);
}

Result<Entry> lowerCut(const Lowering &op)
{
    ASSIGN_OR_RETURN(const auto cuts, cutsOf(op.attrs<KerasCutAttrs>(), op.shape(0)));
    Shape shape = op.shape(0);
    Entry data = op.in(0);
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        if (cuts[i].count() != shape[i]) {
            data = sliceOf(op, data, shape, i, cuts[i].begin, cuts[i].end, cuts[i].step);
            shape[i] = cuts[i].count();
        }
    }
    return op.reshape(data, op.outShape());
}

/// Where the parts begin, and the end of the last.
Result<std::vector<std::int64_t>> partsOf(const KerasCutAttrs &attrs, const Shape &shape,
                                          bool saysSizes)
{
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis, shape));
    const std::int64_t length = shape[axis];
    const auto numbers = kerasIntegers(attrs.sections);
    std::vector<std::int64_t> places{0};
    if (numbers.size() == 1 && !attrs.sections.starts_with('(')) {
        constexpr std::int64_t most = 1024;
        const std::int64_t count = numbers[0];
        if (count < 1 || count > most || length % count != 0) {
            return makeError("infer-shape", "{} elements do not make {} parts", length, count);
        }
        for (std::int64_t i = 1; i <= count; ++i) {
            places.push_back(i * length / count);
        }
        return places;
    }
    for (const std::int64_t number : numbers) {
        places.push_back(saysSizes ? places.back() + number : number);
    }
    if (!saysSizes) {
        places.push_back(length);
    }
    if (!std::is_sorted(places.begin(), places.end()) || places.back() != length) {
        return makeError("infer-shape", "{} elements are not cut by {}", length, attrs.sections);
    }
    return places;
}

bool saysSizes(const Node &node)
{
    return node.op == "tf.split";
}

std::vector<std::string> partNames(const RuleContext &rule)
{
    const auto &sections = rule.attrs.as<KerasCutAttrs>().sections;
    const auto numbers = kerasIntegers(sections);
    const bool isCount = numbers.size() == 1 && !sections.starts_with('(');
    constexpr std::int64_t most = 1024;
    const std::int64_t count =
        isCount ? std::clamp<std::int64_t>(numbers[0], 1, most)
                : static_cast<std::int64_t>(numbers.size()) + (saysSizes(rule.node) ? 0 : 1);
    std::vector<std::string> names;
    for (std::int64_t i = 0; i < count; ++i) {
        names.push_back("output" + std::to_string(i));
    }
    return names;
}

Status splitShape(const RuleContext &rule, Shapes &in, Shapes &out)
{
    const auto &attrs = rule.attrs.as<KerasCutAttrs>();
    if (in.size() != 1 || isUnknown(in[0])) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto places, partsOf(attrs, in[0], saysSizes(rule.node)));
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis, in[0]));
    for (std::size_t i = 0; i + 1 < places.size() && i < out.size(); ++i) {
        Shape part = in[0];
        part[axis] = places[i + 1] - places[i];
        RETURN_IF_FAILED(assignOutput(out, i, part));
    }
    return {};
}

Result<std::vector<Entry>> lowerSplit(const Lowering &op)
{
    const auto &attrs = op.attrs<KerasCutAttrs>();
    ASSIGN_OR_RETURN(const auto places, partsOf(attrs, op.shape(0), saysSizes(op.rule().node)));
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis, op.shape(0)));
    std::vector<Entry> parts;
    for (std::size_t i = 0; i + 1 < places.size(); ++i) {
        parts.push_back(sliceOf(op, op.in(0), op.shape(0), axis, places[i], places[i + 1]));
    }
    return parts;
}

/// The last two dimensions, turned around.
Shape turned(Shape shape, bool isTurned)
{
    if (isTurned) {
        std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    }
    return shape;
}

Status productShape(const KerasCutAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!in[0].hasRank() || !in[1].hasRank()) {
        return {};
    }
    if (in[0].size() != in[1].size() || in[0].size() < 2) {
        return makeError("infer-shape",
                         "multiplies {} and {}, expected as many dimensions, 2 or more",
                         shapeText(in[0]), shapeText(in[1]));
    }
    const Shape left = turned(in[0], attrs.transposeA);
    const Shape right = turned(in[1], attrs.transposeB);
    const std::size_t last = left.size() - 1;
    Shape result(left.begin(), left.end() - 2);
    Shape depth{left[last]};
    if (!mergeShape(result, Shape(right.begin(), right.end() - 2))
        || !mergeShape(depth, {right[last - 1]})) {
        return makeError("infer-shape", "{} and {} do not multiply", shapeText(left),
                         shapeText(right));
    }
    result.push_back(left[last - 1]);
    result.push_back(right[last]);
    return assignOutput(out, 0, result);
}

Result<Entry> lowerProduct(const Lowering &op)
{
    const auto &attrs = op.attrs<KerasCutAttrs>();
    const KerasFormula f(op);
    const auto matrices = [&](std::size_t i, bool isTurned) {
        const Shape &shape = op.shape(i);
        const std::size_t last = shape.size() - 1;
        const std::int64_t count = sizeOf(Shape(shape.begin(), shape.end() - 2));
        const Entry flat = op.reshape(op.in(i), {count, shape[last - 1], shape[last]});
        return isTurned ? f.transposed(flat, {0, 2, 1}) : flat;
    };
    const Entry product =
        op.make("batch_matmul", {matrices(0, attrs.transposeA), matrices(1, attrs.transposeB)});
    return op.reshape(product, op.outShape());
}

std::optional<std::int64_t> productMacs(const KerasCutAttrs &attrs, std::span<const Shape> in,
                                        std::span<const Shape> out)
{
    if (in.size() != 2 || in[0].size() < 2 || isUnknown(in[0]) || isUnknown(out[0])) {
        return std::nullopt;
    }
    const auto results = elementCount(out[0]);
    return results ? checkedMultiply(*results, turned(in[0], attrs.transposeA).back())
                   : std::nullopt;
}

template <typename Rule>
OpBuilder<KerasCutAttrs> cutting(const std::string &name, const char *summary, Rule shape)
{
    OpBuilder<KerasCutAttrs> operation =
        kerasOperation<KerasCutAttrs>(name, summary, OpCategory::Layout);
    operation.shape(shape);
    return operation;
}

using LowerAll = std::function<Result<std::vector<Entry>>(const Lowering &)>;

void addAllCuts(OpRegistry &ops)
{
    for (const char *name : {"ops.GetItem", "tf.__operators__.getitem"}) {
        const bool isOfKeras = std::string_view(name).starts_with("ops.");
        ops.add(cutting(name, "a part of a tensor", cutShape)
                    .attr(field(isOfKeras ? "key" : "slice_spec", &KerasCutAttrs::key,
                                "what is taken of each dimension")
                              .required())
                    .inputs({"x"})
                    .lower(lowerTo(lowerCut))
                    .build());
    }
    for (const char *name : {"ops.Split", "tf.split"}) {
        const bool isOfKeras = std::string_view(name).starts_with("ops.");
        ops.add(cutting(name, "parts of a tensor along a dimension", OpSpec::ShapeRule(splitShape))
                    .attr(field(isOfKeras ? "indices_or_sections" : "num_or_size_splits",
                                &KerasCutAttrs::sections, "how many parts, or where they end")
                              .required())
                    .attr(field("axis", &KerasCutAttrs::axis, "the dimension"))
                    .inputs({"x"})
                    .with([](OpSpec &spec) { spec.outputNames = partNames; })
                    .lower(lowerTo(LowerAll(lowerSplit)))
                    .build());
    }
    for (const char *name : {"ops.Matmul", "tf.linalg.matmul"}) {
        OpBuilder<KerasCutAttrs> product =
            kerasOperation<KerasCutAttrs>(name, "products of matrices", OpCategory::Convolution);
        if (std::string_view(name).starts_with("tf.")) {
            product
                .attr(field("transpose_a", &KerasCutAttrs::transposeA,
                            "whether the first are turned"))
                .attr(field("transpose_b", &KerasCutAttrs::transposeB,
                            "whether the second are turned"));
        }
        ops.add(product.inputs({"a", "b"})
                    .shape(productShape)
                    .macs(productMacs)
                    .lower(lowerTo(lowerProduct))
                    .build());
    }
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsCuts(OpRegistry &ops)
{
    keras::addAllCuts(ops);
}

} // namespace nervure
