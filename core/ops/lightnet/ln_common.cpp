// SPDX-License-Identifier: Apache-2.0
#include "core/ops/lightnet/ln_common.h"

#include "core/execution/tensor.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/strided_copy.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace nervure {

namespace {

/// No tensor is a scalar or has a size of 0.
Status checkInput(const Shape &shape, std::size_t index)
{
    const bool isEmpty = std::find(shape.begin(), shape.end(), 0) != shape.end();
    return isEmpty || shape.isScalar() ? lnCheckDims(shape, fmt::format("input {}", index))
                                       : Status();
}

/// In fixed sizes that are not known may be any.
Status checkOutput(Shape shape, std::size_t index, Semantics semantics)
{
    if (!shape.hasRank()) {
        return {};
    }
    std::replace_if(shape.begin(), shape.end(), isUnknownSize,
                    semantics == Semantics::Exact ? 0 : 1);
    return lnCheckDims(shape, fmt::format("output {}", index));
}

/// The operator's own rule, and what LightNet's library asks of every tensor.
OpSpec::ShapeRule checkedRule(OpSpec::ShapeRule rule)
{
    return [rule = std::move(rule)](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        for (std::size_t i = 0; i < in.size(); ++i) {
            RETURN_IF_FAILED(checkInput(in[i], i));
        }
        RETURN_IF_FAILED(rule(context, in, out));
        for (std::size_t i = 0; i < out.size(); ++i) {
            RETURN_IF_FAILED(checkOutput(out[i], i, context.semantics));
        }
        return {};
    };
}

} // namespace

OpSpec lnFinish(OpSpec spec)
{
    for (const char *backend : {"_cpu", "_cuda", "_tensorrt"}) {
        spec.aliases.push_back(spec.name + backend);
    }
    return lnFinishOne(std::move(spec));
}

OpSpec lnFinishOne(OpSpec spec)
{
    if (spec.inferShape) {
        spec.inferShape = checkedRule(std::move(spec.inferShape));
    }
    if (!spec.outputNames) {
        spec.outputNames = [](const RuleContext &) { return std::vector<std::string>{"dst"}; };
    }
    return spec;
}

OpSpec lnWithoutCode(OpSpec spec)
{
    spec.isEmptyInExact = true;
    spec.reference = [reference = std::move(spec.reference)](const ReferenceCall &call) {
        return call.rule.semantics == Semantics::Exact ? Status() : reference(call);
    };
    return spec;
}

namespace {

/// The call with its tensors as doubles, and their way back.
class DoubleCall {
public:
    Status make(const ReferenceCall &call)
    {
        m_tensors.reserve(call.in.size() + call.out.size());
        for (const ConstTensorView &in : call.in) {
            RETURN_IF_FAILED(add(in));
            for (std::int64_t i = 0; i < in.count(); ++i) {
                m_tensors.back().view().as<double>()[i] = elementAsDouble(in, i);
            }
            m_in.push_back(m_tensors.back().view());
        }
        for (const TensorView &out : call.out) {
            RETURN_IF_FAILED(add(out));
            m_out.push_back(m_tensors.back().view());
        }
        return {};
    }

    Status run(const OpSpec::ReferenceRule &reference, const ReferenceCall &call)
    {
        if (Status status =
                reference({call.rule, m_in, m_out, {}, call.printed, call.cancel, call.files});
            !status) {
            return status;
        }
        for (std::size_t i = 0; i < m_out.size(); ++i) {
            for (std::int64_t k = 0; k < m_out[i].count(); ++k) {
                lnStore(call.out[i], k, m_out[i].as<double>()[k]);
            }
        }
        return {};
    }

private:
    Status add(const ConstTensorView &like)
    {
        Result<Tensor> tensor = Tensor::zeros(DType::Float64, shapeOf(like));
        RETURN_IF_FAILED(tensor);
        m_tensors.push_back(std::move(tensor).value());
        return {};
    }

    std::vector<Tensor> m_tensors;
    std::vector<ConstTensorView> m_in;
    std::vector<TensorView> m_out;
};

} // namespace

OpSpec lnForAllTypes(OpSpec spec)
{
    if (spec.kernel) {
        spec.kernel = [kernel = std::move(spec.kernel)](const RuleContext &rule,
                                                        const KernelContext &context) {
            return lnKernelInDouble(kernel, rule, context);
        };
    }
    spec.reference = [reference = std::move(spec.reference)](const ReferenceCall &call) -> Status {
        if (isFloat(call.in[0].type)) {
            return reference(call);
        }
        DoubleCall doubles;
        RETURN_IF_FAILED(doubles.make(call));
        return doubles.run(reference, call);
    };
    return spec;
}

