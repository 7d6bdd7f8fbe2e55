// SPDX-License-Identifier: Apache-2.0
#include "core/ops/ln_common.h"

#include "core/ops/shape_rules.h"
#include "core/ops/strided_copy.h"

#include <cmath>
#include <limits>

namespace nervure {

OpSpec lnFinish(OpSpec spec)
{
    for (const char *backend : {"_cpu", "_cuda", "_tensorrt"}) {
        spec.aliases.push_back(spec.name + backend);
    }
    if (!spec.outputNames) {
        spec.outputNames = [](const RuleContext &) { return std::vector<std::string>{"dst"}; };
    }
    return spec;
}

Status lnCheckDims(const Shape &dims, std::string_view what)
{
    const std::string name(what);
    if (dims.empty() || dims.size() > lnMaxRank) {
        return makeError("infer-shape", name + " has " + std::to_string(dims.size())
                                            + " dimensions, expected 1 to 8");
    }
    for (const std::int64_t dimension : dims) {
        if (dimension < 1) {
            return makeError("infer-shape", name + " holds " + std::to_string(dimension)
                                                + ", expected at least 1");
        }
    }
    const auto count = elementCount(dims);
    if (!count || *count > std::numeric_limits<std::int32_t>::max()) {
        return makeError("infer-shape",
                         name + " " + shapeText(dims) + " has more than 2147483647 elements");
    }
    return {};
}

Status lnCheckAxis(std::int64_t axis, const Shape &shape)
{
    if (axis < 0 || axis >= static_cast<std::int64_t>(shape.size())) {
        return makeError("infer-shape", "axis is " + std::to_string(axis)
                                            + ", expected a dimension of the input "
                                            + shapeText(shape));
    }
    return {};
}

Status lnOneType(const RuleContext &, DTypes &in, DTypes &out)
{
    return mergeAllTypes(in, out);
}

namespace {

/// Towards zero with saturation; NaN becomes 0.
template <typename T>
T saturated(double value)
{
    if constexpr (isFloatElement<T>) {
        return static_cast<T>(value);
    } else {
        constexpr auto least = std::numeric_limits<T>::min();
        constexpr auto most = std::numeric_limits<T>::max();
        if (std::isnan(value)) {
            return 0;
        }
        if (value <= static_cast<double>(least)) {
            return least;
        }
        return value >= static_cast<double>(most) ? most : static_cast<T>(value);
    }
}

} // namespace

void lnStore(const TensorView &tensor, std::int64_t i, double value)
{
    if (tensor.type == DType::Bool) {
        tensor.as<std::int32_t>()[i] = value != 0 ? 1 : 0;
        return;
    }
    [[maybe_unused]] const Status status = withNumberType(tensor.type, [&](auto zero) -> Status {
        using T = decltype(zero);
        tensor.as<T>()[i] = saturated<T>(value);
        return {};
    });
    assert(status.ok() && "LightNet has no other types");
}

Status lnStridedReference(const StridedSource &source, const ReferenceCall &call)
{
    const std::size_t bytes = dtypeBytes(call.in[0].type);
    if (call.in[0].type != call.out[0].type || elementCount(source.sizes) != call.out[0].count()) {
        return makeError("infer-shape", "input 0 and output 0 differ in size or type");
    }
    copyStrided(source, call.in[0].data, bytes, call.out[0].data);
    return {};
}

} // namespace nervure
