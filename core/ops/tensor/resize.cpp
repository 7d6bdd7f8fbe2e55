// SPDX-License-Identifier: Apache-2.0
#include "kernels/resize.h"
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace nervure {

namespace {

constexpr const char *nearestNeighbor = "NEAREST_NEIGHBOR";

struct ResizeAttrs {
    IntTuple size;
    std::string layout = "NCHW";
    std::string method = "BILINEAR";
    bool alignCorners = false;
};

struct UpsamplingAttrs {
    std::int64_t scale = 1;
    std::string layout = "NCHW";
    std::string method = nearestNeighbor;
};

/// Changes height and width, dimensions 2 and 3 of NCHW, wherever `layout` has them. NNVM does not
/// ask how many dimensions the data has: exact semantics changes those that are there.
Status resizedShape(
    const RuleContext &context, const std::string &layoutText,
    const std::function<std::optional<std::int64_t>(std::size_t, std::int64_t)> &size, Shapes &in,
    Shapes &out)
{
    const Layout plain = *Layout::parse("NCHW");
    ASSIGN_OR_RETURN(const auto layout, Layout::parse(layoutText));
    if (context.semantics == Semantics::Fixed && in[0].size() != layout.rank()) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected one of layout {}",
                         shapeText(in[0]), layoutText);
    }
    ASSIGN_OR_RETURN(auto shape, convertShape(layout, in[0], plain, context.semantics));
    for (std::size_t i = 2; i < std::min<std::size_t>(4, shape.size()); ++i) {
        const auto changed = size(i - 2, shape[i]);
        if (!changed) {
            return makeError("infer-shape",
                             "the result of resizing {} has a size that is negative or too large",
                             shapeText(in[0]));
        }
        shape[i] = *changed;
    }
    const auto result = convertShape(plain, shape, layout, context.semantics);
    return result ? assignOutput(out, 0, *result) : Status(result.error());
}

Status resizeShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    if (Status status = checkCounts(in.size(), out.size(), 1, 1); !status || !in[0].hasRank()) {
        return status;
    }
    const auto &attrs = context.attrs.as<ResizeAttrs>();
    if (attrs.size.size() < 2) {
        return makeError("infer-shape", "size is {}, expected height and width",
                         NnvmAttrText::print(attrs.size));
    }
    const auto size = [&](std::size_t i, std::int64_t) {
        return attrs.size[i] < 0 ? std::nullopt : std::optional(attrs.size[i]);
    };
    return resizedShape(context, attrs.layout, size, in, out);
}

Status upsamplingShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    if (Status status = checkCounts(in.size(), out.size(), 1, 1); !status || !in[0].hasRank()) {
        return status;
    }
    const auto &attrs = context.attrs.as<UpsamplingAttrs>();
    if (attrs.scale < 0) {
        return makeError("infer-shape", "scale is {}, expected at least 1", attrs.scale);
    }
    const auto size = [&](std::size_t, std::int64_t old) {
        return isUnknownSize(old) ? unknownSize : checkedMultiply(old, attrs.scale);
    };
    return resizedShape(context, attrs.layout, size, in, out);
}

/// Both operators want the layout of their attribute, and give it.
template <typename Attrs>
Status resizeLayout(const LayoutCall &call)
{
    RETURN_IF_FAILED(checkLayoutCounts(call, 1, 1));
    ASSIGN_OR_RETURN(const auto layout, Layout::parse(call.rule.attrs.as<Attrs>().layout));
    assignLayout(call.in[0], layout);
    assignLayout(call.out[0], layout);
    return {};
}

/// The tensors as planes of rows of pixels: a pixel is what lies innermost, one number in NCHW, all
/// channels in NHWC.
struct Planes {
    std::int64_t count = 1;
    std::int64_t inHeight = 1;
    std::int64_t inWidth = 1;
    std::int64_t outHeight = 1;
    std::int64_t outWidth = 1;
    std::int64_t pixel = 1;
};

