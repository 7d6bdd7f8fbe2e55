// SPDX-License-Identifier: Apache-2.0
#include "kernels/yolo.h"
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/copy_kernel.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <cmath>
#include <fmt/format.h>

namespace nervure {

namespace {

struct ReorgAttrs {
    std::int64_t stride = 1;
};

/// How many positions become one; 0 for a stride that cannot be.
std::int64_t squareOf(std::int64_t stride)
{
    return stride < 1 ? 0 : checkedMultiply(stride, stride).value_or(0);
}

Status reorgShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    if (Status status = checkLeastInputs(in.size(), 1); !status || !in[0].hasRank()) {
        return status;
    }
    const std::int64_t stride = context.attrs.as<ReorgAttrs>().stride;
    const Shape &data = in[0];
    if (data.size() != 4) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected 4 dimensions",
                         shapeText(data));
    }
    const std::int64_t square = squareOf(stride);
    const auto channels = isUnknownSize(data[1]) ? unknownSize : checkedMultiply(data[1], square);
    if (square == 0 || !channels) {
        return makeError("infer-shape", "stride is {}, expected at least 1 and a size that can be",
                         stride);
    }
    const auto isWhole = [](std::int64_t size, std::int64_t by) {
        return isUnknownSize(size) || size % by == 0;
    };
    const bool fits =
        isWhole(data[1], square) && isWhole(data[2], stride) && isWhole(data[3], stride);
    if (context.semantics == Semantics::Fixed && !fits) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected height and width that stride {} "
                         "divides and channels that its square divides",
                         shapeText(data), stride);
    }
    const auto cut = [stride](std::int64_t size) {
        return isUnknownSize(size) ? unknownSize : size / stride;
    };
    return assignComputed(out, 0, {data[0], *channels, cut(data[2]), cut(data[3])},
                          context.semantics);
}

/// Darknet's reorg: the input is read as if it were an image `stride` times as high and wide, with
/// as many fewer channels. From the second image of a batch on NNVM reads outside of the input;
/// here images keep to themselves.
Status reorgReference(const ReorgAttrs &attrs, const ReferenceCall &call)
{
    const Shape in = shapeOf(call.in[0]);
    const std::int64_t stride = attrs.stride;
    const std::int64_t square = squareOf(stride);
    const bool isEmpty = call.in[0].count() == 0 && call.out[0].count() > 0;
    if (in.size() != 4 || square == 0 || in[1] < square || isEmpty
        || call.in[0].type != call.out[0].type) {
        return makeError(
            "infer-shape",
            "input 0 (data) has shape {}, expected at least the square of the stride ({}) channels",
            shapeText(in), stride);
    }
    const std::int64_t planes = in[1] / square;
    const std::int64_t image = in[1] * in[2] * in[3];
    const std::size_t bytes = dtypeBytes(call.in[0].type);
    for (std::int64_t to = 0; to < call.out[0].count(); ++to) {
        // Position `to`, seen in the shape of the input.
        const std::int64_t column = to % in[3];
        const std::int64_t row = to / in[3] % in[2];
        const std::int64_t channel = to / in[3] / in[2] % in[1];
        const std::int64_t part = channel / planes;
        const std::int64_t y = row * stride + part / stride;
        const std::int64_t x = column * stride + part % stride;
        const std::int64_t from = x + in[3] * stride * (y + in[2] * stride * (channel % planes));
        const std::int64_t source = to / image * image + from;
        if (source >= call.in[0].count()) {
            return makeError("infer-shape", "output 0 is larger than input 0 {}", shapeText(in));
        }
        std::memcpy(call.out[0].data + static_cast<std::size_t>(to) * bytes,
                    call.in[0].data + static_cast<std::size_t>(source) * bytes, bytes);
    }
    return {};
}

