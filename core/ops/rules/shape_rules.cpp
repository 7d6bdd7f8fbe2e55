// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/shape_rules.h"

#include "core/graph/nnvm_shape.h"

namespace nervure {

bool mergeType(DType &known, DType other)
{
    if (known == DType::Unknown) {
        known = other;
        return true;
    }
    return other == DType::Unknown || known == other;
}

namespace {

std::string textOf(const Shape &shape)
{
    return shapeText(shape);
}

std::string textOf(DType type)
{
    return std::string(dtypeName(type));
}

bool merge(Shape &known, const Shape &other)
{
    return mergeShape(known, other);
}

bool merge(DType &known, DType other)
{
    return mergeType(known, other);
}

template <typename T>
Status mergeInto(T &merged, const std::vector<T> &values, const char *name)
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!merge(merged, values[i])) {
            return makeError("infer-mismatch", "{} {} is {}, expected {}", name, i,
                             textOf(values[i]), textOf(merged));
        }
    }
    return {};
}

template <typename T>
Status mergeAll(T merged, std::vector<T> &in, std::vector<T> &out)
{
    RETURN_IF_FAILED(mergeInto(merged, in, "input"));
    RETURN_IF_FAILED(mergeInto(merged, out, "output"));
    for (std::vector<T> *values : {&in, &out}) {
        for (T &value : *values) {
            if (!merge(value, merged)) {
                return makeError("infer-mismatch", "found {}, expected {}", textOf(value),
                                 textOf(merged));
            }
        }
    }
    return {};
}

} // namespace

Status assignInput(Shapes &in, std::size_t index, std::string_view name, const Shape &shape)
{
    const Shape found = in[index];
    if (!mergeShape(in[index], shape)) {
        return makeError("infer-shape", "input {} ({}) has shape {}, expected {}", index, name,
                         shapeText(found), shapeText(shape));
    }
    return {};
}

Status assignOutput(Shapes &out, std::size_t index, const Shape &shape)
{
    const Shape found = out[index];
    if (!mergeShape(out[index], shape)) {
        return makeError("infer-shape", "output {} has shape {}, expected {}", index,
                         shapeText(found), shapeText(shape));
    }
    return {};
}

Status checkCounts(std::size_t in, std::size_t out, std::size_t expectedIn, std::size_t expectedOut)
{
    if (in != expectedIn) {
        return makeError("input-count", "found {} inputs, expected {}", in, expectedIn);
    }
    if (out != expectedOut) {
        return makeError("output-count", "found {} outputs, expected {}", out, expectedOut);
    }
    return {};
}

Status checkLeastInputs(std::size_t in, std::size_t least)
{
    return in >= least
               ? Status()
               : Status(makeError("input-count", "found {} inputs, expected {}", in, least));
}

Result<std::size_t> dimensionAt(std::int64_t axis, const Shape &shape)
{
    const auto rank = static_cast<std::int64_t>(shape.size());
    if (axis < -rank || axis >= rank) {
        return makeError("infer-shape", "axis is {}, expected a dimension of shape {}", axis,
                         shapeText(shape));
    }
    return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
}

Status mergeAllShapes(Shapes &in, Shapes &out)
{
    return mergeAll(Shape{}, in, out);
}

Status mergeAllTypes(DTypes &in, DTypes &out)
{
    return mergeAll(DType::Unknown, in, out);
}

OpSpec::ShapeRule elementwiseShape(std::size_t inputs, std::size_t outputs)
{
    return [inputs, outputs](const RuleContext &, Shapes &in, Shapes &out) {
        const Status counts = checkCounts(in.size(), out.size(), inputs, outputs);
        return counts ? mergeAllShapes(in, out) : counts;
    };
}

OpSpec::TypeRule elementwiseType(std::size_t inputs, std::size_t outputs)
{
    return [inputs, outputs](const RuleContext &, DTypes &in, DTypes &out) {
        const Status counts = checkCounts(in.size(), out.size(), inputs, outputs);
        return counts ? mergeAllTypes(in, out) : counts;
    };
}

OpSpec::TypeRule anyCountSameType()
{
    return [](const RuleContext &, DTypes &in, DTypes &out) { return mergeAllTypes(in, out); };
}

Status assignOutputType(DTypes &out, std::size_t index, DType type)
{
    return type == DType::Unknown ? Status() : assignTypeStrictly(out, index, type);
}

Status assignTypeStrictly(DTypes &out, std::size_t index, DType type)
{
    if (out[index] != DType::Unknown && out[index] != type) {
        return makeError("infer-type", "output {} is {}, expected {}", index, textOf(out[index]),
                         textOf(type));
    }
    out[index] = type;
    return {};
}

std::int64_t sizeOf(const Shape &shape)
{
    return elementCount(shape).value_or(unknownSize);
}

Shape computedShape(const Shape &shape, Semantics semantics)
{
    return semantics == Semantics::Exact ? Shape(nnvmSizes(shape)) : shape;
}

Shape inferredShape(const Shape &computed, Semantics semantics)
{
    return semantics == Semantics::Exact ? shapeOfNnvm(computed) : computed;
}

Status assignComputed(Shapes &out, std::size_t index, const Shape &shape, Semantics semantics)
{
    return assignOutput(out, index, inferredShape(shape, semantics));
}

Result<Shape> convertShape(const Layout &from, const Shape &shape, const Layout &to,
                           Semantics semantics)
{
    ASSIGN_OR_RETURN(const auto converted, from.convert(computedShape(shape, semantics), to));
    return inferredShape(converted, semantics);
}

} // namespace nervure
