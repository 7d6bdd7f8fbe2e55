// SPDX-License-Identifier: Apache-2.0
// LightNet's resize and upsample.
#include "kernels/ln_resize.h"
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

struct ResizeAttrs {
    std::string mode;
    IntTuple dims;
};

struct UpsampleAttrs {
    std::string mode;
    NumberTuple scales;
};

/// Where one position of the output lies between two of the input.
struct Place {
    std::int64_t low = 0;
    std::int64_t high = 0;
    double share = 0; ///< of the higher one
};

/// The position in the input under the middle of position `i` of the output. LightNet keeps the
/// ratio as a float.
double middleOf(std::int64_t i, std::int64_t in, std::int64_t out)
{
    const float ratio = static_cast<float>(in) / static_cast<float>(out);
    return (static_cast<double>(i) + 0.5) * static_cast<double>(ratio) - 0.5;
}

std::vector<Place> placesOf(bool isLinear, std::int64_t in, std::int64_t out)
{
    std::vector<Place> places;
    for (std::int64_t i = 0; i < out; ++i) {
        const double middle = middleOf(i, in, out);
        const double first = isLinear ? std::floor(middle)
                                      : static_cast<double>(std::round(static_cast<float>(middle)));
        const auto low = static_cast<std::int64_t>(first);
        const std::int64_t last = in - 1;
        const std::int64_t high = std::clamp<std::int64_t>(low + (isLinear ? 1 : 0), 0, last);
        places.push_back(
            {std::clamp<std::int64_t>(low, 0, last), high, isLinear ? middle - first : 0});
    }
    return places;
}

/// Maps positions of the output to the input.
class Resizer {
public:
    Resizer(bool isLinear, const Shape &in, const Shape &out) : m_in(in), m_out(out)
    {
        for (std::size_t d = 0; d < in.size(); ++d) {
            m_places.push_back(placesOf(isLinear && in[d] != out[d], in[d], out[d]));
        }
    }

    /// The position under position `flat` of the output.
    [[nodiscard]] std::int64_t nearest(std::int64_t flat)
    {
        locate(flat);
        return position(0);
    }

    /// The elements around position `flat`, each by its share.
    [[nodiscard]] double between(const ConstTensorView &in, std::int64_t flat)
    {
        locate(flat);
        double sum = 0;
        for (std::uint32_t corner = 0; corner < 1U << m_in.size(); ++corner) {
            const double share = shareOf(corner);
            if (share != 0) {
                sum += share * elementAsDouble(in, position(corner));
            }
        }
        return sum;
    }

private:
    void locate(std::int64_t flat)
    {
        m_at.resize(m_in.size());
        for (std::size_t d = m_in.size(); d-- > 0;) {
            m_at[d] = m_places[d][static_cast<std::size_t>(flat % m_out[d])];
            flat /= m_out[d];
        }
    }

    /// Bit d of a corner takes the higher position along dimension d.
    [[nodiscard]] double shareOf(std::uint32_t corner) const
    {
        double share = 1;
        for (std::size_t d = 0; d < m_at.size(); ++d) {
            share *= (corner >> d & 1U) != 0 ? m_at[d].share : 1 - m_at[d].share;
        }
        return share;
    }

    [[nodiscard]] std::int64_t position(std::uint32_t corner) const
    {
        std::int64_t flat = 0;
        for (std::size_t d = 0; d < m_at.size(); ++d) {
            flat = flat * m_in[d] + ((corner >> d & 1U) != 0 ? m_at[d].high : m_at[d].low);
        }
        return flat;
    }

    Shape m_in;
    Shape m_out;
    std::vector<std::vector<Place>> m_places; ///< by dimension and position in the output
    std::vector<Place> m_at;
};

Status resizeTensor(const std::string &mode, const ReferenceCall &call)
{
    const ConstTensorView &in = call.in[0];
    const TensorView &out = call.out[0];
    const bool isLinear = mode == "TL_LINEAR";
    if (in.type != out.type || in.shape.size() != out.shape.size()) {
        return makeError("infer-shape", "input 0 and output 0 differ in rank or type");
    }
    if (isLinear && call.rule.semantics == Semantics::Exact) {
        return makeError("no-reference", "mode is TL_LINEAR, which LightNet cannot compute");
    }
    Resizer resizer(isLinear, shapeOf(in), shapeOf(out));
    const std::size_t bytes = dtypeBytes(in.type);
    for (std::int64_t i = 0; i < out.count(); ++i) {
        if (i % 65536 == 0 && isCanceled(call.cancel)) {
            return canceledError();
        }
        if (isLinear) {
            lnStore(out, i, resizer.between(in, i));
            continue;
        }
        std::memcpy(out.data + static_cast<std::size_t>(i) * bytes,
                    in.data + static_cast<std::size_t>(resizer.nearest(i)) * bytes, bytes);
    }
    return {};
}

/// Whether the kernel's whole numbers find the same elements as LightNet's floats.
bool hasPlainPlaces(std::int64_t in, std::int64_t out)
{
    const std::vector<Place> places = placesOf(false, in, out);
    for (std::int64_t i = 0; i < out; ++i) {
        if (places[static_cast<std::size_t>(i)].low != (2 * i + 1) * in / (2 * out)) {
            return false;
        }
    }
    return true;
}

