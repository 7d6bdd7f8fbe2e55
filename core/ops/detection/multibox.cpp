// SPDX-License-Identifier: Apache-2.0
#include "core/ops/detection/multibox.h"

#include "core/execution/tensor.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"
#include "kernels/multibox.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nervure {

namespace {

/// Anchors at each position: every size with the first ratio, the first size with every other.
std::int64_t anchorsPerPosition(const MultiboxPriorAttrs &attrs)
{
    return static_cast<std::int64_t>(attrs.sizes.size() + attrs.ratios.size()) - 1;
}

Status priorShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    const auto &attrs = context.attrs.as<MultiboxPriorAttrs>();
    const Shape &data = in[0];
    if (context.semantics == Semantics::Fixed && isUnknown(data)) {
        return {};
    }
    if (data.size() < 4 || data[2] < 1 || data[3] < 1) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected batch, channels, height and width",
                         shapeText(data));
    }
    if (attrs.steps.size() != 2 || attrs.steps[0] * attrs.steps[1] < 0) {
        return makeError("infer-shape", "steps has {} numbers, expected 2 of one sign",
                         attrs.steps.size());
    }
    const std::int64_t each = anchorsPerPosition(attrs);
    const auto positions = checkedMultiply(data[2], data[3]);
    const auto anchors = positions && each >= 0 ? checkedMultiply(*positions, each) : std::nullopt;
    if (!anchors) {
        return makeError("infer-shape", "sizes and ratios are empty or data {} is too large",
                         shapeText(data));
    }
    return assignOutput(out, 0, {1, *anchors, 4});
}

Status priorLayout(const LayoutCall &call)
{
    const Status counts = checkLayoutCounts(call, 1, 1);
    if (counts) {
        call.in[0] = *Layout::parse("NCHW");
    }
    return counts;
}

/// NNVM gives two gradients for the one input, so that differentiating fails there.
std::vector<Entry> priorGradient(const GradientNodes &nodes)
{
    return {nodes.make("zeros_like", "_zero_grad", {nodes.input()}), nodes.outGrad()};
}

struct Box {
    double width = 0; ///< half of it
    double height = 0;
};

/// The half sizes of the anchors of one position in an image of height / width `aspect`.
Result<std::vector<Box>> priorBoxes(const MultiboxPriorAttrs &attrs, double aspect)
{
    std::vector<double> numbers = attrs.sizes;
    numbers.insert(numbers.end(), attrs.ratios.begin(), attrs.ratios.end());
    std::vector<Box> boxes;
    for (std::size_t k = 0; k + 1 < numbers.size(); ++k) {
        const double ratio = numbers[k + 1];
        if (!(ratio > 0)) {
            return makeError("attr-invalid", "sizes and ratios hold a number that is not above 0");
        }
        if (k < attrs.sizes.size()) {
            boxes.push_back({numbers[k] * aspect / 2, numbers[k] / 2});
        } else {
            boxes.push_back(
                {numbers[0] * aspect * std::sqrt(ratio) / 2, numbers[0] / std::sqrt(ratio) / 2});
        }
    }
    return boxes;
}

Status priorReference(const MultiboxPriorAttrs &attrs, const ReferenceCall &call)
{
    const Shape data = shapeOf(call.in[0]);
    if (data.size() < 4 || attrs.offsets.size() < 2 || attrs.steps.size() < 2) {
        return makeError("attr-invalid", "offsets and steps have too few numbers, expected 2 each");
    }
    const auto height = static_cast<double>(data[2]);
    const auto width = static_cast<double>(data[3]);
    ASSIGN_OR_RETURN(const auto boxes, priorBoxes(attrs, height / width));
    if (call.out[0].count() != data[2] * data[3] * static_cast<std::int64_t>(boxes.size()) * 4) {
        return makeError("infer-shape", "output 0 has shape {}, which does not fit the anchors",
                         shapeText(shapeOf(call.out[0])));
    }
    const double stepY = attrs.steps[0] > 0 ? attrs.steps[0] : 1 / height;
    const double stepX = attrs.steps[1] > 0 ? attrs.steps[1] : 1 / width;
    std::int64_t to = 0;
    for (std::int64_t row = 0; row < data[2]; ++row) {
        const double y = (static_cast<double>(row) + attrs.offsets[0]) * stepY;
        for (std::int64_t column = 0; column < data[3]; ++column) {
            const double x = (static_cast<double>(column) + attrs.offsets[1]) * stepX;
            for (const Box &box : boxes) {
                for (const double edge :
                     {x - box.width, y - box.height, x + box.width, y + box.height}) {
                    storeElement(call.out[0], to++,
                                 attrs.clip ? std::min(std::max(edge, 0.0), 1.0) : edge);
                }
            }
        }
    }
    return {};
}

