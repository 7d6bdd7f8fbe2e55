// SPDX-License-Identifier: Apache-2.0
// The layers that came with specification versions 4 and 5.
#include "core/formats/coreml/cm_form_rows.h"

#include <array>

namespace nervure::coreml {

namespace {

constexpr std::string_view convolution3dFields =
    "1:outputChannels:int 2:inputChannels:int 10:nGroups:int 20:kernelDepth:int "
    "21:kernelHeight:int 22:kernelWidth:int 31:strideDepth:int 32:strideHeight:int "
    "33:strideWidth:int 40:dilationDepth:int 41:dilationHeight:int 42:dilationWidth:int "
    "50:hasBias:bool "
    "60:weights:weights@outputChannels,inputChannels,kernelDepth,kernelHeight,kernelWidth "
    "61:bias:weights 70:paddingType:CUSTOM|VALID|SAME 80:customPaddingFront:int "
    "81:customPaddingBack:int 82:customPaddingTop:int 83:customPaddingBottom:int "
    "84:customPaddingLeft:int 85:customPaddingRight:int 86:isDeconvolution:bool "
    "87:outputShape:ints";
constexpr std::string_view pooling3dFields =
    "1:type:MAX|AVERAGE 2:kernelDepth:int 3:kernelHeight:int 4:kernelWidth:int 5:strideDepth:int "
    "6:strideHeight:int 7:strideWidth:int 8:customPaddingFront:int 9:customPaddingBack:int "
    "10:customPaddingTop:int 11:customPaddingBottom:int 12:customPaddingLeft:int "
    "13:customPaddingRight:int 14:countExcludePadding:bool 15:paddingType:CUSTOM|VALID|SAME";
constexpr std::string_view reducedFields = "1:axes:ints 2:keepDims:bool 3:reduceAll:bool";
constexpr std::string_view axisField = "1:axis:int";
constexpr std::string_view axesField = "1:axes:ints";
constexpr std::string_view valueField = "1:value:float";
constexpr std::string_view targetField = "1:targetShape:ints";
constexpr std::string_view scatteredFields =
    "1:axis:int 2:mode:SCATTER_UPDATE|SCATTER_ADD|SCATTER_SUB|SCATTER_MUL|SCATTER_DIV|SCATTER_MAX|"
    "SCATTER_MIN";
constexpr std::string_view normalFields = "1:seed:int 2:mean:float 3:stdDev:float";
constexpr std::string_view uniformFields = "1:seed:int 2:minVal:float 3:maxVal:float";
constexpr std::string_view bernoulliFields = "1:seed:int 2:prob:float";
constexpr std::string_view orderedFields = "2:alpha:float";
constexpr std::string_view equalFields = "1:alpha:float";
constexpr std::string_view diagonalField = "1:k:int";
constexpr std::string_view foundFields = "1:axis:int 2:removeDim:bool";

constexpr std::array ranked{
    FormRow{600, "copy"},
    FormRow{605, "branch", "1:ifBranch:network 2:elseBranch:network"},
    FormRow{615, "loop",
            "1:maxLoopIterations:int 2:conditionVar:text 3:conditionNetwork:network "
            "4:bodyNetwork:network"},
    FormRow{620, "loopBreak"},
    FormRow{625, "loopContinue"},
    FormRow{635, "rangeStatic", "1:endValue:float 2:startValue:float 3:stepSizeValue:float"},
    FormRow{640, "rangeDynamic", "2:startValue:float 3:stepSizeValue:float"},
    FormRow{660, "clip", "1:minVal:float 2:maxVal:float"},
    FormRow{665, "ceil"},
    FormRow{670, "floor"},
    FormRow{680, "sign"},
    FormRow{685, "round"},
    FormRow{700, "exp2"},
    FormRow{710, "sin"},
    FormRow{715, "cos"},
    FormRow{720, "tan"},
    FormRow{730, "asin"},
    FormRow{735, "acos"},
    FormRow{740, "atan"},
    FormRow{750, "sinh"},
    FormRow{755, "cosh"},
    FormRow{760, "tanh"},
    FormRow{770, "asinh"},
    FormRow{775, "acosh"},
    FormRow{780, "atanh"},
    FormRow{790, "erf"},
    FormRow{795, "gelu", "1:mode:EXACT|TANH_APPROXIMATION|SIGMOID_APPROXIMATION"},
    FormRow{815, "equal", equalFields},
    FormRow{820, "notEqual", equalFields},
    FormRow{825, "lessThan", orderedFields},
    FormRow{827, "lessEqual", orderedFields},
    FormRow{830, "greaterThan", orderedFields},
    FormRow{832, "greaterEqual", orderedFields},
    FormRow{840, "logicalOr"},
    FormRow{845, "logicalXor"},
    FormRow{850, "logicalNot"},
    FormRow{855, "logicalAnd"},
    FormRow{865, "modBroadcastable"},
    FormRow{870, "minBroadcastable"},
    FormRow{875, "maxBroadcastable"},
    FormRow{880, "addBroadcastable"},
    FormRow{885, "powBroadcastable"},
    FormRow{890, "divideBroadcastable"},
    FormRow{895, "floorDivBroadcastable"},
    FormRow{900, "multiplyBroadcastable"},
    FormRow{905, "subtractBroadcastable"},
    FormRow{920, "tile", "1:reps:ints"},
    FormRow{925, "stack", axisField},
    FormRow{930, "gather", axisField},
    FormRow{935, "scatter", scatteredFields},
    FormRow{940, "gatherND"},
    FormRow{945, "scatterND",
            "1:mode:SCATTER_UPDATE|SCATTER_ADD|SCATTER_SUB|SCATTER_MUL|SCATTER_DIV|SCATTER_MAX|"
            "SCATTER_MIN"},
    FormRow{950, "softmaxND", axisField},
    FormRow{952, "gatherAlongAxis", axisField},
    FormRow{954, "scatterAlongAxis", scatteredFields},
    FormRow{960, "reverse", "1:reverseDim:bools"},
    FormRow{965, "reverseSeq", "1:batchAxis:int 2:sequenceAxis:int"},
    FormRow{975, "splitND", "1:axis:int 2:numSplits:int 3:splitSizes:ints"},
    FormRow{980, "concatND", "1:axis:int 2:interleave:bool"},
    FormRow{985, "transpose", axesField},
    FormRow{995, "sliceStatic",
            "1:beginIds:ints 2:beginMasks:bools 3:endIds:ints 4:endMasks:bools 5:strides:ints "
            "6:squeezeMasks:bools"},
    FormRow{
        1000, "sliceDynamic",
        "2:beginMasks:bools 3:endIds:ints 4:endMasks:bools 5:strides:ints 6:squeezeMasks:bools"},
    FormRow{1005, "slidingWindows", "1:axis:int 2:windowSize:int 3:step:int"},
    FormRow{1015, "topK", "1:axis:int 2:K:int 3:useBottomK:bool"},
    FormRow{1020, "argMin", foundFields},
    FormRow{1025, "argMax", foundFields},
    FormRow{1040, "embeddingND",
            "1:vocabSize:int 2:embeddingSize:int 3:hasBias:bool "
            "20:weights:weights@embeddingSize,vocabSize 21:bias:weights"},
    FormRow{1045, "batchedMatmul",
            "1:transposeA:bool 2:transposeB:bool 5:weightMatrixFirstDimension:int "
            "6:weightMatrixSecondDimension:int 7:hasBias:bool "
            "8:weights:weights@weightMatrixFirstDimension,weightMatrixSecondDimension "
            "9:bias:weights 10:int8DynamicQuantize:bool"},
    FormRow{1065, "getShape"},
    FormRow{1070, "loadConstantND", "1:shape:ints 2:data:weights@shape", 0},
    FormRow{1080, "fillLike", valueField},
    FormRow{1085, "fillStatic", "1:value:float 2:targetShape:ints"},
    FormRow{1090, "fillDynamic", valueField},
    FormRow{1100, "broadcastToLike"},
    FormRow{1105, "broadcastToStatic", targetField},
    FormRow{1110, "broadcastToDynamic"},
    FormRow{1120, "squeeze", "1:axes:ints 2:squeezeAll:bool"},
    FormRow{1125, "expandDims", axesField},
    FormRow{1130, "flattenTo2D", axisField},
    FormRow{1135, "reshapeLike"},
    FormRow{1140, "reshapeStatic", targetField},
    FormRow{1145, "reshapeDynamic"},
    FormRow{1150, "rankPreservingReshape", targetField},
    FormRow{1155, "constantPad", "1:value:float 2:padAmounts:ints 3:padToGivenOutputSizeMode:bool"},
    FormRow{1170, "randomNormalLike", normalFields},
    FormRow{1175, "randomNormalStatic",
            "1:seed:int 2:mean:float 3:stdDev:float 4:outputShape:ints"},
    FormRow{1180, "randomNormalDynamic", normalFields},
    FormRow{1190, "randomUniformLike", uniformFields},
    FormRow{1195, "randomUniformStatic",
            "1:seed:int 2:minVal:float 3:maxVal:float 4:outputShape:ints"},
    FormRow{1200, "randomUniformDynamic", uniformFields},
    FormRow{1210, "randomBernoulliLike", bernoulliFields},
    FormRow{1215, "randomBernoulliStatic", "1:seed:int 2:prob:float 3:outputShape:ints"},
    FormRow{1220, "randomBernoulliDynamic", bernoulliFields},
    FormRow{1230, "categoricalDistribution",
            "1:seed:int 2:numSamples:int 3:isLogits:bool 4:eps:float 5:temperature:float"},
    FormRow{1250, "reduceL1", reducedFields},
    FormRow{1255, "reduceL2", reducedFields},
    FormRow{1260, "reduceMax", reducedFields},
    FormRow{1265, "reduceMin", reducedFields},
    FormRow{1270, "reduceSum", reducedFields},
    FormRow{1275, "reduceProd", reducedFields},
    FormRow{1280, "reduceMean", reducedFields},
    FormRow{1285, "reduceLogSum", reducedFields},
    FormRow{1290, "reduceSumSquare", reducedFields},
    FormRow{1295, "reduceLogSumExp", reducedFields},
    FormRow{1313, "whereNonZero"},
    FormRow{1315, "matrixBandPart", "1:numLower:int 2:numUpper:int"},
    FormRow{1320, "lowerTriangular", diagonalField},
    FormRow{1325, "upperTriangular", diagonalField},
    FormRow{1330, "whereBroadcastable"},
    FormRow{1350, "layerNormalization",
            "1:normalizedShape:ints 2:eps:float 3:gamma:weights@normalizedShape "
            "4:beta:weights@normalizedShape"},
    FormRow{
        1400, "NonMaximumSuppression",
        "1:iouThreshold:float 2:scoreThreshold:float 3:maxBoxes:int 4:perClassSuppression:bool"},
    FormRow{1450, "oneHot", "1:oneHotVectorSize:int 2:axis:int 3:onValue:float 4:offValue:float"},
    FormRow{1455, "cumSum", "1:axis:int 2:excludeFinalSum:bool 3:reverse:bool"},
    FormRow{1460, "clampedReLU", "1:alpha:float 2:beta:float"},
    FormRow{1461, "argSort", "1:axis:int 2:descending:bool"},
    FormRow{1465, "pooling3d", pooling3dFields},
    FormRow{1466, "globalPooling3d", "1:type:MAX|AVERAGE"},
    FormRow{1470, "sliceBySize", "2:size:int 3:axis:int"},
    FormRow{1471, "convolution3d", convolution3dFields},
};

} // namespace

std::span<const FormRow> rankedForms()
{
    return ranked;
}

} // namespace nervure::coreml
