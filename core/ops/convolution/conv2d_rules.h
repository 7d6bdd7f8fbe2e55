// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_builder.h"
#include "core/ops/convolution/conv2d.h"

#include <memory>
#include <string>
#include <vector>

namespace nervure {

/// What the declarations of NNVM's convolutions have in common.

/// The layouts without blocks that everything is computed in.
[[nodiscard]] const Layout &plainDataLayout();   ///< NCHW
[[nodiscard]] const Layout &plainWeightLayout(); ///< OIHW

/// The layouts of a node, all convertible to the plain ones.
struct Conv2dLayouts {
    Layout data;
    Layout weight;
    Layout out;
    Layout bias; ///< follows the blocks of the result: "C", "C4c" or "4cC"
};
using Conv2dLayoutsPtr = std::shared_ptr<const Conv2dLayouts>;
/// `out` may be "__undef__": the data's. Plain layouts are at hand, others made anew.
[[nodiscard]] Result<Conv2dLayoutsPtr> conv2dLayouts(const std::string &data,
                                                     const std::string &weight,
                                                     const std::string &out);
[[nodiscard]] Result<Conv2dLayoutsPtr> conv2dLayouts(const Conv2dAttrs &attrs);

/// "same" and the element types.
[[nodiscard]] const std::vector<std::string> &conv2dOutTypes();

/// data, weight and, if there is one, bias.
[[nodiscard]] std::vector<std::string> conv2dInputNames(bool useBias);

/// What the weight of a convolution is to its shape rule.
enum class Conv2dWeight {
    Plain,       ///< inferred; as in NNVM one that is given is not looked at (exact semantics)
    Transformed, ///< of any shape (Winograd)
};
[[nodiscard]] Status inferConv2dShape(const Conv2dAttrs &attrs, Conv2dWeight weight,
                                      Semantics semantics, Shapes &in, Shapes &out);

/// One type for all, unless `outDtype` names another for the result.
[[nodiscard]] Status inferConv2dType(const RuleContext &context, const std::string &outDtype,
                                     bool useBias, DTypes &in, DTypes &out);

/// The layouts the attributes name.
[[nodiscard]] Status correctConv2dLayout(const Conv2dLayouts &layouts, bool useBias,
                                         const LayoutCall &call);

/// Multiply-accumulates of a convolution whose weight has all output channels.
[[nodiscard]] std::optional<std::int64_t> conv2dMacs(const Conv2dAttrs &attrs, const Shape &weight,
                                                     const Shape &out);

/// Declares the attributes of Conv2dAttrs on an operator whose attributes are or extend them.
template <typename A>
void declareConv2dAttrs(OpBuilder<A> &op)
{
    op.attr(field<A, int>("channels", &A::channels, "number of output channels").required())
        .attr(field<A, IntTuple>("kernel_size", &A::kernelSize, "height and width of the kernel")
                  .required())
        .attr(field<A, IntTuple>("strides", &A::strides, "step along height and width"))
        .attr(field<A, IntTuple>("padding", &A::padding,
                                 "zeros added on both sides of height and width"))
        .attr(field<A, IntTuple>("dilation", &A::dilation, "distance between kernel elements"))
        .attr(field<A, int>("groups", &A::groups, "groups of channels convolved apart"))
        .attr(field<A, std::string>("layout", &A::layout, "order of the input's dimensions"))
        .attr(field<A, std::string>("out_layout", &A::outLayout,
                                    "order of the output's; undefined: the input's"))
        .attr(field<A, std::string>("kernel_layout", &A::kernelLayout,
                                    "order of the weight's dimensions"))
        .attr(field<A, std::string>("out_dtype", &A::outDtype, "output type; same: the input's")
                  .oneOf(conv2dOutTypes()))
        .attr(field<A, bool>("use_bias", &A::useBias, "whether a bias is added"));
}

/// Declares all that the forms of conv2d share; what is missing is the computation.
template <typename A>
OpBuilder<A> declareConv2d(std::string name, std::string summary, Conv2dWeight weight)
{
    OpBuilder<A> op(Dialect::Nnvm, std::move(name));
    op.summary(std::move(summary)).category(OpCategory::Convolution);
    declareConv2dAttrs(op);
    op.inputs([](const A &attrs) { return conv2dInputNames(attrs.useBias); })
        .parameters({1, 2})
        .shape([weight](const RuleContext &context, Shapes &in, Shapes &out) {
            return inferConv2dShape(context.attrs.as<A>(), weight, context.semantics, in, out);
        })
        .type([](const RuleContext &context, DTypes &in, DTypes &out) {
            const A &attrs = context.attrs.as<A>();
            return inferConv2dType(context, attrs.outDtype, attrs.useBias, in, out);
        })
        .layoutFollowed([](const LayoutCall &call) {
            const A &attrs = call.rule.attrs.as<A>();
            const auto layouts = conv2dLayouts(attrs);
            return layouts ? correctConv2dLayout(**layouts, attrs.useBias, call)
                           : Status(layouts.error());
        })
        .pattern(OpPattern::OutElementwiseFusable);
    return op;
}

} // namespace nervure
