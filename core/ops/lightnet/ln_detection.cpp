// SPDX-License-Identifier: Apache-2.0
// LightNet's operators that turn what a detection network says into boxes.
#include "kernels/ln_detection.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

struct YoloAttrs {
    std::int64_t imageWidth = 1;
    std::int64_t imageHeight = 1;
};

struct BoxAttrs : YoloAttrs {
    std::int64_t width = 1;
    std::int64_t height = 1;
    std::int64_t shiftX = 0;
    std::int64_t shiftY = 0;
};

KernelLaunch lnDetectionLaunch(const char *entry, const char *algorithm)
{
    KernelLaunch launch;
    launch.program = "ln_detection";
    launch.source = kernels::ln_detection;
    launch.entry = entry;
    launch.algorithm = algorithm;
    return launch;
}

/// Both inputs and all outputs are float32. Types are inferred of nodes with any number of inputs.
Status floatType(DTypes &in, DTypes &out, std::span<const char *const> inputNames)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), inputNames.size(), out.size()));
    for (std::size_t i = 0; i < in.size(); ++i) {
        RETURN_IF_FAILED(lnRequireType(in[i], inputNames[i], DType::Float32));
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        RETURN_IF_FAILED(assignOutputType(out, i, DType::Float32));
    }
    return {};
}

constexpr const char *yoloInputs[]{"feature", "anchors"};
constexpr const char *boxInputs[]{"src_delta", "src_anchor"};

Status yoloType(const RuleContext &, DTypes &in, DTypes &out)
{
    return floatType(in, out, yoloInputs);
}

Status boxType(const RuleContext &, DTypes &in, DTypes &out)
{
    return floatType(in, out, boxInputs);
}

/// Of each anchor come x, y, width, height and confidence, then the classes.
constexpr std::int64_t yoloChannels = 5;

Status yoloShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 5));
    if (isUnknown(in[0]) || isUnknown(in[1])) {
        return {};
    }
    Status status = lnCheckRank(in[0], "feature", 4);
    if (status) {
        status = lnCheckRank(in[1], "anchors", 2);
    }
    if (!status) {
        return status;
    }
    const std::int64_t anchors = in[1][0];
    const std::int64_t channels = in[0][1] / anchors;
    const bool isEven =
        context.semantics == Semantics::Exact || (in[0][1] % anchors == 0 && in[1][1] == 2);
    if (in[0][0] != 1 || channels <= yoloChannels || !isEven) {
        return makeError("infer-shape",
                         "feature has shape {} and anchors {}, expected one image with more than 5 "
                         "channels for each anchor's width and height",
                         shapeText(in[0]), shapeText(in[1]));
    }
    const std::int64_t counts[]{2, 2, 4, 1, channels - yoloChannels};
    for (std::size_t i = 0; i < out.size(); ++i) {
        status = assignOutput(out, i, {1, anchors, counts[i], in[0][2], in[0][3]});
        if (!status) {
            return status;
        }
    }
    return {};
}

float sigmoid(float x)
{
    return 1.0F / (1.0F + std::exp(-x));
}

/// One cell of the grid for one anchor.
class YoloCell {
public:
    YoloCell(const YoloAttrs &attrs, const ReferenceCall &call)
        : m_attrs(attrs),
          m_call(call),
          m_anchors(call.in[1].shape[0]),
          m_channels(call.in[0].shape[1] / m_anchors),
          m_height(call.in[0].shape[2]),
          m_width(call.in[0].shape[3])
    {}

    [[nodiscard]] std::int64_t count() const { return m_anchors * m_height * m_width; }

