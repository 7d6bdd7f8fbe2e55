// SPDX-License-Identifier: Apache-2.0
#include "kernels/nms.h"
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace nervure {

namespace {

struct NmsAttrs {
    float threshold = 0.5F;
    bool forceSuppress = false;
    std::int64_t topk = -1;
};

Status inferNmsShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    const Shape &data = in[0];
    const Shape &counts = in[1];
    if (context.semantics == Semantics::Fixed && (isUnknown(data) || isUnknown(counts))) {
        return {};
    }
    if (data.size() != 3 || data[2] != 6 || counts.size() != 1 || counts[0] != data[0]) {
        return makeError("infer-shape",
                         "inputs are {} and {}, expected [batch,anchors,6] and [batch]",
                         shapeText(data), shapeText(counts));
    }
    return assignOutput(out, 0, data);
}

Status inferNmsType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const Status counts = checkLeastInputs(in.size(), 1);
    if (counts && context.semantics == Semantics::Fixed && in[0] == DType::Unknown) {
        in[0] = out[0];
    }
    return counts ? assignTypeStrictly(out, 0, in[0]) : counts;
}

Status correctNmsLayout(const LayoutCall &call)
{
    const Status counts = checkLayoutCounts(call, 2, 1);
    if (counts) {
        call.in[0] = *Layout::parse("NCHW");
        call.in[1] = call.in[0];
    }
    return counts;
}

/// Class, score, left, top, right, bottom.
using NmsRow = std::array<float, 6>;

/// Shared area by the area of both together.
float overlap(const NmsRow &a, const NmsRow &b)
{
    const float width = std::max(0.0F, std::min(a[4], b[4]) - std::max(a[2], b[2]));
    const float height = std::max(0.0F, std::min(a[5], b[5]) - std::max(a[3], b[3]));
    const float shared = width * height;
    const float both = (a[4] - a[2]) * (a[5] - a[3]) + (b[4] - b[2]) * (b[5] - b[3]) - shared;
    return both <= 0.0F ? 0.0F : shared / both;
}

/// The rows of one image, best scores first, where a row is taken out (its class becomes -1) when a
/// better one of its class lies over it.
class Suppression {
public:
    Suppression(const NmsAttrs &attrs, const ReferenceCall &call) : m_attrs(attrs), m_call(call) {}

    void run(std::int64_t image)
    {
        const std::int64_t valid = validRows(image);
        std::vector<NmsRow> rows;
        for (std::int64_t i = 0; i < valid; ++i) {
            rows.push_back(rowAt(image, i));
        }
        if (isWanted(image)) {
            sortRows(rows);
            suppress(rows);
        }
        rows.resize(static_cast<std::size_t>(m_call.in[0].shape[1]), {-1, -1, -1, -1, -1, -1});
        store(image, rows);
    }

private:
    [[nodiscard]] std::int64_t validRows(std::int64_t image) const
    {
        const auto count = static_cast<std::int64_t>(elementAsDouble(m_call.in[1], image));
        return std::clamp<std::int64_t>(count, 0, m_call.in[0].shape[1]);
    }

    /// NNVM asks the first image whether there is anything to do in any.
    [[nodiscard]] bool isWanted(std::int64_t image) const
    {
        const bool isExact = m_call.rule.semantics == Semantics::Exact;
        return m_attrs.threshold > 0 && m_attrs.threshold < 1 && validRows(isExact ? 0 : image) > 0;
    }

    [[nodiscard]] NmsRow rowAt(std::int64_t image, std::int64_t index) const
    {
        NmsRow row{};
        const std::int64_t first = (image * m_call.in[0].shape[1] + index) * 6;
        for (std::size_t i = 0; i < row.size(); ++i) {
            row[i] = static_cast<float>(
                elementAsDouble(m_call.in[0], first + static_cast<std::int64_t>(i)));
        }
        return row;
    }

