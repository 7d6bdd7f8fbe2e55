// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/coreml_faults.h"

#include "core/graph/op/onnx_attrs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace nervure::conformance {

namespace {

/// A layer with the shapes of its first input and output.
struct CoreMlLayerFacts {
    const IndexedNode &node;
    const OnnxAttrs &attrs;
    Shape in;
    Shape out;

    [[nodiscard]] std::int64_t plane() const
    {
        return in.size() < 4 ? 1 : in[in.size() - 1] * in[in.size() - 2];
    }
    [[nodiscard]] bool isPadded() const
    {
        const auto &amounts = attrs.integers("paddingAmounts");
        return std::any_of(amounts.begin(), amounts.end(),
                           [](std::int64_t amount) { return amount != 0; });
    }
};

using Layer = CoreMlLayerFacts;

/// Padding that gives a size for each stride is not always half of the kernel.
std::string samePadding(const Layer &layer)
{
    const auto &kernel = layer.attrs.integers("kernelSize");
    const auto &strides = layer.attrs.integers("stride");
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t size = layer.in[layer.in.size() - 2 + i];
        const std::int64_t count = layer.out[layer.out.size() - 2 + i];
        const std::int64_t total =
            std::max<std::int64_t>(0, (count - 1) * strides[i] + kernel[i] - size);
        const bool isHalf = total / 2 == (kernel[i] - 1) / 2 && total % 2 == 0;
        if (!isHalf) {
            return "padding of strided convolutions";
        }
    }
    return {};
}

std::string faultOfConvolution(const Layer &layer)
{
    return layer.attrs.text("padding") == "same" ? samePadding(layer) : std::string();
}

std::string faultOfActivation(const Layer &layer)
{
    const std::string_view function = layer.attrs.text("function");
    return function == "ELU"                  ? "ELU of positive numbers"
           : function == "parametricSoftplus" ? "softplus with numbers"
                                              : "";
}

std::string faultOfPooling(const Layer &layer)
{
    const bool isMean = layer.attrs.text("type") == "AVERAGE";
    return isMean && layer.isPadded() && layer.attrs.integer("avgPoolExcludePadding") == 0
               ? "means count padding"
               : "";
}

std::string faultOfSeveral(const Layer &layer)
{
    const double number = layer.attrs.number("alpha");
    const bool isOne = layer.node.inputs.size() == 1;
    const bool isAdd = layer.node.node->op == "add";
    return (isAdd ? number > 0 && !isOne : number != 1 && !isOne) ? "alpha beside several inputs"
           : isAdd && isOne && number < 0                         ? "a negative alpha"
                                                                  : "";
}

std::string faultOfPlane(const Layer &layer)
{
    return layer.plane() == 1 ? "" : "more than channels";
}

std::string faultOfScale(const Layer &layer)
{
    const bool isVector = layer.attrs.integers("shapeScale").size() == 1
                          && layer.attrs.integers("shapeBias").size() <= 1;
    return isVector ? "" : "scales of an image";
}

std::string faultOfScaler(const Layer &layer)
{
    const bool isTurned = layer.attrs.text("colorSpace") == "RGB"
                          && layer.attrs.number("redBias") != layer.attrs.number("blueBias");
    return isTurned ? "the order of colors" : "";
}

std::string faultOfEpsilon(const Layer &layer)
{
    const bool isLrn = layer.node.node->op == "lrn";
    return layer.attrs.number(isLrn ? "k" : "epsilon") == 0 ? "0 stands for a default" : "";
}

struct FaultRow {
    std::string_view op;
    std::string (*fault)(const Layer &);
};
constexpr std::array faultRows{
    FaultRow{"convolution", faultOfConvolution},
    FaultRow{"activation", faultOfActivation},
    FaultRow{"pooling", faultOfPooling},
    FaultRow{"add", faultOfSeveral},
    FaultRow{"multiply", faultOfSeveral},
    FaultRow{"l2normalize", faultOfPlane},
    FaultRow{"softmax", faultOfPlane},
    FaultRow{"scale", faultOfScale},
    FaultRow{"scaler", faultOfScaler},
    FaultRow{"batchnorm", faultOfEpsilon},
    FaultRow{"lrn", faultOfEpsilon},
};

} // namespace

std::string nnvmFault(const PassRun &inferred)
{
    const Shapes *shapes = inferred.analyses.find(keys::shape, inferred.index);
    bool isAfterPadding = false;
    for (std::uint32_t id = 0; shapes && id < inferred.index->nodeCount(); ++id) {
        const IndexedNode &node = inferred.index->node(id);
        if (node.node->isVariable() || node.inputs.empty()) {
            continue;
        }
        const Layer layer{node, node.attrs.as<OnnxAttrs>(),
                          (*shapes)[inferred.index->entryId(node.inputs[0])],
                          (*shapes)[inferred.index->entryId(id, 0)]};
        if (isAfterPadding && node.node->op == "pooling") {
            return node.node->name + ", zeros around an image";
        }
        isAfterPadding = node.node->op == "padding" && layer.isPadded();
        const auto row = std::find_if(faultRows.begin(), faultRows.end(),
                                      [&](const FaultRow &one) { return one.op == node.node->op; });
        const std::string fault = row == faultRows.end() ? std::string() : row->fault(layer);
        if (!fault.empty()) {
            return node.node->name + ", " + fault;
        }
    }
    return {};
}

} // namespace nervure::conformance