KernelLaunch multiboxLaunch(const char *entry, DType type, const DeviceTraits &device)
{
    KernelLaunch launch;
    launch.program = "multibox";
    launch.source = kernels::multibox;
    launch.entry = entry;
    launch.algorithm = "naive";
    defineTypes(launch, type, type);
    launch.local = oneItemGroups(device);
    return launch;
}

KernelArg number(double value)
{
    return KernelArg::float32(static_cast<float>(value));
}

Result<KernelSpec> priorKernel(const MultiboxPriorAttrs &attrs, const KernelContext &context)
{
    const Shape &data = context.inShapes[0];
    const DType type = context.outTypes[0];
    const auto boxes = priorBoxes(attrs, 1);
    Status status = checkOneFloatType(context);
    const bool fits = boxes && data.size() >= 4 && attrs.offsets.size() >= 2
                      && attrs.steps.size() >= 2 && type != DType::Float64
                      && fitsInt({data[2], data[3], static_cast<std::int64_t>(boxes->size()), 4});
    if (status && !fits) {
        status = noKernelFor("these anchors as " + std::string(dtypeName(type)));
    }
    RETURN_IF_FAILED(status);
    std::string numbers;
    for (const Box &box : *boxes) {
        numbers += (numbers.empty() ? "{" : ", ") + floatLiteral(box.width) + ", "
                   + floatLiteral(box.height);
    }
    KernelLaunch launch = multiboxLaunch("multibox_prior", type, context.device);
    launch.defines.emplace_back("NERVURE_BOXES", numbers + '}');
    launch.defines.emplace_back("NERVURE_BOX_COUNT", std::to_string(boxes->size()));
    const double rows = static_cast<double>(data[2]);
    const double columns = static_cast<double>(data[3]);
    launch.args = {KernelArg::output(),
                   number(rows / columns),
                   number(attrs.steps[0] > 0 ? attrs.steps[0] : 1 / rows),
                   number(attrs.steps[1] > 0 ? attrs.steps[1] : 1 / columns),
                   number(attrs.offsets[0]),
                   number(attrs.offsets[1]),
                   KernelArg::int32(attrs.clip)};
    launch.global = {static_cast<std::size_t>(data[3]), static_cast<std::size_t>(data[2]), 1};
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

struct TransformLocAttrs {
    bool clip = true;
    float threshold = 0.01F;
    NumberTuple variances{0.1, 0.1, 0.2, 0.2};
};

Status locShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 2));
    const Shape &scores = in[0];
    const Shape &places = in[1];
    const Shape &anchors = in[2];
    const bool isKnown = !isUnknown(scores) && !isUnknown(places) && !isUnknown(anchors);
    if (context.semantics == Semantics::Fixed && !isKnown) {
        return {};
    }
    const bool fits = scores.size() == 3 && places.size() == 2 && anchors.size() == 3
                      && scores[2] == anchors[1] && anchors[1] > 0 && anchors[2] == 4
                      && checkedMultiply(scores[2], 4) == places[1];
    if (!fits) {
        return makeError("infer-shape",
                         "inputs are {}, {} and {}, expected [batch,classes,anchors], "
                         "[batch,anchors*4] and [1,anchors,4]",
                         shapeText(scores), shapeText(places), shapeText(anchors));
    }
    RETURN_IF_FAILED(assignOutput(out, 0, {scores[0], anchors[1], 6}));
    return assignOutput(out, 1, {scores[0]});
}

Status locType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkLeastInputs(in.size(), 1));
    if (context.semantics == Semantics::Fixed && in[0] == DType::Unknown) {
        in[0] = out[0];
    }
    RETURN_IF_FAILED(assignTypeStrictly(out, 0, in[0]));
    return assignTypeStrictly(out, 1, DType::Int32);
}

