// SPDX-License-Identifier: Apache-2.0
// Operations whose result has elements several times, some of them, or more around them.
#include "core/ops/keras/keras_operation.h"
#include "core/ops/rules/lowered_parts.h"

#include <algorithm>
#include <string_view>

namespace nervure::keras {

namespace {

struct KerasCopyAttrs {
    std::string counts; ///< or widths
    OptionalInteger axis;
    std::string mode = "constant";
    double value = 0;
    std::string indices;
    std::int64_t classes = 1;
    std::string dtype = "float32";
    bool isSparse = false;
};

using Copy = KerasCopyAttrs;

/// Pairs of what is in front and behind; the last dimensions' where there are fewer.
Result<std::vector<KerasPadding>> widthsOf(const Copy &attrs, const Shape &shape)
{
    const auto numbers = kerasIntegers(attrs.counts);
    std::vector<KerasPadding> widths;
    for (std::size_t i = 0; i < shape.size() && numbers.size() == 2 * shape.size(); ++i) {
        widths.push_back({numbers[2 * i], numbers[2 * i + 1]});
        constexpr std::int64_t most = 1 << 24;
        if (widths[i].front < 0 || widths[i].behind < 0 || widths[i].front > most
            || widths[i].behind > most) {
            widths.clear();
            break;
        }
    }
    return widths.empty() ? Result<std::vector<KerasPadding>>(
               makeError("infer-shape", "its widths are {}, expected two for each of {} dimensions",
                         attrs.counts, shape.size()))
                          : widths;
}

Status paddedShape(const Copy &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto widths, widthsOf(attrs, in[0]));
    Shape result = in[0];
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] += isUnknownSize(result[i]) ? 0 : widths[i].front + widths[i].behind;
    }
    return assignOutput(out, 0, result);
}

Result<Entry> lowerPadded(const Lowering &op)
{
    const auto &attrs = op.attrs<Copy>();
    if (attrs.mode != "constant" && attrs.mode != "CONSTANT") {
        return makeError("not-supported", "its mode is {}, expected constant", attrs.mode);
    }
    ASSIGN_OR_RETURN(const auto widths, widthsOf(attrs, op.shape(0)));
    IntTuple front;
    IntTuple behind;
    for (const KerasPadding &width : widths) {
        front.push_back(width.front);
        behind.push_back(width.behind);
    }
    return padded(op, op.in(0), front, behind, attrs.value);
}

/// The number of copies along each dimension; those in front have 1.
Result<IntTuple> timesOf(const Copy &attrs, const Shape &shape)
{
    const auto numbers = kerasIntegers(attrs.counts);
    IntTuple times(numbers.begin(), numbers.end());
    if (attrs.axis && times.size() == 1) {
        ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(*attrs.axis, shape));
        IntTuple along(shape.size(), 1);
        along[axis] = times[0];
        times = along;
    }
    constexpr std::int64_t most = 1 << 20;
    const bool fits = std::all_of(times.begin(), times.end(),
                                  [](std::int64_t count) { return count >= 1 && count <= most; });
    if (!fits || times.empty() || times.size() > shape.size()) {
        return makeError("infer-shape", "is repeated {} times, expected numbers for {} dimensions",
                         attrs.counts, shape.size());
    }
    times.insert(times.begin(), shape.size() - times.size(), 1);
    return times;
}

Status repeatedShape(const Copy &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const IntTuple times, timesOf(attrs, in[0]));
    Shape result = in[0];
    for (std::size_t i = 0; i < result.size(); ++i) {
        ASSIGN_OR_RETURN(result[i], kerasProduct(result[i], times[i]));
    }
    return assignOutput(out, 0, result);
}

/// Each element several times, or all of them one after the other.
Result<Entry> repeatedElements(const Lowering &op, bool isEach)
{
    ASSIGN_OR_RETURN(const IntTuple times, timesOf(op.attrs<Copy>(), op.shape(0)));
    Shape shape = op.shape(0);
    Entry data = op.in(0);
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (times[i] == 1) {
            continue;
        }
        const auto place = static_cast<std::ptrdiff_t>(i + (isEach ? 1 : 0));
        Shape apart = shape;
        apart.insert(apart.begin() + place, 1);
        Shape wide = apart;
        wide[static_cast<std::size_t>(place)] = times[i];
        shape[i] *= times[i];
        data = op.reshape(op.make("broadcast_to", {op.reshape(data, apart)},
                                  attrsOf({{"shape", attrText(wide)}})),
                          shape);
    }
    return data == op.in(0) ? op.make("copy", {data}) : data;
}
Result<Entry> lowerEachRepeated(const Lowering &op)
{
    return repeatedElements(op, true);
}
Result<Entry> lowerAllRepeated(const Lowering &op)
{
    return repeatedElements(op, false);
}

/// The places, where they are a constant of the call; each is below the length.
Result<KerasConstant> placesOf(const Copy &attrs, std::int64_t length)
{
    ASSIGN_OR_RETURN(KerasConstant places, kerasConstant(attrs.indices));
    for (double &place : places.elements) {
        place += place < 0 ? static_cast<double>(length) : 0;
        if (!places.isWhole || place < 0 || place >= static_cast<double>(length)) {
            return makeError("infer-shape", "takes {} of {} elements", attrs.indices, length);
        }
    }
    return places;
}