    /// The best `topk` come first. NNVM leaves what stood at the places behind them there; fixed
    /// semantics drops it.
    void sortRows(std::vector<NmsRow> &rows) const
    {
        std::vector<NmsRow> sorted = rows;
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const NmsRow &a, const NmsRow &b) { return a[1] > b[1]; });
        const bool isLimited =
            m_attrs.topk > 0 && m_attrs.topk < static_cast<std::int64_t>(rows.size());
        const std::size_t kept = isLimited ? static_cast<std::size_t>(m_attrs.topk) : rows.size();
        std::copy_n(sorted.begin(), kept, rows.begin());
        if (m_call.rule.semantics == Semantics::Fixed) {
            rows.resize(kept);
        }
    }

    void suppress(std::vector<NmsRow> &rows) const
    {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t k = i + 1; k < rows.size() && rows[i][0] >= 0; ++k) {
                const bool isRival = m_attrs.forceSuppress || rows[i][0] == rows[k][0];
                if (rows[k][0] >= 0 && isRival && overlap(rows[i], rows[k]) >= m_attrs.threshold) {
                    rows[k][0] = -1;
                }
            }
        }
    }

    void store(std::int64_t image, const std::vector<NmsRow> &rows) const
    {
        std::int64_t to = image * m_call.in[0].shape[1] * 6;
        for (const NmsRow &row : rows) {
            for (const float number : row) {
                storeElement(m_call.out[0], to++, static_cast<double>(number));
            }
        }
    }

    const NmsAttrs &m_attrs;
    const ReferenceCall &m_call;
};

Status nmsReference(const NmsAttrs &attrs, const ReferenceCall &call)
{
    Shapes in{shapeOf(call.in[0]), shapeOf(call.in[1])};
    Shapes out{shapeOf(call.out[0])};
    RETURN_IF_FAILED(inferNmsShape(call.rule, in, out));
    Suppression suppression(attrs, call);
    for (std::int64_t image = 0; image < in[0][0]; ++image) {
        if (isCanceled(call.cancel)) {
            return canceledError();
        }
        suppression.run(image);
    }
    return {};
}

Result<KernelSpec> nmsKernel(const RuleContext &rule, const KernelContext &context)
{
    const auto &attrs = rule.attrs.as<NmsAttrs>();
    Shapes in(context.inShapes.begin(), context.inShapes.end());
    Shapes out(context.outShapes.begin(), context.outShapes.end());
    const DType type = context.inTypes[0];
    Status status = checkTypedTensors(context);
    if (status
        && (!isFloat(type) || context.outTypes[0] != type || !inferNmsShape(rule, in, out))) {
        status = noKernelFor("these boxes");
    }
    RETURN_IF_FAILED(status);
    KernelLaunch launch;
    launch.program = "nms";
    launch.source = kernels::nms;
    launch.entry = "nms";
    launch.algorithm = "image";
    defineTypes(launch, type, type);
    if (context.inTypes[1] != DType::Int32) {
        defineOperand(launch, "NERVURE_COUNT", context.inTypes[1]);
    }
    const std::int64_t topk = attrs.topk > 0 && attrs.topk < in[0][1] ? attrs.topk : -1;
    launch.args = {KernelArg::input(0),
                   KernelArg::input(1),
                   KernelArg::output(),
                   KernelArg::scratch(0),
                   KernelArg::int32(in[0][1]),
                   KernelArg::float32(attrs.threshold),
                   KernelArg::int32(attrs.forceSuppress),
                   KernelArg::int32(topk),
                   KernelArg::int32(rule.semantics == Semantics::Exact)};
    launch.global = {static_cast<std::size_t>(in[0][0]), 1, 1};
    launch.local = oneItemGroups(context.device);
    KernelSpec spec;
    spec.launches = {launch};
    spec.scratchBytes = {in[0][0] * in[0][1] * 4}; // an int for each row
    return spec;
}

} // namespace

void registerNms(OpRegistry &ops)
{
    using A = NmsAttrs;
    ops.add(
        OpBuilder<A>(Dialect::Nnvm, "nms")
            .summary("drops boxes that lie over a better box (non-maximum suppression)")
            .category(OpCategory::Other)
            .attr(field("nms_threshold", &A::threshold, "overlap, 0 to 1, from which a box drops"))
            .attr(field("force_suppress", &A::forceSuppress, "also under boxes of other classes"))
            .attr(field("nms_topk", &A::topk, "how many of the best boxes count; -1: all"))
            .inputs({"data", "valid_count"})
            .shape(OpSpec::ShapeRule(inferNmsShape))
            .type(inferNmsType)
            .pattern(OpPattern::Opaque)
            .layout(correctNmsLayout)
            .reference(nmsReference)
            .kernel(OpSpec::KernelRule(nmsKernel))
            .build());
}

} // namespace nervure
