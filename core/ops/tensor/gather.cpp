// SPDX-License-Identifier: Apache-2.0
#include "kernels/gather.h"
#include "core/execution/tensor.h"
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/strided_copy.h"

#include <cmath>

namespace nervure {

namespace {

/// take and gather_nd keep the layouts of their inputs and say nothing about the output.
Status gatherLayout(const LayoutCall &call)
{
    RETURN_IF_FAILED(checkLayoutCounts(call, 2, 1));
    for (std::size_t i = 0; i < call.in.size(); ++i) {
        assignLayout(call.in[i], lastOrDelivered(call, i));
    }
    return {};
}

/// Reads indices and copies blocks: what take and gather_nd have in common.
class Gathering {
public:
    explicit Gathering(const ReferenceCall &call) : m_call(call) {}

    /// Index number `at`, cut to an integer.
    [[nodiscard]] std::int64_t indexAt(std::int64_t at) const
    {
        const double number = elementAsDouble(m_call.in[1], at);
        return std::abs(number) < 0x1p62 ? static_cast<std::int64_t>(number) : -1;
    }

    /// Copies `count` elements of the data from `from` on to element `to` of the output. NNVM never
    /// checks an index: exact semantics takes whatever lies inside the data.
    [[nodiscard]] Status copy(std::int64_t from, std::int64_t to, std::int64_t count) const
    {
        const ConstTensorView &data = m_call.in[0];
        const TensorView &out = m_call.out[0];
        if (from < 0 || count > data.count() || from > data.count() - count
            || to > out.count() - count) {
            return outside(to);
        }
        const std::size_t bytes = dtypeBytes(data.type);
        std::memcpy(out.data + static_cast<std::size_t>(to) * bytes,
                    data.data + static_cast<std::size_t>(from) * bytes,
                    static_cast<std::size_t>(count) * bytes);
        return {};
    }

    /// Fixed semantics: an index names a position of its own dimension, which has `size` of them,
    /// `stride` elements apart.
    [[nodiscard]] Status check(std::int64_t index, std::int64_t size, std::int64_t stride,
                               std::int64_t to) const
    {
        const bool isExact = m_call.rule.semantics == Semantics::Exact;
        const std::int64_t most = isExact ? m_call.in[0].count() / stride : size - 1;
        return index <= most && index >= (isExact ? -most : 0) ? Status() : outside(to);
    }

    /// Nothing is taken.
    [[nodiscard]] bool isEmpty() const { return m_call.out[0].count() == 0; }

    /// The data holds something, of the type of the output.
    [[nodiscard]] Status checkData() const
    {
        if (m_call.in[0].type != m_call.out[0].type) {
            return unsupportedType(m_call.out[0].type);
        }
        return m_call.in[0].count() > 0 || isEmpty() ? Status() : outside(0);
    }

private:
    [[nodiscard]] Status outside(std::int64_t to) const
    {
        return makeError(
            "index-range",
            "input 1 (indices) points outside of input 0 (data) {} for element {} of the output",
            shapeText(shapeOf(m_call.in[0])), to);
    }

    const ReferenceCall &m_call;
};

struct TakeAttrs {
    OptionalInteger axis;
};

Status takeShape(const TakeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!in[0].hasRank() || !in[1].hasRank()) {
        return {};
    }
    if (!attrs.axis) {
        return assignOutput(out, 0, in[1]);
    }
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(*attrs.axis, in[0]));
    Shape shape = in[0];
    const auto place = shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    shape.insert(place, in[1].begin(), in[1].end());
    return assignOutput(out, 0, shape);
}

/// NNVM wants the type of the indices to be known already.
Status takeType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (context.semantics == Semantics::Fixed && in[1] == DType::Unknown) {
        in[1] = DType::Int32;
    }
    if (in[1] != DType::Int32) {
        return makeError("infer-type", "input 1 (indices) is {}, expected int32", dtypeName(in[1]));
    }
    return assignOutputType(out, 0, in[0]);
}