Result<KernelSpec> reorgKernel(const ReorgAttrs &attrs, const KernelContext &context)
{
    const Shape &in = context.inShapes[0];
    const std::int64_t s = attrs.stride;
    const std::int64_t square = squareOf(s);
    if (in.size() != 4 || square == 0 || in[1] % square != 0
        || elementCount(context.outShapes[0]) != elementCount(in)) {
        return noKernelFor(fmt::format("a stride of {} over {}", s, shapeText(in)));
    }
    const std::int64_t planes = in[1] / square;
    const std::int64_t row = in[3] * s; // of the larger image
    const StridedSource source{{in[0], s, s, planes, in[2], in[3]},
                               {in[1] * in[2] * in[3], row, 1, row * in[2] * s, row * s, s},
                               0};
    return stridedKernel(source, context);
}

/// The texts as they are written: NNVM has no parser for this operator and looks at its attributes
/// no earlier than when it compiles.
struct RegionAttrs {
    std::string count;
    std::string classes;
    std::string coords;
    std::string background;
    std::string softmax;
};

/// Only the first input counts, and only for the output.
Status regionShape(const RuleContext &, Shapes &in, Shapes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 1, 1);
    return counts ? assignOutput(out, 0, in[0]) : counts;
}

Status regionType(const RuleContext &, DTypes &in, DTypes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 1, 1);
    return counts ? assignOutputType(out, 0, in[0]) : counts;
}

/// NNVM gives two gradients for the one input, so that differentiating fails there.
std::vector<Entry> regionGradient(const GradientNodes &nodes)
{
    return {nodes.outGrad(), nodes.outGrad()};
}

struct Region {
    std::int64_t count = 0;   ///< boxes at each position
    std::int64_t classes = 0; ///< scores of a box
    std::int64_t coords = 0;
    bool hasBackground = false;
    bool hasSoftmax = false;

    /// Numbers of a box: its coordinates, whether there is something, its scores.
    [[nodiscard]] std::int64_t entries() const { return classes + coords + 1; }
    /// The first number that softmax looks at.
    [[nodiscard]] std::int64_t firstScore() const { return coords + (hasBackground ? 0 : 1); }
};

Result<Region> regionOf(const RegionAttrs &attrs, const Shape &data)
{
    constexpr std::int64_t most = 1 << 20;
    std::int64_t numbers[5] = {};
    const std::pair<const char *, const std::string *> texts[] = {{"n", &attrs.count},
                                                                  {"classes", &attrs.classes},
                                                                  {"coords", &attrs.coords},
                                                                  {"background", &attrs.background},
                                                                  {"softmax", &attrs.softmax}};
    for (std::size_t i = 0; i < std::size(texts); ++i) {
        const auto number = parseInteger(trim(*texts[i].second));
        if (!number || *number < 0 || *number > most) {
            return makeError("attr-invalid", "attribute '{}' is {}, expected an integer from 0",
                             texts[i].first, quoted(*texts[i].second));
        }
        numbers[i] = *number;
    }
    const Region region{numbers[0], numbers[1], numbers[2], numbers[3] != 0, numbers[4] != 0};
    const bool fits = data.size() == 4 && checkedMultiply(region.count, region.entries()) == data[1]
                      && region.entries() >= 2
                      && (!region.hasSoftmax || region.firstScore() < region.entries());
    if (!fits) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected {} * ({} + {} + 1) channels and at "
                         "least one score",
                         shapeText(data), region.count, region.classes, region.coords);
    }
    return region;
}

/// Works on the numbers of one box at one position, which lie `stride` apart.
class RegionBox {
public:
    RegionBox(const Region &region, std::int64_t stride) : m_region(region), m_stride(stride) {}

    void run(const ConstTensorView &in, const TensorView &out, std::int64_t first) const
    {
        std::vector<double> numbers;
        for (std::int64_t i = 0; i < m_region.entries(); ++i) {
            numbers.push_back(elementAsDouble(in, first + i * m_stride));
        }
        squash(numbers[0]);
        squash(numbers[1]);
        if (!m_region.hasBackground) {
            squash(numbers[static_cast<std::size_t>(m_region.coords)]);
        }
        if (m_region.hasSoftmax) {
            normalize(std::span(numbers).subspan(static_cast<std::size_t>(m_region.firstScore())));
        }
        for (std::int64_t i = 0; i < m_region.entries(); ++i) {
            storeElement(out, first + i * m_stride, numbers[static_cast<std::size_t>(i)]);
        }
    }

private:
    static void squash(double &number) { number = 1 / (1 + std::exp(-number)); }

