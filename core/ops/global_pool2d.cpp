// SPDX-License-Identifier: Apache-2.0
#include "core/ops/global_pool2d.h"

#include "core/graph/op_builder.h"
#include "core/graph/layout.h"
#include "core/ops/pool2d_kernel.h"
#include "core/ops/shape_rules.h"

namespace nervure {

namespace {

Status inferShape(const GlobalPool2dAttrs &attrs, Shapes &in, Shapes &out)
{
    if (Status status = checkCounts(in.size(), out.size(), 1, 1); !status) {
        return status;
    }
    if (in[0].empty()) {
        return {};
    }
    const auto layout = Layout::parse(attrs.layout);
    Shape pooled = in[0];
    for (const char axis : {'H', 'W'}) {
        const int at = layout ? layout->indexOf(axis) : -1;
        if (at < 0 || static_cast<std::size_t>(at) >= pooled.size()) {
            return makeError("layout-invalid", "layout is '" + attrs.layout + "' for data "
                                                   + shapeText(in[0])
                                                   + ", expected one with H and W");
        }
        pooled[static_cast<std::size_t>(at)] = 1;
    }
    return assignOutput(out, 0, pooled);
}

template <bool isMax>
Status reference(const GlobalPool2dAttrs &attrs, const ReferenceCall &call)
{
    const auto geometry =
        globalPool2dGeometry(attrs, isMax, Shape(call.in[0].shape.begin(), call.in[0].shape.end()));
    return geometry ? pool2dReference(*geometry, call.in[0], call.out[0], call.cancel)
                    : Status(geometry.error());
}

template <bool isMax>
Result<KernelSpec> kernel(const GlobalPool2dAttrs &attrs, const KernelContext &context)
{
    const auto geometry = globalPool2dGeometry(attrs, isMax, context.inShapes[0]);
    return geometry ? pool2dKernel(*geometry, context) : Result<KernelSpec>(geometry.error());
}

OpBuilder<GlobalPool2dAttrs> declare(std::string name, std::string summary)
{
    OpBuilder<GlobalPool2dAttrs> builder(Dialect::Nnvm, std::move(name));
    builder.summary(std::move(summary))
        .category(OpCategory::Pooling)
        .attr(field("layout", &GlobalPool2dAttrs::layout, "order of the input's dimensions"))
        .inputs({"data"})
        .shape(inferShape)
        .type(elementwiseType(1))
        .pattern(OpPattern::OutElementwiseFusable);
    return builder;
}

} // namespace

Result<Pool2dGeometry> globalPool2dGeometry(const GlobalPool2dAttrs &attrs, bool isMax,
                                            const Shape &data)
{
    if (attrs.layout != "NCHW" || data.size() != 4) {
        return makeError("layout-unsupported", "layout " + attrs.layout + " with data "
                                                   + shapeText(data)
                                                   + " cannot be run, expected NCHW");
    }
    Pool2dGeometry g;
    g.isMax = isMax;
    g.batch = data[0];
    g.channels = data[1];
    g.inH = g.kernelH = data[2];
    g.inW = g.kernelW = data[3];
    return g;
}

void registerGlobalPool2d(OpRegistry &ops)
{
    ops.add(declare("global_max_pool2d", "maximum of each channel")
                .reference(reference<true>)
                .kernel(kernel<true>)
                .build());
    ops.add(declare("global_avg_pool2d", "average of each channel")
                .reference(reference<false>)
                .kernel(kernel<false>)
                .build());
}

} // namespace nervure