Status takeReference(const TakeAttrs &attrs, const ReferenceCall &call)
{
    const Gathering gathering(call);
    if (const Status status = gathering.checkData(); !status || gathering.isEmpty()) {
        return status;
    }
    const Shape data = attrs.axis ? shapeOf(call.in[0]) : Shape{call.in[0].count()};
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis.value_or(0), data));
    const std::int64_t block = denseStrides(data)[axis];
    const std::int64_t rows = call.in[0].count() / (block * data[axis]);
    const std::int64_t indices = call.in[1].count();
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t i = 0; i < indices; ++i) {
            const std::int64_t index = gathering.indexAt(i);
            const std::int64_t to = (row * indices + i) * block;
            Status status = gathering.check(index, data[axis], block, to);
            if (status) {
                status = gathering.copy((row * data[axis] + index) * block, to, block);
            }
            if (!status) {
                return status;
            }
        }
    }
    return {};
}

/// A launch of take or gather_nd with the data, the indices and the size of the data as arguments.
Result<KernelLaunch> gatherLaunch(const char *entry, const KernelContext &context)
{
    RETURN_IF_FAILED(checkTensorSizes(context));
    const auto count = elementCount(context.inShapes[0]);
    if (!count || *count < 1 || context.inTypes[0] != context.outTypes[0]) {
        return noKernelFor("data of shape " + shapeText(context.inShapes[0]));
    }
    KernelLaunch launch;
    launch.program = "gather";
    launch.source = kernels::gather;
    launch.entry = entry;
    launch.algorithm = "copy";
    defineCopied(launch, context.inTypes[0]);
    if (context.inTypes[0] != DType::Float32) {
        launch.defines.emplace_back("NERVURE_MISSING", copiedLiteral(context.inTypes[0], NAN));
    }
    if (context.inTypes[1] != DType::Int32) {
        defineOperand(launch, "NERVURE_INDEX", context.inTypes[1]);
    }
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::output(),
                   KernelArg::int32(*count)};
    launch.storesThroughMacro = true;
    return launch;
}

Result<KernelSpec> takeKernel(const RuleContext &rule, const KernelContext &context)
{
    const auto &attrs = rule.attrs.as<TakeAttrs>();
    auto launch = gatherLaunch("take", context);
    RETURN_IF_FAILED(launch);
    const std::int64_t count = *elementCount(context.inShapes[0]);
    const Shape data = attrs.axis ? context.inShapes[0] : Shape{count};
    const auto axis = dimensionAt(attrs.axis.value_or(0), data);
    if (!axis) {
        return noKernelFor("this axis of " + shapeText(data));
    }
    const std::int64_t block = denseStrides(data)[*axis];
    const bool isExact = rule.semantics == Semantics::Exact;
    const std::int64_t most = isExact ? count / block : data[*axis] - 1;
    launch->local = groupsFor(context.device, block);
    addInts(*launch, {data[*axis], block, isExact ? -most : 0, most});
    const auto indices = elementCount(context.inShapes[1]);
    launch->global = {static_cast<std::size_t>(indices.value_or(0)),
                      static_cast<std::size_t>(count / (block * data[*axis])), 1};
    KernelSpec spec;
    spec.launches = {std::move(launch).value()};
    return spec;
}

Status gatherShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    const Shape &data = in[0];
    const Shape &indices = in[1];
    if (context.semantics == Semantics::Fixed && (!data.hasRank() || isUnknown(indices))) {
        return {};
    }
    if (indices.size() < 2 || indices[0] > static_cast<std::int64_t>(data.size())) {
        return makeError("infer-shape",
                         "input 1 (indices) has shape {}, expected at least 2 dimensions, the "
                         "first at most {} (the dimensions of input 0)",
                         shapeText(indices), data.size());
    }
    Shape shape(indices.begin() + 1, indices.end());
    shape.insert(shape.end(), data.begin() + nnvmSize(indices[0]), data.end());
    return assignOutput(out, 0, shape);
}