Result<Planes> planesOf(const std::string &layout, const Shape &in, const Shape &out)
{
    if ((layout != "NCHW" && layout != "NHWC") || in.size() != 4 || out.size() != 4
        || isUnknown(in)) {
        return makeError("infer-shape",
                         "layout is {} for {}, expected NCHW or NHWC and 4 dimensions", layout,
                         shapeText(in));
    }
    const bool isNchw = layout == "NCHW";
    const std::size_t h = isNchw ? 2 : 1;
    const std::size_t c = isNchw ? 1 : 3;
    if (in[0] != out[0] || in[c] != out[c]) {
        return makeError("infer-shape", "input 0 {} and output 0 {} differ in more than size",
                         shapeText(in), shapeText(out));
    }
    return Planes{
        isNchw ? in[0] * in[1] : in[0], in[h], in[h + 1], out[h], out[h + 1], isNchw ? 1 : in[3]};
}

/// NNVM divides by the whole number of times that the input fits into the output, which leads
/// outside of the input unless it fits exactly; documented is the nearest.
Result<std::vector<std::int64_t>> nearestPlaces(std::int64_t in, std::int64_t out,
                                                Semantics semantics)
{
    std::vector<std::int64_t> places;
    if (semantics == Semantics::Exact && (out - 1) / std::max<std::int64_t>(out / in, 1) >= in) {
        return makeError("infer-shape",
                         "cannot resize {} to {} by nearest neighbour, expected a whole ratio", in,
                         out);
    }
    if (semantics == Semantics::Exact && out < in) {
        return makeError("infer-shape", "cannot shrink {} to {} by nearest neighbour", in, out);
    }
    for (std::int64_t i = 0; i < out; ++i) {
        places.push_back(
            semantics == Semantics::Exact
                ? i / (out / in)
                : static_cast<std::int64_t>(static_cast<double>(i) * static_cast<double>(in)
                                            / static_cast<double>(out)));
    }
    return places;
}

Status nearestReference(const Planes &planes, const ReferenceCall &call)
{
    ASSIGN_OR_RETURN(const auto rows,
                     nearestPlaces(planes.inHeight, planes.outHeight, call.rule.semantics));
    ASSIGN_OR_RETURN(const auto columns,
                     nearestPlaces(planes.inWidth, planes.outWidth, call.rule.semantics));
    const std::size_t bytes = dtypeBytes(call.in[0].type) * static_cast<std::size_t>(planes.pixel);
    std::byte *out = call.out[0].data;
    for (std::int64_t plane = 0; plane < planes.count; ++plane) {
        for (const std::int64_t row : rows) {
            for (const std::int64_t column : columns) {
                const std::int64_t from = (plane * planes.inHeight + row) * planes.inWidth + column;
                std::memcpy(out, call.in[0].data + static_cast<std::size_t>(from) * bytes, bytes);
                out += bytes;
            }
        }
    }
    return {};
}

/// The two positions of the input between which a position of the output lies.
struct Between {
    std::int64_t low = 0;
    std::int64_t high = 0;
    double share = 0; ///< of the higher one
};

/// How far a step in the output goes in the input.
float ratioOf(std::int64_t in, std::int64_t out, bool alignCorners)
{
    const std::int64_t whole = alignCorners ? out - 1 : out;
    return whole == 0 ? 0.0F
                      : static_cast<float>(alignCorners ? in - 1 : in) / static_cast<float>(whole);
}

/// In single precision, as NNVM: which two positions it is hangs on the rounding.
std::vector<Between> bilinearPlaces(std::int64_t in, std::int64_t out, bool alignCorners)
{
    const float ratio = ratioOf(in, out, alignCorners);
    std::vector<Between> places;
    for (std::int64_t i = 0; i < out; ++i) {
        const float position = static_cast<float>(i) * ratio;
        const float low = std::floor(position);
        const auto held = [in](float number) {
            return std::min(static_cast<std::int64_t>(number), in - 1);
        };
        places.push_back({held(low), held(std::ceil(position)), position - low});
    }
    return places;
}

