// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/half.h"

namespace nervure {

namespace {

Status roundBfloat16Type(const RuleContext &, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!mergeType(in[0], DType::Float32)) {
        return makeError("infer-type", "input 0 (data) is {}, expected float32", dtypeName(in[0]));
    }
    return assignOutputType(out, 0, DType::Float32);
}

Status roundBfloat16Reference(const ReferenceCall &call)
{
    if (call.in[0].count() != call.out[0].count()) {
        return makeError("infer-shape", "the result has another size than the data");
    }
    const auto *from = call.in[0].as<float>();
    for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
        call.out[0].as<float>()[i] = roundedToBfloat16(from[i]);
    }
    return {};
}

/// The upper half of a float's bits, rounded to even; adding to the bits of what is no number could make it one.
constexpr std::string_view element =
    "isnan((float)%0) ? (float)%0 : as_float((as_uint((float)%0) + 0x7fffu"
    " + (as_uint((float)%0) >> 16 & 1u)) & 0xffff0000u)";

} // namespace

void registerRoundBfloat16(OpRegistry &ops)
{
    OpSpec spec = OpBuilder<>(Dialect::Nervure, "round_bfloat16")
                      .summary("x rounded to the nearest number that bfloat16 has, halves to the "
                               "even one")
                      .category(OpCategory::Elementwise)
                      .inputs({"data"})
                      .shape(elementwiseShape(1))
                      .type(roundBfloat16Type)
                      .pattern(OpPattern::Elementwise)
                      .inplace({{0, 0}})
                      .layout(anyLayout())
                      .build();
    spec.reference = roundBfloat16Reference;
    setElement(spec, element, {});
    ops.add(std::move(spec));
}

} // namespace nervure