/// The inputs keep what they had before the graph was rewritten.
Status locLayout(const LayoutCall &call)
{
    RETURN_IF_FAILED(checkLayoutCounts(call, 3, 2));
    for (std::size_t i = 0; i < call.in.size(); ++i) {
        assignLayout(call.in[i], call.lastIn[i]);
    }
    return {};
}

/// Turns class scores and shifted anchors into rows of class, score and box.
class Locations {
public:
    Locations(const TransformLocAttrs &attrs, const ReferenceCall &call)
        : m_attrs(attrs),
          m_call(call),
          m_classes(call.in[0].shape[1]),
          m_anchors(call.in[0].shape[2])
    {}

    /// Image number `image`; gives how many anchors hold something. Rows beyond are -1, which NNVM
    /// leaves as they are.
    std::int64_t run(std::int64_t image)
    {
        std::int64_t valid = 0;
        for (std::int64_t anchor = 0; anchor < m_anchors; ++anchor) {
            const auto [label, score] = bestClass(image, anchor);
            if (label == 0 || score < m_attrs.threshold) {
                continue;
            }
            const std::array<double, 4> box = boxOf(image, anchor);
            store(image, valid++,
                  {static_cast<double>(label - 1), static_cast<double>(score), box[0], box[1],
                   box[2], box[3]});
        }
        for (std::int64_t row = valid; row < m_anchors; ++row) {
            store(image, row, {-1, -1, -1, -1, -1, -1});
        }
        return valid;
    }

private:
    struct Best {
        std::int64_t label = 0; ///< 0 is the background
        float score = -1;
    };

    [[nodiscard]] Best bestClass(std::int64_t image, std::int64_t anchor) const
    {
        Best best;
        for (std::int64_t label = 1; label < m_classes; ++label) {
            const auto score = static_cast<float>(
                elementAsDouble(m_call.in[0], (image * m_classes + label) * m_anchors + anchor));
            if (score > best.score) {
                best = {label, score};
            }
        }
        return best;
    }

    [[nodiscard]] double held(double edge) const
    {
        return m_attrs.clip ? std::max(0.0, std::min(1.0, edge)) : edge;
    }

    /// Left, top, right and bottom.
    [[nodiscard]] std::array<double, 4> boxOf(std::int64_t image, std::int64_t anchor) const
    {
        const auto shift = [&](std::int64_t k) {
            return elementAsDouble(m_call.in[1], (image * m_anchors + anchor) * 4 + k)
                   * m_attrs.variances[static_cast<std::size_t>(k)];
        };
        const auto edge = [&](std::int64_t k) {
            return elementAsDouble(m_call.in[2], anchor * 4 + k);
        };
        const double width = edge(2) - edge(0);
        const double height = edge(3) - edge(1);
        const double x = shift(0) * width + (edge(0) + edge(2)) / 2;
        const double y = shift(1) * height + (edge(1) + edge(3)) / 2;
        const double halfWidth = std::exp(shift(2)) * width / 2;
        const double halfHeight = std::exp(shift(3)) * height / 2;
        return {held(x - halfWidth), held(y - halfHeight), held(x + halfWidth),
                held(y + halfHeight)};
    }

    void store(std::int64_t image, std::int64_t row, const std::array<double, 6> &numbers) const
    {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            storeElement(m_call.out[0],
                         (image * m_anchors + row) * 6 + static_cast<std::int64_t>(i), numbers[i]);
        }
    }

    const TransformLocAttrs &m_attrs;
    const ReferenceCall &m_call;
    std::int64_t m_classes;
    std::int64_t m_anchors;
};

Status locReference(const TransformLocAttrs &attrs, const ReferenceCall &call)
{
    if (attrs.variances.size() < 4) {
        return makeError("attr-invalid", "variances has {} numbers, expected 4",
                         attrs.variances.size());
    }
    Shapes in{shapeOf(call.in[0]), shapeOf(call.in[1]), shapeOf(call.in[2])};
    Shapes out{shapeOf(call.out[0]), shapeOf(call.out[1])};
    RETURN_IF_FAILED(locShape(call.rule, in, out));
    if (in[1][0] < in[0][0]) {
        return makeError(
            "infer-shape",
            "input 1 (loc_pred) has shape {}, expected the batch of input 0 (cls_prob) {}",
            shapeText(in[1]), shapeText(in[0]));
    }
    Locations locations(attrs, call);
    for (std::int64_t image = 0; image < in[0][0]; ++image) {
        storeElement(call.out[1], image, static_cast<double>(locations.run(image)));
    }
    return {};
}