Status bilinearReference(const Planes &planes, bool alignCorners, const ReferenceCall &call)
{
    const auto rows = bilinearPlaces(planes.inHeight, planes.outHeight, alignCorners);
    const auto columns = bilinearPlaces(planes.inWidth, planes.outWidth, alignCorners);
    const auto mix = [](double a, double b, double share) { return a + (b - a) * share; };
    std::int64_t to = 0;
    for (std::int64_t plane = 0; plane < planes.count; ++plane) {
        if (isCanceled(call.cancel)) {
            return canceledError();
        }
        for (const Between &row : rows) {
            for (const Between &column : columns) {
                for (std::int64_t k = 0; k < planes.pixel; ++k) {
                    const auto at = [&](std::int64_t y, std::int64_t x) {
                        const std::int64_t from =
                            (plane * planes.inHeight + y) * planes.inWidth + x;
                        return elementAsDouble(call.in[0], from * planes.pixel + k);
                    };
                    const double top =
                        mix(at(row.low, column.low), at(row.low, column.high), column.share);
                    const double bottom =
                        mix(at(row.high, column.low), at(row.high, column.high), column.share);
                    storeElement(call.out[0], to++, mix(top, bottom, row.share));
                }
            }
        }
    }
    return {};
}

Status resizeReference(const ResizeAttrs &attrs, const ReferenceCall &call)
{
    ASSIGN_OR_RETURN(const auto planes,
                     planesOf(attrs.layout, shapeOf(call.in[0]), shapeOf(call.out[0])));
    RETURN_IF_FAILED(requireOneType(call));
    if (call.out[0].count() == 0 || call.in[0].count() == 0) {
        return requireOneCount(call);
    }
    if (attrs.method != nearestNeighbor) {
        return bilinearReference(planes, attrs.alignCorners, call);
    }
    if (attrs.alignCorners) {
        return makeError("attr-invalid",
                         "align_corners is set, expected it with bilinear interpolation only");
    }
    return nearestReference(planes, call);
}

Status upsamplingReference(const UpsamplingAttrs &attrs, const ReferenceCall &call)
{
    return resizeReference({{}, attrs.layout, attrs.method, false}, call);
}

/// How many positions of the output one of the input becomes, as in exact; 0 where the kernel is to
/// reckon with both sizes. Nothing where the reference refuses or finds other places than it would.
std::optional<std::int64_t> wholeRatio(std::int64_t in, std::int64_t out, Semantics semantics)
{
    const auto places = nearestPlaces(in, out, semantics);
    if (!places) {
        return std::nullopt;
    }
    const std::int64_t whole = semantics == Semantics::Exact ? out / in : 0;
    for (std::int64_t i = 0; i < out; ++i) {
        if ((*places)[static_cast<std::size_t>(i)] != (whole > 0 ? i / whole : i * in / out)) {
            return std::nullopt;
        }
    }
    return whole;
}

