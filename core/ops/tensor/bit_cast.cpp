// SPDX-License-Identifier: Apache-2.0
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/shape_rules.h"

#include <cstring>

namespace nervure {

namespace {

struct BitCastAttrs {
    DType dtype = DType::Float32;
};

Status bitCastShape(const BitCastAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    return mergeAllShapes(in, out);
}

Status bitCastType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    const DType type = context.attrs.as<BitCastAttrs>().dtype;
    if (in[0] != DType::Unknown && dtypeBytes(in[0]) != dtypeBytes(type)) {
        return makeError("infer-type", "input 0 (data) is {}, expected elements as long as {}",
                         dtypeName(in[0]), dtypeName(type));
    }
    return assignOutputType(out, 0, type);
}

Status bitCastReference(const BitCastAttrs &, const ReferenceCall &call)
{
    const std::size_t bytes = dtypeBytes(call.out[0].type);
    if (call.in[0].count() != call.out[0].count() || dtypeBytes(call.in[0].type) != bytes) {
        return makeError("infer-type", "the result has other bytes than the data");
    }
    std::memcpy(call.out[0].data, call.in[0].data,
                static_cast<std::size_t>(call.out[0].count()) * bytes);
    return {};
}

} // namespace

void registerBitCast(OpRegistry &ops)
{
    using A = BitCastAttrs;
    ops.add(OpBuilder<A>(Dialect::Nervure, "bit_cast")
                .summary("the bits of the elements read as another type of the same length")
                .category(OpCategory::Elementwise)
                .attr(field("dtype", &A::dtype, "type of the result").required())
                .inputs({"data"})
                .shape(bitCastShape)
                .type(bitCastType)
                .pattern(OpPattern::Opaque)
                .reference(bitCastReference)
                .build());
}

} // namespace nervure
