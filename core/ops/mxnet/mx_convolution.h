// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_window.h"
#include "core/ops/rules/shape_rules.h"

#include <string>
#include <vector>

namespace nervure {

/// Attributes of MXNet's Convolution and its sisters.
struct MXNetConvolutionAttrs {
    IntTuple kernel;
    IntTuple stride;
    IntTuple dilate;
    IntTuple pad;
    int numFilter = 1;
    int numGroup = 1;
    std::int64_t workspace = 1024;
    bool noBias = false;
    std::string cudnnTune = "None";
    bool cudnnOff = false;
    std::string layout = "None";

    [[nodiscard]] Result<MXNetWindow> window() const
    {
        return mxnetWindow(kernel, stride, pad, dilate);
    }
    [[nodiscard]] bool channelsLast() const { return hasChannelsLast(layout); }
};

/// Declares them for an operator whose attributes are these and maybe more.
template <typename A>
void declareConvolutionAttrs(OpBuilder<A> &builder)
{
    builder
        .attr(field<A, IntTuple>("kernel", &A::kernel, "kernel size: (w,), (h, w) or (d, h, w)")
                  .required())
        .attr(field<A, IntTuple>("stride", &A::stride,
                                 "step along each spatial dimension; 1 unless given"))
        .attr(
            field<A, IntTuple>("dilate", &A::dilate, "distance of kernel elements; 1 unless given"))
        .attr(field<A, IntTuple>("pad", &A::pad,
                                 "cells on both sides of each spatial dimension: zeros that are "
                                 "added, or of a deconvolution what is cut"))
        .attr(field<A, int>("num_filter", &A::numFilter, "number of output channels")
                  .required()
                  .atLeast(1)
                  .atMost(1 << 24))
        .attr(field<A, int>("num_group", &A::numGroup, "groups of channels convolved apart")
                  .atLeast(1))
        .attr(field<A, std::int64_t>("workspace", &A::workspace, "megabytes that cuDNN may use")
                  .atLeast(0))
        .attr(field<A, bool>("no_bias", &A::noBias, "whether there is no bias"))
        .attr(field<A, std::string>("cudnn_tune", &A::cudnnTune, "how cuDNN picks its algorithm")
                  .oneOf({"None", "off", "limited_workspace", "fastest"}))
        .attr(field<A, bool>("cudnn_off", &A::cudnnOff, "whether cuDNN is not used"))
        .attr(field<A, std::string>("layout", &A::layout,
                                    "order of the dimensions; None: NCW, NCHW or NCDHW")
                  .oneOf(mxnetLayouts()));
}

/// Inputs and types of a layer with an attribute no_bias.
template <typename A>
std::vector<std::string> layerInputs(const A &attrs)
{
    return attrs.noBias ? std::vector<std::string>{"data", "weight"}
                        : std::vector<std::string>{"data", "weight", "bias"};
}

template <typename A>
Status layerType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const bool noBias = context.attrs.as<A>().noBias;
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), noBias ? 2 : 3, 1));
    return mergeAllTypes(in, out);
}

} // namespace nervure
