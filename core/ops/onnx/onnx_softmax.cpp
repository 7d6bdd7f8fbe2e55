// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

namespace nervure {

namespace {

using namespace onnx;

void addSoftmax(OpRegistry &ops, std::string_view name, std::string_view summary)
{
    add(ops, OpCategory::Reduction, name, summary,
        {{1, "input:T -> output:T", "T = float",
          std::vector{integer("axis", 1, "the first of the dimensions that are taken together")},
          sameShapeAlongAxis},
         {11, {}, {}, {}, {}, "a negative axis counts from the last dimension"},
         {13,
          {},
          "T += bf16",
          std::vector{integer("axis", -1, "the dimension along which values are taken together")},
          {},
          "along one dimension, not along all from axis on"}});
}

/// The losses by label: the labels' shape, which is that of the scores without classes.
Result<MaybeShape> labelShape(const ValueCall &call)
{
    const MaybeShape &scores = call.shape(0);
    const MaybeShape &labels = call.shape(1);
    if (!scores) {
        return labels;
    }
    if (scores->size() < 2) {
        return makeError("infer-shape", "input 0 has {} dimensions, expected at least 2",
                         scores->size());
    }
    Dimensions shape = *scores;
    shape.erase(shape.begin() + 1);
    RETURN_IF_FAILED(checkRank(call, 1, shape.size()));
    for (std::size_t i = 0; labels && i < shape.size(); ++i) {
        ASSIGN_OR_RETURN(shape[i], same(shape[i], (*labels)[i], "sizes of scores and labels"));
    }
    return MaybeShape(std::move(shape));
}

Status labelLoss(ValueCall &call)
{
    ASSIGN_OR_RETURN(MaybeShape shape, labelShape(call));
    if (call.shape(0)) {
        RETURN_IF_FAILED(checkVector(call, 2, (*call.shape(0))[1], "numbers of classes"));
    }
    const bool isReduced = call.attrs.text("reduction") != "none";
    call.setShape(0, isReduced ? MaybeShape(Dimensions()) : std::move(shape));
    call.setShape(1, call.shape(0)); // of the logarithms, where they are given
    return {};
}

std::vector<Attribute> lossAttributes()
{
    return {integer("ignore_index", "the label that adds nothing to the loss"),
            text("reduction", "mean", "none: a loss a label; sum or mean: that of all labels")
                .oneOf({"none", "sum", "mean"})};
}

} // namespace

void registerOnnxSoftmax(OpRegistry &ops)
{
    addSoftmax(ops, "Softmax", "e to the power of the values, divided by the sum of these");
    addSoftmax(ops, "LogSoftmax", "logarithm of the softmax");
    addSoftmax(ops, "Hardmax", "1 for the first of the largest values, 0 for the others");
    add(ops, OpCategory::Reduction, "NegativeLogLikelihoodLoss",
        "how far log-probabilities of classes are from the labels",
        {{12, "input:T target:Tind weight:T? -> loss:T", "T = float; Tind = i32 i64",
          lossAttributes(), labelLoss},
         {13},
         {22, {}, "T += bf16"}});
    add(ops, OpCategory::Reduction, "SoftmaxCrossEntropyLoss",
        "how far the softmax of scores of classes is from the labels",
        {{12, "scores:T labels:Tind weights:T? -> output:T log_prob:T?",
          "T = float; Tind = i32 i64", lossAttributes(), labelLoss},
         {13, {}, "T += bf16"}});
}

} // namespace nervure
