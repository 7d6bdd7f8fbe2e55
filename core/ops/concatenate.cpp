// SPDX-License-Identifier: Apache-2.0
#include "core/ops/concatenate.h"

#include "core/graph/op_builder.h"
#include "core/ops/copy_kernel.h"
#include "core/ops/reference_types.h"
#include "core/ops/shape_rules.h"

#include <cstring>

namespace nervure {

namespace {

Diagnostic badAxis(std::int64_t axis, const Shape &shape)
{
    return makeError("infer-shape", "axis is " + std::to_string(axis)
                                        + ", expected a dimension of shape " + shapeText(shape));
}

/// What the inputs and the output have in common, and the sum along the axis.
class Joined {
public:
    explicit Joined(std::int64_t axis) : m_axis(axis) {}

    Status add(const Shape &shape, bool isInput)
    {
        if (shape.empty()) {
            return {};
        }
        if (m_axis < 0 || m_axis >= static_cast<std::int64_t>(shape.size())) {
            return badAxis(m_axis, shape);
        }
        const auto at = static_cast<std::size_t>(m_axis);
        if (isInput) {
            hasUnknown = hasUnknown || shape[at] == 0;
            total += shape[at];
        }
        Shape rest = shape;
        rest[at] = 0;
        // A clash is reported where the common shape is put back.
        static_cast<void>(mergeShape(common, rest));
        return {};
    }

    Shape common;
    std::int64_t total = 0;
    bool hasUnknown = false;

private:
    std::int64_t m_axis;
};

Status inferShape(const ConcatenateAttrs &attrs, Shapes &in, Shapes &out)
{
    const std::int64_t rank = in.empty() ? 0 : static_cast<std::int64_t>(in[0].size());
    const std::int64_t axis = attrs.axis >= 0 ? attrs.axis : rank + attrs.axis;
    if (axis < 0 && rank == 0) {
        return {};
    }
    Joined joined(axis);
    for (const Shape &shape : in) {
        if (Status status = joined.add(shape, true); !status) {
            return status;
        }
    }
    if (Status status = joined.add(out[0], false); !status) {
        return status;
    }
    if (joined.common.empty()) {
        return {};
    }
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (Status status = assignInput(in, i, "data" + std::to_string(i), joined.common);
            !status) {
            return status;
        }
    }
    if (!joined.hasUnknown) {
        joined.common[static_cast<std::size_t>(axis)] = joined.total;
    }
    return assignOutput(out, 0, joined.common);
}

Status reference(const ConcatenateAttrs &attrs, const ReferenceCall &call)
{
    const auto &shape = call.out[0].shape;
    const auto rank = static_cast<std::int64_t>(shape.size());
    const std::int64_t axis = attrs.axis >= 0 ? attrs.axis : rank + attrs.axis;
    if (axis < 0 || axis >= rank) {
        return badAxis(attrs.axis, Shape(shape.begin(), shape.end()));
    }
    if (Status status = call.in.empty() ? Status() : requireOneType(call); !status) {
        return status;
    }
    std::int64_t outer = 1;
    for (std::int64_t i = 0; i < axis; ++i) {
        outer *= shape[static_cast<std::size_t>(i)];
    }
    const std::size_t bytes = dtypeBytes(call.out[0].type);
    std::byte *out = call.out[0].data;
    for (std::int64_t row = 0; row < outer; ++row) {
        for (const ConstTensorView &view : call.in) {
            const std::size_t part = static_cast<std::size_t>(view.count() / outer) * bytes;
            std::memcpy(out, view.data + static_cast<std::size_t>(row) * part, part);
            out += part;
        }
    }
    return {};
}

Result<KernelSpec> kernel(const ConcatenateAttrs &attrs, const KernelContext &context)
{
    const auto rank = static_cast<std::int64_t>(context.outShapes[0].size());
    const std::int64_t axis = attrs.axis >= 0 ? attrs.axis : rank + attrs.axis;
    return concatenateKernel(static_cast<std::size_t>(axis), context);
}

} // namespace

void registerConcatenate(OpRegistry &ops)
{
    ops.add(OpBuilder<ConcatenateAttrs>(Dialect::Nnvm, "concatenate")
                .summary("joins tensors along one dimension")
                .category(OpCategory::Layout)
                .attr(field("axis", &ConcatenateAttrs::axis, "dimension along which to join"))
                .shape(inferShape)
                .type(anyCountSameType())
                .pattern(OpPattern::Injective)
                .reference(reference)
                .kernel(kernel)
                .build());
}

} // namespace nervure
