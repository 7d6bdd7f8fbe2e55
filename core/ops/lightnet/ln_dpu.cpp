// SPDX-License-Identifier: Apache-2.0
// LightNet's operators of its DPU backend: they bring matrices to and from the unit's own memory.
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

constexpr std::int64_t columnsAtOnce = 8;

Status matrixShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    if (in[0].size() != 2 || in[0][1] % columnsAtOnce != 0) {
        return makeError("infer-shape",
                         "src has shape {}, expected a matrix whose columns are a multiple of 8",
                         shapeText(in[0]));
    }
    return assignOutput(out, 0, in[0]);
}

/// The elements stay what they are. LightNet runs this on its DPU alone.
Status matrixReference(const NoAttrs &, const ReferenceCall &call)
{
    if (call.rule.semantics == Semantics::Exact) {
        return makeError("no-reference", "LightNet runs this operator on a DPU only");
    }
    return copyReference(call);
}

Result<KernelSpec> matrixKernel(const NoAttrs &, const KernelContext &context)
{
    return copyKernel(context);
}

void add(OpRegistry &ops, const char *name, const char *summary)
{
    ops.add(lnFinish(OpBuilder<>(Dialect::LightNet, name)
                         .summary(summary)
                         .category(OpCategory::Other)
                         .inputs({"src"})
                         .shape(matrixShape)
                         .type(elementwiseType(1))
                         .pattern(OpPattern::Opaque)
                         .reference(matrixReference)
                         .kernel(matrixKernel)
                         .build()));
}

} // namespace

void registerLnDpu(OpRegistry &ops)
{
    add(ops, "svmr", "a matrix brought from the registers of a DPU to memory");
    add(ops, "ldmr", "a matrix brought from memory to the registers of a DPU");
}

} // namespace nervure