    void compute(std::int64_t cell)
    {
        m_anchor = cell / (m_height * m_width);
        m_place = cell % (m_height * m_width);
        const auto column = static_cast<float>(m_place % m_width);
        const auto row = static_cast<float>(m_place / m_width);
        side(0, column, static_cast<float>(m_attrs.imageWidth) / static_cast<float>(m_width));
        side(1, row, static_cast<float>(m_attrs.imageHeight) / static_cast<float>(m_height));
        store(3, 0, sigmoid(feature(4)));
        for (std::int64_t c = yoloChannels; c < m_channels; ++c) {
            store(4, c - yoloChannels, sigmoid(feature(c)));
        }
    }

private:
    /// Center, size and both edges along x (0) or y (1).
    void side(std::int64_t axis, float cell, float scale)
    {
        const float center = (sigmoid(feature(axis)) + cell) * scale;
        const float anchor = m_call.in[1].as<float>()[m_anchor * 2 + axis];
        const float size = anchor * std::clamp(std::exp(feature(axis + 2)), 1e-9F, 50.0F);
        store(0, axis, center);
        store(1, axis, size);
        store(2, axis, center - size / 2);
        store(2, axis + 2, center + size / 2);
    }

    [[nodiscard]] float feature(std::int64_t channel) const
    {
        const std::int64_t plane = m_anchor * m_channels + channel;
        return m_call.in[0].as<float>()[plane * m_height * m_width + m_place];
    }

    void store(std::size_t output, std::int64_t channel, float value)
    {
        const TensorView &out = m_call.out[output];
        const std::int64_t plane = m_anchor * out.shape[2] + channel;
        out.as<float>()[plane * m_height * m_width + m_place] = value;
    }

    const YoloAttrs &m_attrs;
    const ReferenceCall &m_call;
    std::int64_t m_anchors;
    std::int64_t m_channels; ///< for each anchor
    std::int64_t m_height;
    std::int64_t m_width;
    std::int64_t m_anchor = 0;
    std::int64_t m_place = 0;
};

Status yoloReference(const YoloAttrs &attrs, const ReferenceCall &call)
{
    YoloCell cell(attrs, call);
    for (std::int64_t i = 0; i < cell.count(); ++i) {
        cell.compute(i);
    }
    return {};
}