Status lnCheckDims(const IntTuple &dims, std::string_view what)
{
    const std::string name(what);
    if (dims.empty() || dims.size() > lnMaxRank) {
        return makeError("infer-shape", "{} has {} dimensions, expected 1 to 8", name, dims.size());
    }
    for (const std::int64_t dimension : dims) {
        if (dimension < 1) {
            return makeError("infer-shape", "{} holds {}, expected at least 1", name, dimension);
        }
    }
    const auto count = elementCount(Shape(dims));
    if (!count || *count > std::numeric_limits<std::int32_t>::max()) {
        return makeError("infer-shape", "{} {} has more than 2147483647 elements", name,
                         NnvmAttrText::print(dims));
    }
    return {};
}

Status lnCheckOneShape(const RuleContext &context, const Shapes &in)
{
    Shape both = in[0];
    const bool isExact = context.semantics == Semantics::Exact;
    const bool differs = in[0].hasRank() && in[1].hasRank() && in[0] != in[1];
    if (isExact ? differs : !mergeShape(both, in[1])) {
        return makeError("infer-shape", "src2 has shape {}, expected that of src1, {}",
                         shapeText(in[1]), shapeText(in[0]));
    }
    return {};
}

Status lnCheckAxis(std::int64_t axis, const Shape &shape)
{
    if (axis < 0 || axis >= static_cast<std::int64_t>(shape.size())) {
        return makeError("infer-shape", "axis is {}, expected a dimension of the input {}", axis,
                         shapeText(shape));
    }
    return {};
}

Status lnCheckRank(const Shape &shape, std::string_view name, std::size_t rank)
{
    if (shape.size() != rank) {
        return makeError("infer-shape", "{} has {} dimensions, expected {}", name, shape.size(),
                         rank);
    }
    return {};
}

Status lnCheckTuple(std::string_view name, const IntTuple &tuple, std::size_t count,
                    std::int64_t least)
{
    if (tuple.size() != count) {
        return makeError("attr-invalid", "{} has {} numbers, expected {}", name, tuple.size(),
                         count);
    }
    for (const std::int64_t number : tuple) {
        if (number < least) {
            return makeError("attr-invalid", "{} holds {}, expected at least {}", name, number,
                             least);
        }
    }
    return {};
}

Status lnOneType(const RuleContext &, DTypes &in, DTypes &out)
{
    return mergeAllTypes(in, out);
}

Status lnTypeOfFirst(const RuleContext &context, DTypes &in, DTypes &out)
{
    if (context.semantics == Semantics::Fixed) {
        return mergeAllTypes(in, out);
    }
    return in.empty() ? Status() : assignOutputType(out, 0, in[0]);
}

Status lnRequireType(DType &found, std::string_view name, DType expected)
{
    if (!mergeType(found, expected)) {
        return makeError("infer-type", "{} is {}, expected {}", name, dtypeName(found),
                         dtypeName(expected));
    }
    return {};
}

namespace {

Status checkTypes(std::span<const DType> types, std::initializer_list<DType> expected)
{
    if (!std::equal(types.begin(), types.end(), expected.begin(), expected.end())) {
        return noKernelFor("operands of these types");
    }
    return {};
}

} // namespace

Status lnCheckKernelTensors(const KernelContext &context, std::initializer_list<DType> in,
                            std::initializer_list<DType> out)
{
    Status status = checkTypes(context.inTypes, in);
    if (status) {
        status = checkTypes(context.outTypes, out);
    }
    if (!status) {
        return status;
    }
    // What is left to ask does not depend on the types.
    const std::vector<DType> floats(std::max(in.size(), out.size()), DType::Float32);
    return checkKernelTensors(
        {context.inShapes, context.outShapes, floats, floats, context.device});
}

std::pair<double, double> lnRange(DType type)
{
    std::pair<double, double> range{0, 1};
    if (type == DType::Bool) {
        return range;
    }
    [[maybe_unused]] const Status status = withNumberType(type, [&](auto zero) -> Status {
        using Limits = std::numeric_limits<decltype(zero)>;
        range = {static_cast<double>(Limits::lowest()), static_cast<double>(Limits::max())};
        return {};
    });
    return range;
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

std::string lnValueLiteral(DType type, double value)
{
    double converted = 0;
    const Shape one{1};
    Result<Tensor> element = Tensor::zeros(type, one);
    if (element) {
        lnStore(element->view(), 0, value);
        converted = elementAsDouble(element->view(), 0);
    }
    return valueLiteral(type, converted);
}

Result<KernelSpec> lnKernelInDouble(const OpSpec::KernelRule &kernel, const RuleContext &rule,
                                    const KernelContext &context)
{
    return inDouble(context.inTypes[0], context,
                    [&](const KernelContext &of) { return kernel(rule, of); });
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