Status takenShape(const Copy &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis.value_or(0), in[0]));
    ASSIGN_OR_RETURN(const KerasConstant places, placesOf(attrs, in[0][axis]));
    Shape result = in[0];
    const auto at = result.begin() + static_cast<std::ptrdiff_t>(axis);
    result.erase(at);
    result.insert(result.begin() + static_cast<std::ptrdiff_t>(axis), places.shape.begin(),
                  places.shape.end());
    return result.isScalar() ? makeError("infer-shape", "no dimension is left, expected one")
                             : assignOutput(out, 0, result);
}

Result<Entry> lowerTaken(const Lowering &op)
{
    const auto &attrs = op.attrs<Copy>();
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis.value_or(0), op.shape(0)));
    ASSIGN_OR_RETURN(const KerasConstant places, placesOf(attrs, op.shape(0)[axis]));
    const auto count = static_cast<std::int64_t>(places.elements.size());
    const Entry indices = op.constant(places.elements, {count}, DType::Int32);
    return op.reshape(op.make("take", {op.in(0), indices}, attrsOf({{"axis", attrText(axis)}})),
                      op.outShape());
}

Status oneHotShape(const Copy &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    const auto rank = static_cast<std::int64_t>(in[0].size());
    if (attrs.axis.value_or(-1) != -1 && attrs.axis.value_or(-1) != rank) {
        return makeError("infer-shape", "its axis is {}, expected the last", *attrs.axis);
    }
    Shape result = in[0];
    result.push_back(attrs.classes);
    return assignOutput(out, 0, result);
}

Status oneHotTypes(const RuleContext &rule, DTypes &, DTypes &out)
{
    return assignOutputType(out, 0,
                            dtypeFromName(rule.attrs.as<Copy>().dtype).value_or(DType::Unknown));
}

/// 1 at the place that an element names, 0 at all others.
Result<Entry> lowerOneHot(const Lowering &op)
{
    std::vector<double> places;
    const std::int64_t classes = op.attrs<Copy>().classes;
    for (std::int64_t i = 0; i < classes; ++i) {
        places.push_back(static_cast<double>(i));
    }
    Shape shape = op.shape(0);
    shape.push_back(1);
    Shape along(shape.size(), 1);
    along.back() = classes;
    const Entry isThere = op.make(
        "broadcast_equal", {op.reshape(op.in(0), shape), op.constant(places, along, op.type(0))});
    return op.cast(isThere, op.type(0), op.outType());
}

OpBuilder<Copy> copying(const std::string &name, const char *summary)
{
    OpBuilder<Copy> operation = kerasOperation<Copy>(name, summary, OpCategory::Layout);
    operation.inputs({"x"});
    return operation;
}

void addCopies(OpRegistry &ops)
{
    for (const char *name : {"ops.Pad", "tf.pad", "tf.compat.v1.pad"}) {
        const bool isOfKeras = std::string_view(name).starts_with("ops.");
        ops.add(copying(name, "a value around a tensor")
                    .attr(field(isOfKeras ? "pad_width" : "paddings", &Copy::counts,
                                "how many in front and behind, for each dimension")
                              .required())
                    .attr(field("mode", &Copy::mode, "what stands there"))
                    .attr(field("constant_values", &Copy::value, "the value"))
                    .shape(paddedShape)
                    .lower(lowerTo(lowerPadded))
                    .build());
    }
    for (const char *name : {"ops.Tile", "tf.tile"}) {
        const bool isOfKeras = std::string_view(name).starts_with("ops.");
        ops.add(copying(name, "a tensor several times, one behind the other")
                    .attr(field(isOfKeras ? "repeats" : "multiples", &Copy::counts,
                                "how often, for each dimension")
                              .required())
                    .shape(repeatedShape)
                    .lower(lowerTo(lowerAllRepeated))
                    .build());
    }
    for (const char *name : {"ops.Repeat", "tf.repeat"}) {
        ops.add(copying(name, "each element several times along a dimension")
                    .attr(field("repeats", &Copy::counts, "how often").required())
                    .attr(field("axis", &Copy::axis, "the dimension").required())
                    .shape(repeatedShape)
                    .lower(lowerTo(lowerEachRepeated))
                    .build());
    }
    for (const char *name : {"ops.Take", "tf.gather", "tf.compat.v1.gather"}) {
        ops.add(copying(name, "elements at places of a dimension")
                    .attr(field("indices", &Copy::indices, "the places, a constant").required())
                    .attr(field("axis", &Copy::axis, "the dimension"))
                    .shape(takenShape)
                    .lower(lowerTo(lowerTaken))
                    .build());
    }
    for (const char *name : {"ops.OneHot", "tf.one_hot"}) {
        const bool isOfKeras = std::string_view(name).starts_with("ops.");
        ops.add(
            copying(name, "1 at the place that an element names, else 0")
                .attr(field(isOfKeras ? "num_classes" : "depth", &Copy::classes, "how many places")
                          .required()
                          .atLeast(1)
                          .atMost(1 << 20))
                .attr(field("axis", &Copy::axis, "the new dimension's place"))
                .attr(field("dtype", &Copy::dtype, "of the result"))
                .attr(field("sparse", &Copy::isSparse, "whether zeros are left out"))
                .shape(oneHotShape)
                .type(OpSpec::TypeRule(oneHotTypes))
                .lower(lowerTo(lowerOneHot))
                .build());
    }
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsCopies(OpRegistry &ops)
{
    keras::addCopies(ops);
}

} // namespace nervure
