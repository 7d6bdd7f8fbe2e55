// SPDX-License-Identifier: Apache-2.0
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_sizes.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <vector>

namespace nervure {

namespace {

struct MXNetReshapeAttrs {
    IntTuple shape;
    bool reverse = false;
    IntTuple targetShape;
    bool keepsHighest = false;
};

Diagnostic badReshape(const IntTuple &wanted, const Shape &from, const char *reason)
{
    return makeError("infer-shape", "shape {} does not fit input 0 (data) {}: {}", attrText(wanted),
                     shapeText(from), reason);
}

/// Reads the attribute `shape` against the input's, from left to right. 0 keeps a dimension, -1 takes
/// what is left, -2 all other dimensions, -3 two as one, -4 cuts one into the two that follow.
class ReshapeReader {
public:
    ReshapeReader(const IntTuple &wanted, const Shape &from) : m_wanted(wanted), m_from(from) {}

    Result<Shape> read()
    {
        for (m_at = 0; m_at < m_wanted.size(); ++m_at) {
            RETURN_IF_FAILED(readOne(m_wanted[m_at]));
        }
        if (m_isOpen) {
            RETURN_IF_FAILED(fillOpen());
        }
        return m_result;
    }

private:
    Status readOne(std::int64_t wanted)
    {
        switch (wanted) {
        case 0: return keep();
        case -1:
            if (m_isOpen) {
                return fault("only one dimension can be -1");
            }
            m_isOpen = true;
            m_open = m_result.size();
            m_result.push_back(1);
            ++m_next;
            return {};
        case -2:
            while (m_next < m_from.size()) {
                RETURN_IF_FAILED(keep());
            }
            return {};
        case -3: return join();
        case -4: return cut();
        default:
            if (wanted < 0) {
                return fault("expected numbers from -4 on");
            }
            m_result.push_back(wanted);
            ++m_next;
            return {};
        }
    }

    Status keep()
    {
        if (m_next >= m_from.size()) {
            return fault("the input has fewer dimensions");
        }
        m_result.push_back(m_from[m_next++]);
        return {};
    }

    Status join()
    {
        if (m_next + 1 >= m_from.size()) {
            return fault("-3 needs two dimensions");
        }
        const Shape two{m_from[m_next], m_from[m_next + 1]};
        m_next += 2;
        m_result.push_back(sizeOf(two));
        if (isUnknownSize(m_result.back()) && !isUnknown(two)) {
            return fault("the sizes overflow");
        }
        return {};
    }

    Status cut()
    {
        if (m_at + 2 >= m_wanted.size() || m_next >= m_from.size()) {
            return fault("-4 needs a dimension and two numbers behind it");
        }
        const std::int64_t size = m_from[m_next++];
        std::int64_t first = m_wanted[++m_at];
        std::int64_t second = m_wanted[++m_at];
        const bool isReadable = first >= -1 && second >= -1 && first != 0 && second != 0;
        if (!isReadable || (first == -1 && second == -1)) {
            return fault("expected sizes behind -4, one of which may be -1");
        }
        if (isUnknownSize(size)) {
            m_result.push_back(first == -1 ? unknownSize : first);
            m_result.push_back(second == -1 ? unknownSize : second);
            return {};
        }
        first = first == -1 ? size / second : first;
        second = second == -1 ? size / first : second;
        if (first < 1 || second < 1 || checkedMultiply(first, second) != size) {
            return fault("the numbers behind -4 do not divide the dimension");
        }
        m_result.push_back(first);
        m_result.push_back(second);
        return {};
    }

    Status fillOpen()
    {
        if (isUnknown(m_from)) {
            m_result[m_open] = unknownSize;
            return {};
        }
        const std::int64_t all = sizeOf(m_from);
        const std::int64_t others = sizeOf(m_result);
        m_result[m_open] = others > 0 ? all / others : unknownSize;
        const bool isLeft = m_result[m_open] > 0 || (m_result[m_open] == 0 && all == 0);
        return isLeft ? Status() : fault("nothing is left for -1");
    }

    [[nodiscard]] Status fault(const char *reason) const
    {
        return badReshape(m_wanted, m_from, reason);
    }