    static void normalize(std::span<double> scores)
    {
        double largest = scores.front();
        for (const double score : scores) {
            largest = std::max(largest, score);
        }
        double sum = 0;
        for (double &score : scores) {
            score = std::exp(score - largest);
            sum += score;
        }
        for (double &score : scores) {
            score /= sum;
        }
    }

    const Region &m_region;
    std::int64_t m_stride;
};

Status regionReference(const RegionAttrs &attrs, const ReferenceCall &call)
{
    const Shape data = shapeOf(call.in[0]);
    ASSIGN_OR_RETURN(const auto region, regionOf(attrs, data));
    if (shapeOf(call.out[0]) != data) {
        return makeError("infer-shape", "input 0 and output 0 differ in shape");
    }
    const std::int64_t plane = data[2] * data[3];
    const RegionBox box(region, plane);
    for (std::int64_t i = 0; i < data[0] * region.count; ++i) {
        for (std::int64_t position = 0; position < plane; ++position) {
            box.run(call.in[0], call.out[0], i * region.entries() * plane + position);
        }
    }
    return {};
}

KernelSpec regionSpec(const Region &region, const Shape &data, const KernelContext &context)
{
    KernelLaunch launch;
    launch.program = "yolo";
    launch.source = kernels::yolo;
    launch.entry = "yolo_region";
    launch.algorithm = "box";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.args = {KernelArg::input(0),
                   KernelArg::output(),
                   KernelArg::int32(region.entries()),
                   KernelArg::int32(region.coords),
                   KernelArg::int32(region.hasBackground),
                   KernelArg::int32(region.hasSoftmax ? region.firstScore() : region.entries())};
    launch.global = {static_cast<std::size_t>(data[2] * data[3]),
                     static_cast<std::size_t>(data[0] * region.count), 1};
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

Result<KernelSpec> regionKernel(const RegionAttrs &attrs, const KernelContext &context)
{
    const Shape &data = context.inShapes[0];
    RETURN_IF_FAILED(checkOneType(context));
    const auto region = regionOf(attrs, data);
    if (!region || context.outShapes[0] != data || isUnknown(data)) {
        return noKernelFor("this region of " + shapeText(data));
    }
    return inDouble(context.inTypes[0], context, [&](const KernelContext &of) {
        return Result<KernelSpec>(regionSpec(*region, data, of));
    });
}

} // namespace

void registerYolo(OpRegistry &ops)
{
    ops.add(OpBuilder<ReorgAttrs>(Dialect::Nnvm, "yolo_reorg")
                .summary("Darknet's reorg: height and width become channels")
                .category(OpCategory::Layout)
                .attr(field("stride", &ReorgAttrs::stride, "divisor of height and width"))
                .inputs({"data"})
                .shape(OpSpec::ShapeRule(reorgShape))
                .type(anyCountSameType())
                .pattern(OpPattern::Injective)
                .reference(reorgReference)
                .kernel(reorgKernel)
                .build());
    using R = RegionAttrs;
    ops.add(OpBuilder<R>(Dialect::Nnvm, "yolo_region")
                .summary("Darknet's region: what YOLO found as positions and probabilities")
                .category(OpCategory::Activation)
                .acceptsAnyKey()
                .attr(field("n", &R::count, "boxes at each position"))
                .attr(field("classes", &R::classes, "number of classes"))
                .attr(field("coords", &R::coords, "coordinates of a box, usually 4"))
                .attr(field("background", &R::background, "1: the background is a class too"))
                .attr(field("softmax", &R::softmax, "1: scores become probabilities"))
                .inputs({"data"})
                .shape(OpSpec::ShapeRule(regionShape))
                .type(regionType)
                .pattern(OpPattern::Opaque)
                .inplace({{0, 0}, {1, 0}})
                .gradient(gradientRule(1, regionGradient))
                .reference(regionReference)
                .kernel(regionKernel)
                .build());
}

} // namespace nervure
