// SPDX-License-Identifier: Apache-2.0
// LightNet's aliases: reshape and forward.
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct ReshapeAttrs {
    IntTuple dims;
};

Status reshapeShape(const ReshapeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(lnCheckDims(attrs.dims, "dims"));
    const Shape shape(attrs.dims);
    if (!isUnknown(in[0]) && elementCount(in[0]) != elementCount(shape)) {
        return makeError("infer-shape", "dims is {}, expected as many elements as the input {}",
                         shapeText(shape), shapeText(in[0]));
    }
    return assignOutput(out, 0, shape);
}

template <typename Attrs>
Status copyElements(const Attrs &, const ReferenceCall &call)
{
    return copyReference(call);
}

template <typename Attrs>
OpBuilder<Attrs> declareLnReshape(const char *name, const char *summary)
{
    OpBuilder<Attrs> builder(Dialect::LightNet, name);
    builder.summary(summary)
        .category(OpCategory::Layout)
        .inputs({"src"})
        .type(elementwiseType(1))
        .pattern(OpPattern::Injective)
        .view()
        .with([](OpSpec &spec) {
            spec.sharedMemory = {{0, 0}};
        })
        .reference(copyElements<Attrs>);
    return builder;
}

} // namespace

void registerLnReshape(OpRegistry &ops)
{
    ops.add(
        lnFinish(declareLnReshape<ReshapeAttrs>("reshape", "the same elements under another shape")
                     .attr(field("dims", &ReshapeAttrs::dims, "sizes of the dimensions").required())
                     .shape(reshapeShape)
                     .build()));
    ops.add(lnFinish(declareLnReshape<NoAttrs>("forward", "the same tensor under another name")
                         .shape(elementwiseShape(1))
                         .build()));
}

} // namespace nervure
