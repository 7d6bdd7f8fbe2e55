// SPDX-License-Identifier: Apache-2.0
// The layers of specification versions 1 to 3: numbers and names of what they hold.
#include "core/formats/coreml/cm_fields.h"
#include "core/formats/coreml/cm_form_rows.h"

#include <array>
#include <unordered_map>

namespace nervure::coreml {

namespace {

constexpr std::string_view functionFields =
    "5:function=linear(1:alpha:float 2:beta:float) 10:function=ReLU "
    "15:function=leakyReLU(1:alpha:float) 20:function=thresholdedReLU(1:alpha:float) "
    "25:function=PReLU(1:alpha:weights) 30:function=tanh "
    "31:function=scaledTanh(1:alpha:float 2:beta:float) 40:function=sigmoid "
    "41:function=sigmoidHard(1:alpha:float 2:beta:float) 50:function=ELU(1:alpha:float) "
    "60:function=softsign 70:function=softplus "
    "71:function=parametricSoftplus(1:alpha:weights 2:beta:weights)";

constexpr std::string_view convolutionFields =
    "1:outputChannels:int 2:kernelChannels:int 10:nGroups:int 20:kernelSize:ints 30:stride:ints "
    "40:dilationFactor:ints 50:padding=valid(1:paddingAmounts:border) "
    "51:padding=same(1:asymmetryMode:BOTTOM_RIGHT_HEAVY|TOP_LEFT_HEAVY) 60:isDeconvolution:bool "
    "70:hasBias:bool 90:weights:weights@outputChannels,kernelChannels,kernelSize "
    "91:bias:weights 100:outputShape:ints";

constexpr std::string_view poolingFields =
    "1:type:MAX|AVERAGE|L2 10:kernelSize:ints 20:stride:ints "
    "30:padding=valid(1:paddingAmounts:border) "
    "31:padding=same(1:asymmetryMode:BOTTOM_RIGHT_HEAVY|TOP_LEFT_HEAVY) "
    "32:padding=includeLastPixel(10:paddingAmounts:ints) 50:avgPoolExcludePadding:bool "
    "60:globalPooling:bool";

constexpr std::string_view embeddingFields =
    "1:inputDim:int 2:outputChannels:int 10:hasBias:bool "
    "20:weights:weights@outputChannels,inputDim 21:bias:weights";

constexpr std::string_view simpleRecurrentFields =
    "1:inputVectorSize:int 2:outputVectorSize:int 10:activations:activation "
    "15:sequenceOutput:bool 20:hasBiasVector:bool "
    "30:weightMatrix:weights@outputVectorSize,inputVectorSize "
    "31:recursionMatrix:weights@outputVectorSize,outputVectorSize 32:biasVector:weights "
    "100:reverseInput:bool";

constexpr std::string_view gruFields =
    "1:inputVectorSize:int 2:outputVectorSize:int 10:activations:activation "
    "15:sequenceOutput:bool 20:hasBiasVectors:bool "
    "30:updateGateWeightMatrix:weights@outputVectorSize,inputVectorSize "
    "31:resetGateWeightMatrix:weights@outputVectorSize,inputVectorSize "
    "32:outputGateWeightMatrix:weights@outputVectorSize,inputVectorSize "
    "50:updateGateRecursionMatrix:weights@outputVectorSize,outputVectorSize "
    "51:resetGateRecursionMatrix:weights@outputVectorSize,outputVectorSize "
    "52:outputGateRecursionMatrix:weights@outputVectorSize,outputVectorSize "
    "70:updateGateBiasVector:weights 71:resetGateBiasVector:weights "
    "72:outputGateBiasVector:weights 100:reverseInput:bool";

// How a long short-term memory works, and its weights.
#define NERVURE_LSTM_PARAMS                                                                        \
    "15:params(10:sequenceOutput:bool 20:hasBiasVectors:bool 30:forgetBias:bool "                  \
    "40:hasPeepholeVectors:bool 50:coupledInputAndForgetGate:bool 60:cellClipThreshold:float) "
#define NERVURE_LSTM_WEIGHTS                                                                       \
    "1:inputGateWeightMatrix:weights@outputVectorSize,inputVectorSize "                            \
    "2:forgetGateWeightMatrix:weights@outputVectorSize,inputVectorSize "                           \
    "3:blockInputWeightMatrix:weights@outputVectorSize,inputVectorSize "                           \
    "4:outputGateWeightMatrix:weights@outputVectorSize,inputVectorSize "                           \
    "20:inputGateRecursionMatrix:weights@outputVectorSize,outputVectorSize "                       \
    "21:forgetGateRecursionMatrix:weights@outputVectorSize,outputVectorSize "                      \
    "22:blockInputRecursionMatrix:weights@outputVectorSize,outputVectorSize "                      \
    "23:outputGateRecursionMatrix:weights@outputVectorSize,outputVectorSize "                      \
    "40:inputGateBiasVector:weights 41:forgetGateBiasVector:weights "                              \
    "42:blockInputBiasVector:weights 43:outputGateBiasVector:weights "                             \
    "60:inputGatePeepholeVector:weights 61:forgetGatePeepholeVector:weights "                      \
    "62:outputGatePeepholeVector:weights"

constexpr std::string_view lstmFields =
    "1:inputVectorSize:int 2:outputVectorSize:int 10:activations:activation " NERVURE_LSTM_PARAMS
    "20:weightParams(" NERVURE_LSTM_WEIGHTS ") 100:reverseInput:bool";
constexpr std::string_view biLstmFields =
    "1:inputVectorSize:int 2:outputVectorSize:int 10:activations:activation "
    "11:activationsBackward:activation " NERVURE_LSTM_PARAMS "20:weightParams(" NERVURE_LSTM_WEIGHTS
    ")*";

#undef NERVURE_LSTM_PARAMS
#undef NERVURE_LSTM_WEIGHTS

constexpr std::string_view alphaField = "1:alpha:float";

constexpr std::array olderForms{
    FormRow{100, "convolution", convolutionFields},
    FormRow{120, "pooling", poolingFields},
    FormRow{130, "activation", functionFields},
    FormRow{140, "innerProduct",
            "1:inputChannels:int 2:outputChannels:int 10:hasBias:bool "
            "20:weights:weights@outputChannels,inputChannels 21:bias:weights "
            "22:int8DynamicQuantize:bool"},
    FormRow{150, "embedding", embeddingFields},
    FormRow{160, "batchnorm",
            "1:channels:int 5:computeMeanVar:bool 6:instanceNormalization:bool 10:epsilon:float "
            "15:gamma:weights 16:beta:weights 17:mean:weights 18:variance:weights"},
    FormRow{165, "mvn", "1:acrossChannels:bool 2:normalizeVariance:bool 3:epsilon:float"},
    FormRow{170, "l2normalize", "1:epsilon:float"},
    FormRow{175, "softmax"},
    FormRow{180, "lrn", "1:alpha:float 2:beta:float 3:localSize:int 4:k:float"},
    FormRow{190, "crop", "1:cropAmounts:border 5:offset:ints"},
    FormRow{200, "padding",
            "1:type=constant(1:value:float) 2:type=reflection 3:type=replication "
            "10:paddingAmounts:border"},
    FormRow{210, "upsample",
            "1:scalingFactor:ints 5:mode:NN|BILINEAR "
            "6:linearUpsampleMode:DEFAULT|ALIGN_CORNERS_TRUE|ALIGN_CORNERS_FALSE "
            "7:fractionalScalingFactor:floats"},
    FormRow{220, "unary",
            "1:type:SQRT|RSQRT|INVERSE|POWER|EXP|LOG|ABS|THRESHOLD 2:alpha:float 3:epsilon:float "
            "4:shift:float 5:scale:float"},
    FormRow{230, "add", alphaField},
    FormRow{231, "multiply", alphaField},
    FormRow{240, "average"},
    FormRow{245, "scale",
            "1:shapeScale:ints 2:scale:weights@shapeScale 3:hasBias:bool 4:shapeBias:ints "
            "5:bias:weights@shapeBias"},
    FormRow{250, "bias", "1:shape:ints 2:bias:weights@shape"},
    FormRow{260, "max"},
    FormRow{261, "min"},
    FormRow{270, "dot", "1:cosineSimilarity:bool"},
    FormRow{280, "reduce",
            "1:mode:SUM|AVG|PROD|LOGSUM|SUMSQUARE|L1|L2|MAX|MIN|ARGMAX 2:epsilon:float "
            "3:axis:CHW|HW|C|H|W"},
    FormRow{290, "loadConstant", "1:shape:ints 2:data:weights@shape", 0},
    FormRow{300, "reshape", "1:targetShape:ints 2:mode:CHANNEL_FIRST|CHANNEL_LAST"},
    FormRow{301, "flatten", "1:mode:CHANNEL_FIRST|CHANNEL_LAST"},
    FormRow{310, "permute", "1:axis:ints"},
    FormRow{320, "concat", "100:sequenceConcat:bool"},
    FormRow{330, "split", "1:nOutputs:int"},
    FormRow{340, "sequenceRepeat", "1:nRepetitions:int"},
    FormRow{345, "reorganizeData",
            "1:mode:SPACE_TO_DEPTH|DEPTH_TO_SPACE|PIXEL_SHUFFLE 2:blockSize:int"},
    FormRow{350, "slice",
            "1:startIndex:int 2:endIndex:int 3:stride:int "
            "4:axis:CHANNEL_AXIS|HEIGHT_AXIS|WIDTH_AXIS"},
    FormRow{400, "simpleRecurrent", simpleRecurrentFields, 2},
    FormRow{410, "gru", gruFields, 2},
    FormRow{420, "uniDirectionalLSTM", lstmFields, 3},
    FormRow{430, "biDirectionalLSTM", biLstmFields, 5},
    FormRow{500, "custom",
            "10:className:text 20:weights:weights* 30:parameters:parameters 40:description:text"},
    FormRow{211, "resizeBilinear",
            "1:targetSize:ints "
            "2:mode(1:samplingMethod:STRICT_ALIGN_ENDPOINTS_MODE|ALIGN_ENDPOINTS_MODE|"
            "UPSAMPLE_MODE|ROI_ALIGN_MODE)"},
    FormRow{212, "cropResize",
            "1:targetSize:ints 2:normalizedCoordinates:bool "
            "3:mode(1:samplingMethod:STRICT_ALIGN_ENDPOINTS_MODE|ALIGN_ENDPOINTS_MODE|"
            "UPSAMPLE_MODE|ROI_ALIGN_MODE) "
            "4:boxIndicesMode(1:boxMode:CORNERS_HEIGHT_FIRST|CORNERS_WIDTH_FIRST|"
            "CENTER_SIZE_HEIGHT_FIRST|CENTER_SIZE_WIDTH_FIRST) 5:spatialScale:float"},
};

constexpr FormRow scalerForm{preprocessing::scaler, "scaler",
                             "10:channelScale:float 20:blueBias:float 21:greenBias:float "
                             "22:redBias:float 30:grayBias:float"};
constexpr FormRow meanImageForm{preprocessing::meanImage, "meanImage"};

LayerForm formOf(const FormRow &row)
{
    return {row.number, row.name, row.weightsBehind, readFields(row.fields)};
}

std::unordered_map<std::uint32_t, LayerForm> allForms()
{
    std::unordered_map<std::uint32_t, LayerForm> forms;
    for (const std::span<const FormRow> rows :
         {std::span<const FormRow>(olderForms), rankedForms()}) {
        for (const FormRow &row : rows) {
            forms.emplace(row.number, formOf(row));
        }
    }
    return forms;
}

} // namespace

const LayerForm *layerForm(std::uint32_t number)
{
    static const std::unordered_map<std::uint32_t, LayerForm> forms = allForms();
    const auto found = forms.find(number);
    return found == forms.end() ? nullptr : &found->second;
}

const LayerForm &preprocessingForm(std::uint32_t number)
{
    static const LayerForm scaler = formOf(scalerForm);
    static const LayerForm meanImage = formOf(meanImageForm);
    return number == preprocessing::scaler ? scaler : meanImage;
}

} // namespace nervure::coreml