    const IntTuple &m_wanted;
    const Shape &m_from;
    Shape m_result = Shape::scalar();
    std::size_t m_at = 0;   ///< in `wanted`
    std::size_t m_next = 0; ///< in `from`
    bool m_isOpen = false;  ///< there is a -1
    std::size_t m_open = 0; ///< its place in the result
};

Result<Shape> reshapedBySpecials(const MXNetReshapeAttrs &attrs, Shape from)
{
    IntTuple wanted = attrs.shape;
    if (attrs.reverse) {
        std::reverse(wanted.begin(), wanted.end());
        std::reverse(from.begin(), from.end());
    }
    ASSIGN_OR_RETURN(Shape result, ReshapeReader(wanted, from).read());
    if (attrs.reverse) {
        std::reverse(result.begin(), result.end());
    }
    return result;
}

/// The attributes of old: one 0 in target_shape takes what is left.
Result<Shape> reshapedToTarget(const MXNetReshapeAttrs &attrs, const Shape &from)
{
    if (from.isScalar()) {
        return badReshape(attrs.targetShape, from, "expected dimensions");
    }
    Shape result = shapeOfNnvm(attrs.targetShape);
    if (attrs.keepsHighest) {
        result[0] = from[0];
    }
    const auto first = result.begin() + (attrs.keepsHighest ? 1 : 0);
    if (std::count_if(first, result.end(), isUnknownSize) != 1 || isUnknown(from)) {
        return result;
    }
    const auto open = std::find_if(first, result.end(), isUnknownSize);
    *open = 1;
    const std::int64_t others = sizeOf(result);
    *open = others > 0 ? sizeOf(from) / others : unknownSize;
    return result;
}

/// The one size of the input that is not known follows from the output's.
void fillInput(Shape &from, const Shape &to)
{
    if (isUnknown(to) || std::count_if(from.begin(), from.end(), isUnknownSize) != 1) {
        return;
    }
    const auto open = std::find_if(from.begin(), from.end(), isUnknownSize);
    *open = 1;
    const std::int64_t others = sizeOf(from);
    *open = others > 0 && sizeOf(to) % others == 0 ? sizeOf(to) / others : unknownSize;
}

Status mxnetReshapeShape(const MXNetReshapeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    if (!attrs.shape.empty() || !attrs.targetShape.empty()) {
        ASSIGN_OR_RETURN(const auto shape, attrs.shape.empty() ? reshapedToTarget(attrs, in[0])
                                                               : reshapedBySpecials(attrs, in[0]));
        if (!isUnknown(shape) && !isUnknown(in[0]) && sizeOf(shape) != sizeOf(in[0])) {
            return badReshape(attrs.shape.empty() ? attrs.targetShape : attrs.shape, in[0],
                              "other numbers of elements");
        }
        RETURN_IF_FAILED(assignOutput(out, 0, shape));
    }
    fillInput(in[0], out[0]);
    return {};
}

Result<Entry> lowerToOutputShape(const Lowering &op)
{
    return op.reshape(op.in(0), op.outShape());
}

void registerReshapes(OpRegistry &ops)
{
    using A = MXNetReshapeAttrs;
    ops.add(
        OpBuilder<A>(Dialect::MXNet, "Reshape")
            .alias("reshape")
            .summary("another shape of as many elements")
            .category(OpCategory::Layout)
            .attr(field("shape", &A::shape,
                        "shape of the result; 0 keeps a dimension, -1 takes what is left, -2 all "
                        "other dimensions, -3 two as one, -4 cuts one into the next two"))
            .attr(field("reverse", &A::reverse, "whether shape is read from right to left"))
            .attr(field("target_shape", &A::targetShape,
                        "deprecated: shape of the result; one 0 takes what is left"))
            .attr(field("keep_highest", &A::keepsHighest,
                        "deprecated: whether target_shape keeps the first dimension"))
            .inputs({"data"})
            .shape(mxnetReshapeShape)
            .type(elementwiseType(1))
            .lower(lowerTo(lowerToOutputShape))
            .build());
}

Status flattenShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    if (in[0].isScalar()) {
        return makeError("infer-shape", "input 0 (data) is a scalar, expected dimensions");
    }
    const std::int64_t rest = rowSize(in[0]);
    return isUnknownSize(rest)
               ? Status(makeError("infer-shape", "the sizes of {} overflow", shapeText(in[0])))
               : assignOutput(out, 0, {in[0][0], rest});
}

struct ExpandAttrs {
    int axis = 0;
};

Status mxnetExpandShape(const ExpandAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank() && !out[0].hasRank()) {
        return {};
    }
    const std::size_t rank = in[0].hasRank() ? in[0].size() + 1 : out[0].size();
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, Shape::ofRank(rank)));
    const auto place = static_cast<std::ptrdiff_t>(axis);
    Shape expanded = in[0].hasRank() ? in[0] : Shape::ofRank(rank - 1);
    expanded.insert(expanded.begin() + place, 1);
    RETURN_IF_FAILED(assignOutput(out, 0, expanded));
    Shape without = out[0];
    without.erase(without.begin() + place);
    return assignInput(in, 0, "data", without);
}

struct MXNetSqueezeAttrs {
    OptionalTuple axis;
};

Status mxnetSqueezeShape(const MXNetSqueezeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    std::vector<bool> goes(in[0].size(), false);
    for (std::size_t i = 0; !attrs.axis && i < goes.size(); ++i) {
        goes[i] = in[0][i] == 1;
    }
    for (const std::int64_t number : attrs.axis.value_or(IntTuple{})) {
        ASSIGN_OR_RETURN(const auto axis, dimensionAt(number, in[0]));
        if (in[0][axis] != 1 || goes[axis]) {
            return makeError("infer-shape",
                             "axis is {}, expected dimensions of size 1 of {}, each once",
                             attrText(*attrs.axis), shapeText(in[0]));
        }
        goes[axis] = true;
    }
    Shape shape = Shape::scalar();
    for (std::size_t i = 0; i < goes.size(); ++i) {
        if (!goes[i]) {
            shape.push_back(in[0][i]);
        }
    }
    return assignOutput(out, 0, shape.isScalar() ? Shape{1} : shape);
}