Result<KernelSpec> locKernel(const RuleContext &rule, const KernelContext &context)
{
    const auto &attrs = rule.attrs.as<TransformLocAttrs>();
    Shapes in(context.inShapes.begin(), context.inShapes.end());
    Shapes out(context.outShapes.begin(), context.outShapes.end());
    const DType type = context.inTypes[0];
    const bool isSingle = type == DType::Float32 || type == DType::Float16;
    const bool fits = isSingle && context.inTypes[1] == type && context.inTypes[2] == type
                      && context.outTypes[0] == type && context.outTypes[1] == DType::Int32
                      && attrs.variances.size() >= 4 && locShape(rule, in, out)
                      && in[1][0] >= in[0][0] && checkTensorSizes(context);
    if (!fits) {
        return noKernelFor("these anchors as " + std::string(dtypeName(type)));
    }
    KernelLaunch launch = multiboxLaunch("multibox_transform_loc", type, context.device);
    launch.args = {KernelArg::input(0),         KernelArg::input(1),
                   KernelArg::input(2),         KernelArg::output(0),
                   KernelArg::output(1),        KernelArg::int32(in[0][1]),
                   KernelArg::int32(in[0][2]),  KernelArg::float32(attrs.threshold),
                   KernelArg::int32(attrs.clip)};
    for (std::size_t i = 0; i < 4; ++i) {
        launch.args.push_back(number(attrs.variances[i]));
    }
    launch.global = {static_cast<std::size_t>(in[0][0]), 1, 1};
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

Status detectionReference(const NoAttrs &, const ReferenceCall &)
{
    return makeError(
        "no-reference",
        "NNVM has nothing but a name for this operator; multibox_transform_loc and nms "
        "together do what it is called after");
}

} // namespace

OpBuilder<MultiboxPriorAttrs> declareMultiboxPrior(Dialect dialect, std::string name)
{
    using P = MultiboxPriorAttrs;
    OpBuilder<P> op(dialect, std::move(name));
    op.summary("anchor boxes of several sizes and shapes around every position")
        .category(OpCategory::Other)
        .attr(field("sizes", &P::sizes, "sizes of the anchors, 1 is the whole image"))
        .attr(field("ratios", &P::ratios, "width by height of the anchors"))
        .attr(field("steps", &P::steps, "distance of positions, y and x; -1: one position"))
        .attr(field("offsets", &P::offsets, "where in a position its center lies, y and x"))
        .attr(field("clip", &P::clip, "cut off what reaches beyond the image"))
        .inputs({"data"})
        .type(elementwiseType(1));
    return op;
}

void registerMultibox(OpRegistry &ops)
{
    ops.add(declareMultiboxPrior(Dialect::Nnvm, "multibox_prior")
                .shape(OpSpec::ShapeRule(priorShape))
                .pattern(OpPattern::Opaque)
                .layout(priorLayout)
                .gradient(gradientRule(1, priorGradient))
                .reference(priorReference)
                .kernel(priorKernel)
                .build());
    using L = TransformLocAttrs;
    ops.add(
        OpBuilder<L>(Dialect::Nnvm, "multibox_transform_loc")
            .summary("anchors that hold something, as rows of class, score and box")
            .category(OpCategory::Other)
            .attr(field("clip", &L::clip, "cut off what reaches beyond the image"))
            .attr(field("threshold", &L::threshold, "least score that counts"))
            .attr(field("variances", &L::variances, "scale of the shifts of x, y, width, height"))
            .inputs({"cls_prob", "loc_pred", "anchor"})
            .outputs({"output0", "output1"})
            .shape(OpSpec::ShapeRule(locShape))
            .type(locType)
            .layout(locLayout)
            .reference(locReference)
            .kernel(OpSpec::KernelRule(locKernel))
            .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "multibox_detection")
                .summary("a name that NNVM knows without saying what it computes")
                .category(OpCategory::Other)
                .acceptsAnyKey()
                .inputs({"data"})
                .pattern(OpPattern::Opaque)
                .reference(detectionReference)
                .build());
}

} // namespace nervure