Status gatherType(const RuleContext &, DTypes &in, DTypes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 2, 1);
    return counts ? assignOutputType(out, 0, in[0]) : counts;
}

Status gatherReference(const NoAttrs &, const ReferenceCall &call)
{
    const Gathering gathering(call);
    if (const Status status = gathering.checkData(); !status || gathering.isEmpty()) {
        return status;
    }
    const Shape data = shapeOf(call.in[0]);
    const Shape indices = shapeOf(call.in[1]);
    if (indices.size() < 1 || indices[0] < 1
        || indices[0] > static_cast<std::int64_t>(data.size())) {
        return makeError("infer-shape", "input 1 (indices) does not fit input 0 (data)");
    }
    const std::vector<std::int64_t> strides = denseStrides(data);
    const auto depth = static_cast<std::size_t>(indices[0]);
    const std::int64_t places = call.in[1].count() / indices[0];
    const std::int64_t block = strides[depth - 1];
    for (std::int64_t i = 0; i < places; ++i) {
        std::int64_t from = 0;
        for (std::size_t k = 0; k < depth; ++k) {
            const std::int64_t index = gathering.indexAt(static_cast<std::int64_t>(k) * places + i);
            RETURN_IF_FAILED(gathering.check(index, data[k], strides[k], i * block));
            from += index * strides[k];
        }
        RETURN_IF_FAILED(gathering.copy(from, i * block, block));
    }
    return {};
}

Result<KernelSpec> gatherKernel(const RuleContext &rule, const KernelContext &context)
{
    constexpr std::int64_t mostDepth = 6;
    auto launch = gatherLaunch("gather_nd", context);
    RETURN_IF_FAILED(launch);
    const Shape &data = context.inShapes[0];
    const Shape &indices = context.inShapes[1];
    const bool fits = indices.size() > 0 && indices[0] >= 1 && indices[0] <= mostDepth
                      && indices[0] <= static_cast<std::int64_t>(data.size());
    if (!fits) {
        return noKernelFor("indices of shape " + shapeText(indices));
    }
    const std::vector<std::int64_t> strides = denseStrides(data);
    const auto depth = static_cast<std::size_t>(indices[0]);
    const bool isExact = rule.semantics == Semantics::Exact;
    launch->local = groupsFor(context.device, strides[depth - 1]);
    addInts(*launch, {strides[depth - 1], indices[0], std::int64_t{isExact ? 1 : 0}});
    for (std::size_t k = 0; k < static_cast<std::size_t>(mostDepth); ++k) {
        launch->args.push_back(KernelArg::int32(k < depth ? data[k] : 1));
        launch->args.push_back(KernelArg::int32(k < depth ? strides[k] : 1));
    }
    launch->global = {static_cast<std::size_t>(elementCount(indices).value_or(0) / indices[0]), 1,
                      1};
    KernelSpec spec;
    spec.launches = {std::move(launch).value()};
    return spec;
}

} // namespace

void registerGather(OpRegistry &ops)
{
    ops.add(OpBuilder<TakeAttrs>(Dialect::Nnvm, "take")
                .summary("the slices that indices name along one dimension")
                .category(OpCategory::Data)
                .attr(field("axis", &TakeAttrs::axis,
                            "dimension that is indexed; None: the elements in one row"))
                .inputs({"data", "indices"})
                .shape(takeShape)
                .type(takeType)
                .pattern(OpPattern::Injective)
                .layout(gatherLayout)
                .reference(takeReference)
                .kernel(OpSpec::KernelRule(takeKernel))
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "gather_nd")
                .summary("the slices whose positions stand in the columns of the indices")
                .category(OpCategory::Data)
                .acceptsAnyKey()
                .inputs({"data", "indices"})
                .shape(OpSpec::ShapeRule(gatherShape))
                .type(gatherType)
                .pattern(OpPattern::Injective)
                .layout(gatherLayout)
                .reference(gatherReference)
                .kernel(OpSpec::KernelRule(gatherKernel))
                .build());
}

} // namespace nervure