/// A launch over chunks of the output's rows, with both shapes brought to four dimensions.
KernelLaunch lnResizeLaunch(const char *entry, const Shape &in, const Shape &out,
                            const DeviceTraits &device)
{
    KernelLaunch launch;
    launch.program = "ln_resize";
    launch.source = kernels::ln_resize;
    launch.entry = entry;
    launch.algorithm = "rows";
    const std::int64_t columns = device.isCpu() ? 256 : 1;
    const std::int64_t rows = device.isCpu() ? 32 : 1;
    launch.defines = {{"NERVURE_COLUMNS", std::to_string(columns)},
                      {"NERVURE_ROWS", std::to_string(rows)}};
    launch.args = {KernelArg::input(0), KernelArg::output()};
    for (const Shape *shape : {&in, &out}) {
        for (const std::int64_t size : *shape) {
            launch.args.push_back(KernelArg::int32(size));
        }
    }
    launch.global = {static_cast<std::size_t>(ceilDivide(out[3], columns)),
                     static_cast<std::size_t>(ceilDivide(out[2], rows)),
                     static_cast<std::size_t>(out[0] * out[1])};
    launch.local = oneItemGroups(device);
    launch.storesThroughMacro = true;
    return launch;
}

Result<KernelSpec> nearestKernel(const Shape &in, const Shape &out, const KernelContext &context)
{
    RETURN_IF_FAILED(checkCopied(context));
    for (std::size_t d = 0; d < in.size(); ++d) {
        if (!fitsInt({2, in[d], out[d]}) || !hasPlainPlaces(in[d], out[d])) {
            return noKernelFor("sizes where rounding decides");
        }
    }
    KernelSpec spec;
    spec.launches = {lnResizeLaunch("resize_nearest", in, out, context.device)};
    defineCopied(spec.launches[0], context.inTypes[0]);
    return spec;
}

Result<KernelSpec> linearKernel(const Shape &in, const Shape &out, const KernelContext &context)
{
    RETURN_IF_FAILED(checkOneType(context));
    return inDouble(context.inTypes[0], context,
                    [&](const KernelContext &of) -> Result<KernelSpec> {
                        KernelLaunch launch = lnResizeLaunch("resize_linear", in, out, of.device);
                        defineTypes(launch, of.inTypes[0], of.outTypes[0]);
                        for (std::size_t d = 0; d < in.size(); ++d) {
                            launch.args.push_back(KernelArg::float32(static_cast<float>(in[d])
                                                                     / static_cast<float>(out[d])));
                        }
                        KernelSpec spec;
                        spec.launches = {launch};
                        return spec;
                    });
}

template <typename Attrs>
Result<KernelSpec> resizeKernel(const RuleContext &rule, const KernelContext &context)
{
    constexpr std::size_t rank = 4;
    Shape in = context.inShapes[0];
    Shape out = context.outShapes[0];
    const bool isLinear = rule.attrs.as<Attrs>().mode == "TL_LINEAR";
    if (in.size() > rank || in.size() != out.size()
        || (isLinear && rule.semantics == Semantics::Exact)) {
        return noKernelFor("resizing " + shapeText(in) + " to " + shapeText(out));
    }
    in.insert(in.begin(), rank - in.size(), 1);
    out.insert(out.begin(), rank - out.size(), 1);
    return isLinear ? linearKernel(in, out, context) : nearestKernel(in, out, context);
}

template <typename Attrs>
Status resizeReference(const Attrs &attrs, const ReferenceCall &call)
{
    return resizeTensor(attrs.mode, call);
}

Status resizeShape(const ResizeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(lnCheckDims(attrs.dims, "dims"));
    if (!isUnknown(in[0]) && in[0].size() != attrs.dims.size()) {
        return makeError("infer-shape",
                         "dims has {} numbers, expected one for each dimension of src {}",
                         attrs.dims.size(), shapeText(in[0]));
    }
    return assignOutput(out, 0, Shape(attrs.dims));
}

Status upsampleShape(const UpsampleAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    if (in[0].size() != attrs.scales.size()) {
        return makeError("infer-shape",
                         "scales has {} numbers, expected one for each dimension of src {}",
                         attrs.scales.size(), shapeText(in[0]));
    }
    Shape shape;
    for (std::size_t d = 0; d < in[0].size(); ++d) {
        constexpr double most = std::numeric_limits<float>::max();
        const auto scale = static_cast<float>(std::clamp(attrs.scales[d], -most, most));
        const float size = std::floor(scale * static_cast<float>(in[0][d]));
        if (!(size >= 1 && size < 0x1p31F)) {
            return makeError(
                "infer-shape",
                "scale {} of dimension {} makes {} a size of {}, expected 1 to 2147483647", scale,
                d, in[0][d], size);
        }
        shape.push_back(static_cast<std::int64_t>(size));
    }
    return assignOutput(out, 0, shape);
}

template <typename Attrs>
OpBuilder<Attrs> declareLnResize(const char *name, const char *summary)
{
    OpBuilder<Attrs> builder(Dialect::LightNet, name);
    builder.summary(summary)
        .category(OpCategory::Layout)
        .attr(field("mode", &Attrs::mode, "how elements between positions are found")
                  .required()
                  .oneOf({"TL_NEAREST", "TL_LINEAR"}))
        .inputs({"src"})
        .type(elementwiseType(1))
        .pattern(OpPattern::Injective)
        .reference(resizeReference<Attrs>)
        .kernel(OpSpec::KernelRule(resizeKernel<Attrs>));
    return builder;
}

} // namespace

void registerLnResize(OpRegistry &ops)
{
    ops.add(lnFinish(
        declareLnResize<ResizeAttrs>("resize", "a tensor stretched or shrunk to other sizes")
            .attr(field("dims", &ResizeAttrs::dims, "sizes of the result").required())
            .shape(resizeShape)
            .build()));
    ops.add(lnFinish(
        declareLnResize<UpsampleAttrs>("upsample", "a tensor stretched by a factor a dimension")
            .attr(field("scales", &UpsampleAttrs::scales,
                        "factor of each dimension; the result's sizes are rounded down")
                      .required())
            .shape(upsampleShape)
            .build()));
}

} // namespace nervure