void registerDimensions(OpRegistry &ops)
{
    ops.add(OpBuilder<>(Dialect::MXNet, "Flatten")
                .alias("flatten")
                .summary("all dimensions but the first as one")
                .category(OpCategory::Layout)
                .inputs({"data"})
                .shape(flattenShape)
                .type(elementwiseType(1))
                .lower(lowerToOperator("flatten"))
                .build());
    ops.add(OpBuilder<ExpandAttrs>(Dialect::MXNet, "expand_dims")
                .summary("a new dimension of size 1")
                .category(OpCategory::Layout)
                .attr(field("axis", &ExpandAttrs::axis,
                            "its place in the result; negative: from behind")
                          .required())
                .inputs({"data"})
                .shape(mxnetExpandShape)
                .type(elementwiseType(1))
                .lower(lowerTo(lowerToOutputShape))
                .build());
    ops.add(OpBuilder<MXNetSqueezeAttrs>(Dialect::MXNet, "squeeze")
                .summary("leaves out dimensions of size 1")
                .category(OpCategory::Layout)
                .attr(field("axis", &MXNetSqueezeAttrs::axis,
                            "dimensions that go; None: all of size 1"))
                .inputs({"data"})
                .shape(mxnetSqueezeShape)
                .type(elementwiseType(1))
                .lower(lowerTo(lowerToOutputShape))
                .build());
}

struct ReshapeLikeAttrs {
    OptionalInteger lhsBegin;
    OptionalInteger lhsEnd;
    OptionalInteger rhsBegin;
    OptionalInteger rhsEnd;
};

/// Dimensions of a shape, from `begin` up to `end`.
struct Dimensions {
    std::ptrdiff_t begin = 0;
    std::ptrdiff_t end = 0;
};

Result<Dimensions> dimensionsOf(const OptionalInteger &begin, const OptionalInteger &end,
                                const Shape &shape)
{
    const auto rank = static_cast<std::int64_t>(shape.size());
    const auto placeOf = [rank](std::int64_t at) { return at < 0 ? at + rank : at; };
    const std::int64_t first = placeOf(begin.value_or(0));
    const std::int64_t last = end ? placeOf(*end) : rank;
    if (first < 0 || first >= last || last > rank) {
        return makeError("infer-shape", "begin and end are {} and {}, expected dimensions of {}",
                         first, last, shapeText(shape));
    }
    return Dimensions{static_cast<std::ptrdiff_t>(first), static_cast<std::ptrdiff_t>(last)};
}

/// Some dimensions of lhs give way to some of rhs.
Status reshapeLikeShape(const ReshapeLikeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!in[0].hasRank() || !in[1].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto left, dimensionsOf(attrs.lhsBegin, attrs.lhsEnd, in[0]));
    ASSIGN_OR_RETURN(const auto right, dimensionsOf(attrs.rhsBegin, attrs.rhsEnd, in[1]));
    Shape shape(in[0].begin(), in[0].begin() + left.begin);
    shape.insert(shape.end(), in[1].begin() + right.begin, in[1].begin() + right.end);
    shape.insert(shape.end(), in[0].begin() + left.end, in[0].end());
    if (!isUnknown(shape) && !isUnknown(in[0]) && sizeOf(shape) != sizeOf(in[0])) {
        return badReshape(shape, in[0], "other numbers of elements");
    }
    return assignOutput(out, 0, shape);
}

Status reshapeLikeType(const RuleContext &, DTypes &in, DTypes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 2, 1);
    return counts ? assignOutputType(out, 0, in[0]) : counts;
}

void registerReshapeLike(OpRegistry &ops)
{
    using A = ReshapeLikeAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "reshape_like")
                .summary("the elements of lhs in the shape of rhs")
                .category(OpCategory::Layout)
                .attr(field("lhs_begin", &A::lhsBegin, "first dimension of lhs that gives way"))
                .attr(field("lhs_end", &A::lhsEnd, "the first one behind that stays"))
                .attr(field("rhs_begin", &A::rhsBegin, "first dimension of rhs that is taken"))
                .attr(field("rhs_end", &A::rhsEnd, "the first one behind that is not"))
                .inputs({"lhs", "rhs"})
                .shape(reshapeLikeShape)
                .type(reshapeLikeType)
                .lower(lowerTo(lowerToOutputShape))
                .build());
}

} // namespace

void registerMxReshape(OpRegistry &ops)
{
    registerReshapes(ops);
    registerDimensions(ops);
    registerReshapeLike(ops);
}

} // namespace nervure