/// The launch of a method that ends with two numbers, for the rows and for the columns: by rows on
/// CPUs where pixels are small, else by pixels.
KernelSpec resizeLaunch(const std::string &method, const Planes &planes, KernelArg rows,
                        KernelArg columns, const KernelContext &context)
{
    constexpr std::int64_t chunk = 256;
    constexpr std::int64_t rowsEach = 128;
    constexpr std::int64_t largePixel = 16;
    constexpr std::int64_t elementsEach = 4096;
    const bool isCpu = context.device.isCpu();
    const bool isByRows = isCpu && planes.pixel < largePixel;
    const std::int64_t parts = isCpu ? 1 : planes.pixel;
    const std::int64_t pixelsEach =
        isCpu ? std::clamp<std::int64_t>(elementsEach / planes.pixel, 1, planes.outWidth) : 1;
    KernelLaunch launch;
    launch.program = "resize";
    launch.source = kernels::resize;
    launch.entry = method + (isByRows ? "_rows" : "_pixels");
    launch.algorithm = isByRows ? "rows" : "pixels";
    launch.defines = {{"NERVURE_COLUMNS", std::to_string(chunk)},
                      {"NERVURE_ROWS", std::to_string(rowsEach)}};
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.args = {KernelArg::input(0), KernelArg::output()};
    addInts(launch, {planes.inHeight, planes.inWidth, planes.outHeight, planes.outWidth,
                     planes.pixel, parts, pixelsEach});
    launch.args.push_back(rows);
    launch.args.push_back(columns);
    const std::int64_t items = isByRows ? ceilDivide(planes.outWidth * planes.pixel, chunk)
                                        : ceilDivide(planes.outWidth, pixelsEach) * parts;
    launch.global = {static_cast<std::size_t>(items),
                     static_cast<std::size_t>(isByRows ? ceilDivide(planes.outHeight, rowsEach)
                                                       : planes.outHeight),
                     static_cast<std::size_t>(planes.count)};
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

Result<KernelSpec> resizeKernelOf(const ResizeAttrs &attrs, const RuleContext &rule,
                                  const KernelContext &context)
{
    const auto planes = planesOf(attrs.layout, context.inShapes[0], context.outShapes[0]);
    if (!planes || (attrs.method == nearestNeighbor && attrs.alignCorners)) {
        return noKernelFor("layout " + attrs.layout + " and method " + attrs.method);
    }
    if (attrs.method != nearestNeighbor) {
        const DType type = context.inTypes[0];
        RETURN_IF_FAILED(checkOneType(context));
        const float rows = ratioOf(planes->inHeight, planes->outHeight, attrs.alignCorners);
        const float columns = ratioOf(planes->inWidth, planes->outWidth, attrs.alignCorners);
        return inDouble(type, context, [&](const KernelContext &of) {
            return Result<KernelSpec>(resizeLaunch("bilinear", *planes, KernelArg::float32(rows),
                                                   KernelArg::float32(columns), of));
        });
    }
    RETURN_IF_FAILED(checkOneType(context));
    const auto rows = wholeRatio(planes->inHeight, planes->outHeight, rule.semantics);
    const auto columns = wholeRatio(planes->inWidth, planes->outWidth, rule.semantics);
    if (!rows || !columns) {
        return noKernelFor("resizing " + shapeText(context.inShapes[0]) + " to "
                           + shapeText(context.outShapes[0]));
    }
    return resizeLaunch("nearest", *planes, KernelArg::int32(*rows), KernelArg::int32(*columns),
                        context);
}

Result<KernelSpec> resizeKernel(const RuleContext &rule, const KernelContext &context)
{
    return resizeKernelOf(rule.attrs.as<ResizeAttrs>(), rule, context);
}

Result<KernelSpec> upsamplingKernel(const RuleContext &rule, const KernelContext &context)
{
    const auto &attrs = rule.attrs.as<UpsamplingAttrs>();
    return resizeKernelOf({{}, attrs.layout, attrs.method, false}, rule, context);
}

constexpr const char *layoutHelp = "order of the dimensions, NCHW or NHWC";
constexpr const char *methodHelp = "NEAREST_NEIGHBOR, or BILINEAR interpolation";

} // namespace

void registerResize(OpRegistry &ops)
{
    using R = ResizeAttrs;
    ops.add(OpBuilder<R>(Dialect::Nnvm, "resize")
                .summary("an image in another size")
                .category(OpCategory::Pooling)
                .attr(field("size", &R::size, "height and width of the result").required())
                .attr(field("layout", &R::layout, layoutHelp))
                .attr(field("method", &R::method, methodHelp))
                .attr(field("align_corners", &R::alignCorners,
                            "keep the values of the corner pixels (bilinear only)"))
                .inputs({"data"})
                .shape(OpSpec::ShapeRule(resizeShape))
                .type(elementwiseType(1))
                .pattern(OpPattern::Injective)
                .layout(resizeLayout<R>)
                .reference(resizeReference)
                .kernel(OpSpec::KernelRule(resizeKernel))
                .build());
    using U = UpsamplingAttrs;
    ops.add(OpBuilder<U>(Dialect::Nnvm, "upsampling")
                .summary("an image enlarged by a whole factor")
                .category(OpCategory::Pooling)
                .attr(field("scale", &U::scale, "factor of height and width").required())
                .attr(field("layout", &U::layout, layoutHelp))
                .attr(field("method", &U::method, methodHelp))
                .inputs({"data"})
                .shape(OpSpec::ShapeRule(upsamplingShape))
                .type(elementwiseType(1))
                .pattern(OpPattern::Injective)
                .layout(resizeLayout<U>)
                .reference(upsamplingReference)
                .kernel(OpSpec::KernelRule(upsamplingKernel))
                .build());
}

} // namespace nervure
