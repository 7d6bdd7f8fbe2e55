// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/from_mxnet_attrs.h"
#include "core/passes/conversion/from_mxnet_table.h"
#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

#include <array>
#include <span>
#include <vector>

namespace nervure {

namespace {

Result<NnvmSymbol> concatenate(MXNetCall &call)
{
    return call.nnvm.call("concatenate", call.inputs, {{"axis", attrOr(call, "dim", "1")}});
}

Result<NnvmSymbol> reshape(MXNetCall &call)
{
    if (flagOf(call, "reverse")) {
        return unsupportedInImport("reverse", "reshape");
    }
    ASSIGN_OR_RETURN(const std::string shape, requiredAttr(call, "shape"));
    return call.nnvm.call("reshape", call.inputs, {{"shape", shape}});
}

Result<NnvmSymbol> sliceChannel(MXNetCall &call)
{
    const std::string axis = attrOr(call, "axis", "1");
    ASSIGN_OR_RETURN(const std::string count, requiredAttr(call, "num_outputs"));
    ASSIGN_OR_RETURN(
        NnvmSymbol parts,
        call.nnvm.call("split", call.inputs, {{"indices_or_sections", count}, {"axis", axis}}));
    if (!flagOf(call, "squeeze_axis")) {
        return parts;
    }
    for (Entry &part : parts) {
        ASSIGN_OR_RETURN(const NnvmSymbol squeezed,
                         call.nnvm.call("squeeze", NnvmSymbol{part}, {{"axis", axis}}));
        part = squeezed.front();
    }
    return parts;
}

Result<NnvmSymbol> clip(MXNetCall &call)
{
    ASSIGN_OR_RETURN(const std::string least, requiredAttr(call, "a_min"));
    ASSIGN_OR_RETURN(const std::string most, requiredAttr(call, "a_max"));
    return call.nnvm.call("clip", call.inputs, {{"a_min", least}, {"a_max", most}});
}

Result<NnvmSymbol> multiBoxDetection(MXNetCall &call)
{
    const std::string clipped = pythonBool(flagOf(call, "clip", "True"));
    const std::string isForced = pythonBool(flagOf(call, "force_suppress"));
    const std::string variancesText = attrOr(call, "variances", "(0.1, 0.1, 0.2, 0.2)");
    ASSIGN_OR_RETURN(const auto variances, readNumbers(variancesText, floatText));
    ASSIGN_OR_RETURN(const std::string threshold,
                     floatText(filledAttrOr(call, "threshold", "0.01")));
    ASSIGN_OR_RETURN(const std::string nmsThreshold,
                     floatText(filledAttrOr(call, "nms_threshold", "0.5")));
    ASSIGN_OR_RETURN(const std::string topk, pythonInt(filledAttrOr(call, "nms_topk", "-1")));
    RETURN_IF_FAILED(inputAt(call, 2));
    ASSIGN_OR_RETURN(
        const NnvmSymbol boxes,
        call.nnvm.call(
            "multibox_transform_loc", std::span(call.inputs).first(3),
            {{"clip", clipped}, {"threshold", threshold}, {"variances", pythonTuple(variances)}}));
    return call.nnvm.call(
        "nms", boxes,
        {{"nms_threshold", nmsThreshold}, {"force_suppress", isForced}, {"nms_topk", topk}});
}

Result<NnvmSymbol> addN(MXNetCall &call)
{
    return call.nnvm.call("elemwise_sum", call.inputs,
                          {{"num_args", std::to_string(call.inputs.size())}});
}

/// Its table asks for `offsets`, which MXNet calls `offset`: that one is lost.
Result<NnvmSymbol> crop(MXNetCall &call)
{
    if (const std::string *text = call.attrs.find("offsets")) {
        std::vector<double> offsets;
        for (const std::string_view part : split(pythonStrip(*text, "()"), ',')) {
            ASSIGN_OR_RETURN(const double offset, pythonFloat(pythonStrip(part)));
            offsets.push_back(offset);
        }
        if (offsets != std::vector<double>{0, 0}) {
            return makeError("RuntimeError", "Currently only supports offsets to be zero.");
        }
    }
    if (flagOf(call, "center_crop")) {
        return makeError("RuntimeError", "center crop is not supported.");
    }
    if (call.inputs.size() < 2) {
        return makeError("RuntimeError", "Only support crop_like pattern.");
    }
    return call.nnvm.call("slice_like", std::span(call.inputs).first(2), {{"axis", "[2, 3]"}});
}

Result<NnvmSymbol> expandDims(MXNetCall &call)
{
    ASSIGN_OR_RETURN(const std::string axis, requiredAttr(call, "axis"));
    return call.nnvm.call("expand_dims", call.inputs, {{"axis", axis}});
}

/// argmax and argmin, which NNVM calls the same.
Result<NnvmSymbol> position(MXNetCall &call)
{
    return call.nnvm.call(call.op, call.inputs,
                          {{"dtype", "float32"},
                           {"axis", attrOr(call, "axis", "0")},
                           {"keepdims", pythonBool(flagOf(call, "keepdims"))}});
}

/// _ones and _zeros, which NNVM writes without the underscore.
Result<NnvmSymbol> filled(MXNetCall &call)
{
    return call.nnvm.call(call.op.substr(1), NnvmSymbol(), call.attrs);
}

constexpr std::array arrayConversions{
    MXNetConversion{"_contrib_MultiBoxDetection", multiBoxDetection},
    MXNetConversion{"_ones", filled},
    MXNetConversion{"_zeros", filled},
    MXNetConversion{"argmax", position},
    MXNetConversion{"argmin", position},
    MXNetConversion{"Concat", concatenate},
    MXNetConversion{"Crop", crop},
    MXNetConversion{"Reshape", reshape},
    MXNetConversion{"SliceChannel", sliceChannel},
    MXNetConversion{"split", sliceChannel},
    MXNetConversion{"add_n", addN},
    MXNetConversion{"concat", concatenate},
    MXNetConversion{"reshape", reshape},
    MXNetConversion{"clip", clip},
    MXNetConversion{"expand_dims", expandDims}};

} // namespace

std::span<const MXNetConversion> mxnetArrayConversions()
{
    return arrayConversions;
}

} // namespace nervure
