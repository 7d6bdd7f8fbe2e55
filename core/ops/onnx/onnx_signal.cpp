// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

namespace nervure {

namespace {

using namespace onnx;

/// Frequencies of a real signal of that length, of which the upper half says nothing new.
Dimension oneSided(const Dimension &length)
{
    return length.floorOf(2) + Dimension(1);
}

/// The last dimension holds real and imaginary parts, or real ones alone.
Status checkComplexParts(const Dimensions &signal)
{
    const auto parts = signal.back().number();
    return !parts || *parts == 1 || *parts == 2
               ? Status()
               : makeError("infer-shape", "the last dimension is {}, expected 1 or 2", *parts);
}

/// The axis of the transform; nothing where an element that is not known says it.
Result<std::optional<std::size_t>> transformAxis(const ValueCall &call, std::size_t rank)
{
    constexpr std::size_t axisInput = 2;
    constexpr std::int64_t lastOfSignal = -2;
    std::int64_t axis = call.attrs.integer("axis", lastOfSignal);
    if (call.has(axisInput)) {
        const auto given = wholeElement(call, axisInput).number();
        if (!given) {
            return std::optional<std::size_t>();
        }
        axis = *given;
    }
    ASSIGN_OR_RETURN(const std::size_t place, axisOf(axis, rank));
    if (place + 1 == rank) {
        return makeError("infer-shape",
                         "axis is the last one, which holds real and imaginary parts, expected "
                         "another");
    }
    return std::optional(place);
}

Status fourierTransform(ValueCall &call)
{
    if (!call.shape(0)) {
        return {};
    }
    Dimensions shape = *call.shape(0);
    if (shape.size() < 2) {
        return makeError("infer-shape", "input has {} dimensions, expected at least 2",
                         shape.size());
    }
    RETURN_IF_FAILED(checkComplexParts(shape));
    ASSIGN_OR_RETURN(const auto axis, transformAxis(call, shape.size()));
    const bool isOneSided = call.attrs.integer("onesided") != 0;
    const bool isInverse = call.attrs.integer("inverse") != 0;
    const bool keepsSizes = !isOneSided && !call.has(1);
    if (!axis && !keepsSizes) {
        shape = unknownDimensions(shape.size());
    } else if (axis) {
        const Dimension &size = shape[*axis];
        const Dimension usual =
            isOneSided && isInverse ? (size - Dimension(1)) * Dimension(2) : size;
        const Dimension length = call.has(1) ? wholeElement(call, 1) : usual;
        shape[*axis] = isOneSided && !isInverse ? oneSided(length) : length;
    }
    shape.back() = isOneSided && isInverse ? 1 : 2;
    call.setShape(0, std::move(shape));
    return {};
}

/// The inputs of STFT.
constexpr std::size_t frameStepInput = 1;
constexpr std::size_t windowInput = 2;
constexpr std::size_t frameLengthInput = 3;

/// The length of a frame: as given, or the window's, or the whole signal's.
Result<Dimension> frameLength(const ValueCall &call, const Dimension &signal)
{
    const Dimension window = sizeAt(call.shape(windowInput), 0);
    RETURN_IF_FAILED(checkRank(call, windowInput, 1));
    if (call.has(frameLengthInput)) {
        return same(wholeElement(call, frameLengthInput), window,
                    "lengths of a frame and the window");
    }
    return call.has(windowInput) ? window : signal;
}

Status shortTimeTransform(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Dimensions signal, shapeOfRank(call, 0, 3));
    RETURN_IF_FAILED(checkComplexParts(signal));
    ASSIGN_OR_RETURN(const Dimension length, frameLength(call, signal[1]));
    const auto step = wholeElement(call, frameStepInput).number();
    if (step && *step < 1) {
        return makeError("infer-shape", "frame_step is {}, expected a positive number", *step);
    }
    const Dimension rest = signal[1] - length;
    if (rest.isNumber() && *rest.number() < 0) {
        return makeError("infer-shape", "a frame of {} does not fit into a signal of {}",
                         length.text(), signal[1].text());
    }
    const Dimension frames = rest.is(0) ? Dimension(1)
                             : step     ? rest.floorOf(*step) + Dimension(1)
                                        : Dimension();
    const bool isOneSided = call.attrs.integer("onesided", 1) != 0;
    call.setShape(0, Dimensions{signal[0], frames, isOneSided ? oneSided(length) : length, 2});
    return {};
}

Status setOutputType(ValueCall &call)
{
    ASSIGN_OR_RETURN(const ElementType type,
                     elementTypeAttribute(call, "output_datatype", ElementType::Float32));
    call.setElement(0, type);
    return {};
}

Status melWeights(ValueCall &call)
{
    call.setShape(0, Dimensions{oneSided(wholeElement(call, 1)), wholeElement(call, 0)});
    return setOutputType(call);
}

Status windowShape(ValueCall &call)
{
    call.setShape(0, Dimensions{wholeElement(call, 0)});
    return setOutputType(call);
}

Attribute outputTypeAttribute()
{
    return integer("output_datatype", 1, "the element type of the result, by number");
}

Attribute oneSidedAttribute(bool isUsual)
{
    return flag("onesided", isUsual,
                "whether only the half of the frequencies is held that says all of a real signal");
}

void addWindow(OpRegistry &ops, std::string_view name, std::string_view summary)
{
    add(ops, OpCategory::Data, name, summary,
        {{17, "size:T1 -> output:T2", "T1 = i32 i64; T2 = number bf16",
          std::vector{outputTypeAttribute(),
                      flag("periodic", true,
                           "whether the window is one period, instead of the same from both ends")},
          windowShape}});
}

} // namespace

void registerOnnxSignal(OpRegistry &ops)
{
    const Attribute inverse = flag("inverse", false, "whether frequencies become a signal");
    add(ops, OpCategory::Other, "DFT", "the frequencies of a signal",
        {{17, "input:T1 dft_length:T2? -> output:T1", "T1 = float bf16; T2 = i32 i64",
          std::vector{integer("axis", 1, "the dimension of the signal"), inverse,
                      oneSidedAttribute(false)},
          fourierTransform},
         {20,
          "input:T1 dft_length:T2? axis:i64? -> output:T1",
          {},
          std::vector{inverse, oneSidedAttribute(false)},
          {},
          "takes the axis as an input, the last of the signal unless told"}});
    add(ops, OpCategory::Other, "STFT", "the frequencies of a signal by frames of time",
        {{17, "signal:T1 frame_step:T2 window:T1? frame_length:T2? -> output:T1",
          "T1 = float bf16; T2 = i32 i64", std::vector{oneSidedAttribute(true)},
          shortTimeTransform}});
    add(ops, OpCategory::Data, "MelWeightMatrix",
        "weights that turn frequencies into bands of the mel scale",
        {{17,
          "num_mel_bins:T1 dft_length:T1 sample_rate:T1 lower_edge_hertz:T2 upper_edge_hertz:T2 "
          "-> output:T3",
          "T1 = i32 i64; T2 = float bf16; T3 = number bf16", std::vector{outputTypeAttribute()},
          melWeights}});
    addWindow(ops, "HannWindow", "a Hann window of the length given");
    addWindow(ops, "HammingWindow", "a Hamming window of the length given");
    addWindow(ops, "BlackmanWindow", "a Blackman window of the length given");
}

} // namespace nervure
