// SPDX-License-Identifier: Apache-2.0
// Layers that are shown, and inferred where that is plain, but not computed.
#include "core/ops/coreml/cm_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

namespace nervure::coreml {

namespace {

struct Shown {
    std::string_view name;
    std::string_view signature;
    std::string_view attributes;
    std::string_view summary;
    OpCategory category = OpCategory::Layout;
};

constexpr std::string_view any = "x:T...0 -> y:T...0";
constexpr std::string_view one = "x:T -> y:T";
constexpr std::string_view three = "x:T places:T values:T -> y:T";
constexpr std::string_view scatterAttributes =
    "axis:int=0 mode:SCATTER_UPDATE|SCATTER_ADD|SCATTER_SUB|SCATTER_MUL|SCATTER_DIV|SCATTER_MAX|"
    "SCATTER_MIN=SCATTER_UPDATE";
constexpr std::string_view sliceAttributes =
    "beginMasks:ints=[] endIds:ints=[] endMasks:ints=[] strides:ints=[] squeezeMasks:ints=[]";
constexpr std::string_view volumeAttributes =
    "outputChannels:int=0 inputChannels:int=0 nGroups:int=1 kernelDepth:int=3 kernelHeight:int=3 "
    "kernelWidth:int=3 strideDepth:int=1 strideHeight:int=1 strideWidth:int=1 dilationDepth:int=1 "
    "dilationHeight:int=1 dilationWidth:int=1 hasBias:bool=false "
    "paddingType:CUSTOM|VALID|SAME=CUSTOM customPaddingFront:int=0 customPaddingBack:int=0 "
    "customPaddingTop:int=0 customPaddingBottom:int=0 customPaddingLeft:int=0 "
    "customPaddingRight:int=0 isDeconvolution:bool=false outputShape:ints=[]";
constexpr std::string_view pooledVolumeAttributes =
    "type:MAX|AVERAGE=MAX kernelDepth:int=0 kernelHeight:int=0 kernelWidth:int=0 "
    "strideDepth:int=1 strideHeight:int=1 strideWidth:int=1 paddingType:CUSTOM|VALID|SAME=CUSTOM "
    "customPaddingFront:int=0 customPaddingBack:int=0 customPaddingTop:int=0 "
    "customPaddingBottom:int=0 customPaddingLeft:int=0 customPaddingRight:int=0 "
    "countExcludePadding:bool=false";

constexpr Shown shown[]{
    {"custom", "x:W...0 -> y:T...", "className:string description:string",
     "what a class of an app computes", OpCategory::Other},
    {"branch", any, "ifBranch:func elseBranch:func", "one of two networks, by a condition",
     OpCategory::Other},
    {"loop", any,
     "maxLoopIterations:int=0 conditionVar:string conditionNetwork:func bodyNetwork:func",
     "a network again and again", OpCategory::Other},
    {"loopBreak", any, "", "ends the loop", OpCategory::Other},
    {"loopContinue", any, "", "goes on with the next round of the loop", OpCategory::Other},
    {"rangeDynamic", "end:T start:T? step:T? -> y:T", "startValue:float=0 stepSizeValue:float=0",
     "numbers with the same distance"},
    {"scatter", three, scatterAttributes, "slices along a dimension put into a tensor, by number"},
    {"scatterND", three,
     "mode:SCATTER_UPDATE|SCATTER_ADD|SCATTER_SUB|SCATTER_MUL|SCATTER_DIV|SCATTER_MAX|SCATTER_MIN="
     "SCATTER_UPDATE",
     "slices put into a tensor, by the numbers of their places"},
    {"scatterAlongAxis", three, scatterAttributes,
     "elements along a dimension put into a tensor, by number"},
    {"reverseSeq", "x:T lengths:T -> y:T", "batchAxis:int=0 sequenceAxis:int=0",
     "sequences from their ends on"},
    {"sliceDynamic",
     "x:T begin:T end:T? strides:T? beginMasks:T? endMasks:T? squeezeMasks:T? -> "
     "y:T",
     sliceAttributes, "a part of each dimension, as another value says"},
    {"sliceBySize", "x:T begin:T -> y:T", "size:int=0 axis:int=0",
     "a part of a dimension from where another value says"},
    {"topK", "x:T K:T? -> values:T places:T", "axis:int=0 K:int=0 useBottomK:bool=false",
     "the largest elements along a dimension, and where they are", OpCategory::Reduction},
    {"argSort", one, "axis:int=0 descending:bool=false",
     "the places of the elements in their order", OpCategory::Reduction},
    {"fillDynamic", "shape:T -> y:T", "value:float=0", "a number everywhere"},
    {"broadcastToDynamic", "x:T shape:T -> y:T", "", "stretched to a shape"},
    {"reshapeDynamic", "x:T shape:T -> y:T", "", "the same elements in another shape"},
    {"randomNormalLike", one, "seed:int=0 mean:float=0 stdDev:float=0", "random numbers"},
    {"randomNormalStatic", "-> y:T", "seed:int=0 mean:float=0 stdDev:float=0 outputShape:ints=[]",
     "random numbers"},
    {"randomNormalDynamic", "shape:T -> y:T", "seed:int=0 mean:float=0 stdDev:float=0",
     "random numbers"},
    {"randomUniformLike", one, "seed:int=0 minVal:float=0 maxVal:float=0", "random numbers"},
    {"randomUniformStatic", "-> y:T",
     "seed:int=0 minVal:float=0 maxVal:float=0 outputShape:ints=[]", "random numbers"},
    {"randomUniformDynamic", "shape:T -> y:T", "seed:int=0 minVal:float=0 maxVal:float=0",
     "random numbers"},
    {"randomBernoulliLike", one, "seed:int=0 prob:float=0", "random zeros and ones"},
    {"randomBernoulliStatic", "-> y:T", "seed:int=0 prob:float=0 outputShape:ints=[]",
     "random zeros and ones"},
    {"randomBernoulliDynamic", "shape:T -> y:T", "seed:int=0 prob:float=0",
     "random zeros and ones"},
    {"categoricalDistribution", one,
     "seed:int=0 numSamples:int=0 isLogits:bool=false eps:float=0 temperature:float=0",
     "random places, by their probabilities"},
    {"whereNonZero", one, "", "the places of elements that are not 0"},
    {"NonMaximumSuppression",
     "boxes:T scores:T iouThreshold:T? scoreThreshold:T? maxBoxes:T? -> "
     "boxes:T scores:T places:T count:T",
     "iouThreshold:float=0 scoreThreshold:float=0 maxBoxes:int=0 perClassSuppression:bool=false",
     "the boxes that no better one covers", OpCategory::Other},
    {"cumSum", "x:T axis:T? -> y:T", "axis:int=0 excludeFinalSum:bool=false reverse:bool=false",
     "sums up to each element", OpCategory::Reduction},
    {"convolution3d", "x:T weights:W bias:W? -> y:T", volumeAttributes,
     "convolution of volumes, or a transposed one", OpCategory::Convolution},
    {"pooling3d", one, pooledVolumeAttributes, "the largest element or the mean of each window",
     OpCategory::Pooling},
    {"globalPooling3d", one, "type:MAX|AVERAGE=MAX", "the largest element or the mean of a volume",
     OpCategory::Pooling},
};

/// The shape that an attribute says, or that of the input where the name does.
Status plainShape(ValueCall &call)
{
    const Numbers &said = call.attrs.integers("outputShape");
    if (!said.empty()) {
        call.setShape(0, Dimensions(said.begin(), said.end()));
    }
    return {};
}

bool keepsShape(std::string_view name)
{
    return name.ends_with("Like") || name.starts_with("scatter") || name == "cumSum"
           || name == "argSort" || name == "reverseSeq";
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmShown(OpRegistry &ops)
{
    for (const coreml::Shown &row : coreml::shown) {
        const bool isDrawn = row.name.starts_with("randomNormalS")
                             || row.name.starts_with("randomUniformS")
                             || row.name.starts_with("randomBernoulliS");
        coreml::Operator op{.name = row.name,
                            .category = row.category,
                            .signature = row.signature,
                            .attributes = row.attributes,
                            .summary = row.summary};
        if (isDrawn) {
            op.infer = coreml::plainShape;
        } else if (coreml::keepsShape(row.name)) {
            op.infer = onnx::sameShape;
        }
        coreml::add(ops, std::move(op));
    }
}

} // namespace nervure
