// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_spec.h"

#include "core/graph/nnvm_shape.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

OpSpec::OpSpec() = default;
OpSpec::OpSpec(const OpSpec &other) = default;
OpSpec::OpSpec(OpSpec &&other) noexcept = default;
OpSpec &OpSpec::operator=(const OpSpec &other) = default;
OpSpec &OpSpec::operator=(OpSpec &&other) noexcept = default;
OpSpec::~OpSpec() = default;

Status OpSpec::inferShapes(const RuleContext &context, Shapes &in, Shapes &out) const
{
    if (!inferShape) {
        return {};
    }
    keepToConvention(context.semantics, in);
    keepToConvention(context.semantics, out);
    const Status status = inferShape(context, in, out);
    keepToConvention(context.semantics, in);
    keepToConvention(context.semantics, out);
    return status;
}

std::string_view categoryName(OpCategory category)
{
    switch (category) {
    case OpCategory::Convolution: return "convolution";
    case OpCategory::Normalization: return "normalisation";
    case OpCategory::Activation: return "activation";
    case OpCategory::Pooling: return "pooling";
    case OpCategory::Reduction: return "reduction";
    case OpCategory::Layout: return "layout";
    case OpCategory::Elementwise: return "elementwise";
    case OpCategory::Data: return "data";
    case OpCategory::Other: break;
    }
    return "other";
}

std::vector<std::string> outputNamesOf(const OpSpec *spec, const RuleContext &context,
                                       std::uint32_t usedOutputs)
{
    if (spec && spec->outputNames) {
        return spec->outputNames(context);
    }
    std::vector<std::string> names{"output"};
    if (!spec) {
        for (std::uint32_t i = 1; i < usedOutputs; ++i) {
            names.push_back(fmt::format("output{}", i));
        }
    }
    return names;
}

} // namespace nervure
