// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

namespace nervure {

namespace {

using namespace onnx;

constexpr auto normalizing = OpCategory::Normalization;

Attribute epsilonAttribute()
{
    return number("epsilon", 1e-5F, "added to the variance, so that nothing is divided by 0");
}

Attribute stashType(std::string help)
{
    return integer("stash_type", 1, std::move(help));
}

/// The size of dimension 1; of a vector, which is one channel, 1.
Dimension channelCount(const MaybeShape &shape)
{
    if (!shape || shape->empty()) {
        return {};
    }
    return shape->size() == 1 ? Dimension(1) : (*shape)[1];
}

/// The number of channels that the data and vectors with a number each, the inputs from 1 on, agree on.
Result<Dimension> agreedChannels(const ValueCall &call)
{
    Dimension channels = channelCount(call.shape(0));
    for (std::size_t i = 1; i < call.inputs.size(); ++i) {
        RETURN_IF_FAILED(checkRank(call, i, 1));
        if (call.shape(i)) {
            ASSIGN_OR_RETURN(channels,
                             same(channels, call.shape(i)->front(), "numbers of channels"));
        }
    }
    return channels;
}

Status batchNormalized(ValueCall &call)
{
    RETURN_IF_FAILED(sameShape(call));
    MaybeShape statistics = call.shape(3);
    if (call.attrs.integer("spatial", 1) != 0) {
        ASSIGN_OR_RETURN(const Dimension channels, agreedChannels(call));
        statistics = Dimensions{channels};
    }
    for (std::size_t i = 1; i < call.outputs.size(); ++i) {
        call.setShape(i, statistics);
    }
    return {};
}

Status instanceNormalized(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Dimension channels, agreedChannels(call));
    return sameShape(call);
}

/// Channels divide into groups; scale and bias have a number for each group or each channel.
Status groupNormalized(ValueCall &call, bool isScaledByGroup)
{
    const std::int64_t groups = call.attrs.integer("num_groups");
    const Dimension channels = channelCount(call.shape(0));
    if (groups < 1 || (channels.isNumber() && *channels.number() % groups != 0)) {
        return makeError("infer-shape", "num_groups is {}, expected a divisor of {} channels",
                         groups, channels.text());
    }
    for (const std::size_t input : {1U, 2U}) {
        RETURN_IF_FAILED(
            checkVector(call, input, isScaledByGroup ? Dimension(groups) : channels,
                        isScaledByGroup ? "numbers of groups" : "numbers of channels"));
    }
    return sameShape(call);
}

/// The dimensions from `axis` on are normalized together; a mean has size 1 there.
Status layerNormalized(ValueCall &call)
{
    RETURN_IF_FAILED(sameShapeAlongAxis(call));
    RETURN_IF_FAILED(checkBroadcastTo(call, 1, 0));
    RETURN_IF_FAILED(checkBroadcastTo(call, 2, 0));
    MaybeShape statistics = call.shape(0);
    if (statistics) {
        ASSIGN_OR_RETURN(std::size_t axis, axisOf(call.attrs.integer("axis"), statistics->size()));
        for (; axis < statistics->size(); ++axis) {
            (*statistics)[axis] = 1;
        }
    }
    call.setShape(1, statistics);
    call.setShape(2, statistics);
    return {};
}

Status layerNormalizedWithTypes(ValueCall &call)
{
    RETURN_IF_FAILED(layerNormalized(call));
    ASSIGN_OR_RETURN(const ElementType type,
                     elementTypeAttribute(call, "stash_type", ElementType::Float32));
    call.setElement(1, type);
    call.setElement(2, type);
    return {};
}

Status meanVarianceNormalized(ValueCall &call)
{
    if (call.shape(0)) {
        RETURN_IF_FAILED(axesOf(call.attrs.integers("axes"), call.shape(0)->size()));
    }
    return sameShape(call);
}

void declareBatchNormalization(OpRegistry &ops)
{
    const Attribute epsilon = epsilonAttribute();
    const Attribute momentum =
        number("momentum", 0.9F, "how much of the running mean and variance stays in training");
    const Attribute isTest = flag("is_test", false, "whether nothing is trained");
    const Attribute spatial =
        flag("spatial", true, "whether all places of a channel have one mean and variance");
    add(ops, normalizing, "BatchNormalization",
        "each channel moved and scaled by its mean and variance over the batch",
        {{1, "X:T scale:T B:T mean:T var:T -> Y:T mean:T? var:T? saved_mean:T? saved_var:T?",
          "T = float", std::vector{consumedInputs().required(), epsilon, isTest, momentum, spatial},
          batchNormalized},
         {6, {}, {}, std::vector{epsilon, isTest, momentum, spatial}},
         {7,
          {},
          {},
          std::vector{epsilon, momentum, spatial},
          {},
          "trains where more than one output is asked for"},
         {9,
          {},
          {},
          std::vector{epsilon, momentum},
          {},
          "always one mean and variance a channel; takes vectors, too"},
         {14,
          "X:T scale:T B:T input_mean:U input_var:U -> Y:T running_mean:U? running_var:U?",
          "T += bf16; U = float bf16",
          std::vector{
              epsilon, momentum,
              flag("training_mode", false, "whether the batch's own mean and variance count")},
          {},
          "training is asked for by training_mode"},
         {15,
          "X:T scale:T1 B:T1 input_mean:T2 input_var:T2 -> Y:T running_mean:T2? running_var:T2?",
          "T1 = float bf16; T2 = float bf16"}});
}

void declareGroupNormalization(OpRegistry &ops)
{
    const Attribute groups =
        integer("num_groups", "in how many groups the channels are normalized").required();
    add(ops, normalizing, "GroupNormalization",
        "each group of channels of an example moved and scaled by its mean and variance",
        {{.since = 18,
          .signature = "X:T scale:T bias:T -> Y:T",
          .types = "T = float bf16",
          .attrs = std::vector{epsilonAttribute(), groups},
          .infer = [](ValueCall &call) { return groupNormalized(call, true); },
          .isDeprecated = true},
         {21,
          {},
          {},
          std::vector{epsilonAttribute(), groups,
                      stashType("the element type that mean and variance are computed in")},
          [](ValueCall &call) { return groupNormalized(call, false); },
          "scale and bias have a number a channel, not a group"}});
}

void declareLayerNormalization(OpRegistry &ops)
{
    const Attribute axis = integer("axis", -1, "the first of the dimensions normalized together");
    add(ops, normalizing, "LayerNormalization",
        "the last dimensions of each example moved and scaled by their mean and variance",
        {{17, "X:T Scale:T B:T? -> Y:T Mean:U? InvStdDev:U?", "T = float bf16; U = f32 bf16",
          std::vector{axis, epsilonAttribute(),
                      stashType("the element type of Mean and InvStdDev, and to compute in")},
          layerNormalizedWithTypes}});
    add(ops, normalizing, "RMSNormalization",
        "the last dimensions of each example divided by the root of their mean square, and scaled",
        {{23, "X:T scale:V -> Y:V", "T = float bf16; V = float bf16",
          std::vector{axis, epsilonAttribute(),
                      stashType("the element type to compute the root in")},
          layerNormalized}});
}

void declareOtherNormalizations(OpRegistry &ops)
{
    add(ops, normalizing, "InstanceNormalization",
        "each channel of an example moved and scaled by its mean and variance",
        {{1, "input:T scale:T B:T -> output:T", "T = float",
          std::vector{consumedInputs(), epsilonAttribute()}, instanceNormalized},
         {6, {}, {}, std::vector{epsilonAttribute()}},
         {22, {}, "T += bf16"}});
    add(ops, normalizing, "LRN",
        "each value divided by a measure of those at its place in near channels",
        {{1, "X:T -> Y:T", "T = float",
          std::vector{number("alpha", 1e-4F, "the factor of the mean of squares"),
                      number("beta", 0.75F, "the power of the measure"),
                      number("bias", 1.0F, "added to the measure"),
                      integer("size", "how many channels are near, with its own").required()},
          sameShape},
         {13, {}, "T += bf16"}});
    add(ops, normalizing, "LpNormalization", "values divided by their norm along a dimension",
        {{1, "input:T -> output:T", "T = float",
          std::vector{integer("axis", -1, "the dimension"),
                      integer("p", 2, "1: sum of absolute values; 2: root of the sum of squares")},
          sameShapeAlongAxis},
         {22, {}, "T += bf16"}});
    add(ops, normalizing, "MeanVarianceNormalization",
        "values minus their mean, divided by the root of their variance",
        {{9, "X:T -> Y:T", "T = float",
          std::vector{integers("axes", {0, 2, 3}, "the dimensions taken together")},
          meanVarianceNormalized},
         {13, {}, "T += bf16"}});
}

Status droppedOut(ValueCall &call)
{
    call.setShape(1, call.shape(0));
    return sameShape(call);
}

void declareDropout(OpRegistry &ops)
{
    const Attribute ratio = number("ratio", 0.5F, "the share of values that training drops");
    const Attribute isTest = flag("is_test", false, "whether nothing is dropped");
    add(ops, normalizing, "Dropout", "the values, of which training sets a random part to 0",
        {{1, "data:T -> output:T mask:T?", "T = float",
          std::vector{consumedInputs(), isTest, ratio}, droppedOut},
         {6, {}, {}, std::vector{isTest, ratio}},
         {7, {}, {}, std::vector{ratio}},
         {10, "data:T -> output:T mask:T1?", "T1 = bool"},
         {12,
          "data:T ratio:T1? training_mode:T2? -> output:T mask:T2?",
          "T1 = float; T2 = bool",
          std::vector{integer("seed", "where random numbers start; any where there is none")},
          {},
          "drops nothing unless training_mode says so"},
         {13, {}, "T += bf16"},
         {22, {}, "T += f8; T1 += f8 bf16"}});
}

} // namespace

void registerOnnxNormalization(OpRegistry &ops)
{
    declareBatchNormalization(ops);
    declareGroupNormalization(ops);
    declareLayerNormalization(ops);
    declareOtherNormalizations(ops);
    declareDropout(ops);
}

} // namespace nervure