Result<KernelSpec> yoloKernel(const YoloAttrs &attrs, const KernelContext &context)
{
    RETURN_IF_FAILED(checkKernelTensors(context));
    const Shape &feature = context.inShapes[0];
    const std::int64_t anchors = context.inShapes[1][0];
    const auto scale = [](std::int64_t image, std::int64_t grid) {
        return KernelArg::float32(static_cast<float>(image) / static_cast<float>(grid));
    };
    KernelLaunch launch = lnDetectionLaunch("detect_yolov3", "cell");
    launch.args = {KernelArg::input(0), KernelArg::input(1)};
    for (std::uint32_t i = 0; i < context.outShapes.size(); ++i) {
        launch.args.push_back(KernelArg::output(i));
    }
    launch.args.push_back(KernelArg::int32(feature[1] / anchors));
    launch.args.push_back(KernelArg::int32(feature[3]));
    launch.args.push_back(scale(attrs.imageWidth, feature[3]));
    launch.args.push_back(scale(attrs.imageHeight, feature[2]));
    launch.global = {static_cast<std::size_t>(feature[2] * feature[3]),
                     static_cast<std::size_t>(anchors), 1};
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

Status boxShape(const BoxAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    RETURN_IF_FAILED(lnCheckRank(in[0], "src_delta", 5));
    if (in[0][4] != 4) {
        return makeError(
            "infer-shape",
            "src_delta has shape {}, expected a last dimension of 4: the sides of a box",
            shapeText(in[0]));
    }
    const Status status = assignInput(in, 1, "src_anchor", in[0]);
    return status ? assignOutput(out, 0, in[0]) : status;
}

/// Lower and upper edge along one axis: an anchor moved and stretched by what the network says,
/// scaled from the network's image to the original, and held inside of that.
std::pair<float, float> edgesOf(float anchor, float anchorSize, float move, float stretch,
                                float scaleTo, float scaleFrom, float shift)
{
    constexpr float e = 2.718281828F;
    const float center = (anchor + move * anchorSize) * scaleTo / scaleFrom + shift;
    // The exponential function goes on as a straight line above 1.
    const float factor = stretch < 1 ? std::exp(stretch) : stretch * e;
    const float half = anchorSize * factor * scaleTo / scaleFrom / 2;
    const auto held = [scaleTo](float x) { return std::max(std::min(x, scaleTo - 1), 0.0F); };
    return {held(center - half), held(center + half)};
}

Status boxReference(const BoxAttrs &attrs, const ReferenceCall &call)
{
    for (std::int64_t i = 0; i + 3 < call.in[0].count(); i += 4) {
        const float *delta = call.in[0].as<float>() + i;
        const float *anchor = call.in[1].as<float>() + i;
        float *box = call.out[0].as<float>() + i;
        const auto [left, right] =
            edgesOf(anchor[0], anchor[2], delta[0], delta[2], static_cast<float>(attrs.imageWidth),
                    static_cast<float>(attrs.width), static_cast<float>(attrs.shiftX));
        const auto [top, bottom] =
            edgesOf(anchor[1], anchor[3], delta[1], delta[3], static_cast<float>(attrs.imageHeight),
                    static_cast<float>(attrs.height), static_cast<float>(attrs.shiftY));
        box[0] = left;
        box[1] = top;
        box[2] = right;
        box[3] = bottom;
    }
    return {};
}

Result<KernelSpec> boxKernel(const BoxAttrs &attrs, const KernelContext &context)
{
    RETURN_IF_FAILED(checkKernelTensors(context));
    KernelLaunch launch = lnDetectionLaunch("boxes_from_anchors", "box");
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::output()};
    for (const std::int64_t number : {attrs.imageWidth, attrs.imageHeight, attrs.width,
                                      attrs.height, attrs.shiftX, attrs.shiftY}) {
        launch.args.push_back(KernelArg::float32(static_cast<float>(number)));
    }
    launch.global = {static_cast<std::size_t>(*elementCount(context.outShapes[0]) / 4), 1, 1};
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

/// A size in pixels.
template <typename A>
AttrField pixels(const char *name, std::int64_t A::*member, const char *help)
{
    return field<A, std::int64_t>(name, member, help).required().atLeast(1);
}

template <typename A>
OpBuilder<A> declareLnDetection(const char *name, const char *summary)
{
    OpBuilder<A> builder(Dialect::LightNet, name);
    builder.summary(summary)
        .category(OpCategory::Other)
        .pattern(OpPattern::Opaque)
        .attr(pixels<A>("img_width", &A::imageWidth, "width of the original image"))
        .attr(pixels<A>("img_height", &A::imageHeight, "height of the original image"));
    return builder;
}

} // namespace

void registerLnDetection(OpRegistry &ops)
{
    ops.add(lnFinish(lnWithoutCode(
        declareLnDetection<YoloAttrs>("detect_yolov3",
                                      "boxes, confidences and class probabilities of a YOLOv3 grid")
            .inputs({"feature", "anchors"})
            .parameters({1})
            .outputs({"box_centers", "box_sizes", "boxes", "confs", "probs"})
            .shape(OpSpec::ShapeRule(yoloShape))
            .type(yoloType)
            .reference(yoloReference)
            .kernel(yoloKernel)
            .build())));
    using A = BoxAttrs;
    ops.add(lnFinish(lnWithoutCode(
        declareLnDetection<A>("transform_bboxSQD",
                              "corners of SqueezeDet's boxes from their distances to anchors")
            .attr(pixels<A>("width", &A::width, "width of the image that the network sees"))
            .attr(pixels<A>("height", &A::height, "height of the image that the network sees"))
            .attr(
                field("x_shift", &A::shiftX, "added to the boxes' place from the left").required())
            .attr(field("y_shift", &A::shiftY, "added to the boxes' place from the top").required())
            .inputs({"src_delta", "src_anchor"})
            .shape(boxShape)
            .type(boxType)
            .reference(boxReference)
            .kernel(boxKernel)
            .build())));
}

} // namespace nervure
