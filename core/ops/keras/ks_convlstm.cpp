// SPDX-License-Identifier: Apache-2.0
// A recurrent layer whose state is an image, and whose products are convolutions. Each step becomes operators.
#include "core/ops/keras/keras_convolution.h"
#include "core/ops/rules/lowered_parts.h"

namespace nervure::keras {

namespace {

struct KerasConvLstmAttrs {
    std::int64_t filters = 1;
    IntTuple kernelSize;
    IntTuple strides;
    IntTuple dilations;
    std::string padding = "valid";
    std::string dataFormat = "channels_last";
    std::string activation = "tanh";
    std::string recurrentActivation = "sigmoid";
    bool useBias = true;
    bool returnSequences = false;
    bool returnState = false;
    bool goBackwards = false;

    [[nodiscard]] Result<std::vector<KerasWindow>> windows() const
    {
        return kerasWindows(2, kernelSize, strides, dilations);
    }
};

using ConvLstm = KerasConvLstmAttrs;
constexpr std::int64_t imageGates = 4;

/// The shape of one step of sequences of images.
Shape stepOf(const Shape &shape)
{
    Shape step = shape;
    step.erase(step.begin() + 1);
    return step;
}

Status convLstmShape(const ConvLstm &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.useBias ? 4 : 3, out.size()));
    RETURN_IF_FAILED(checkKerasRank(in[0], 5));
    ASSIGN_OR_RETURN(const auto windows, attrs.windows());
    ASSIGN_OR_RETURN(const std::int64_t rows, kerasProduct(imageGates, attrs.filters));
    RETURN_IF_FAILED(assignInput(in, 2, "recurrent_kernel",
                                 {windows[0].size, windows[1].size, attrs.filters, rows}));
    if (attrs.useBias) {
        RETURN_IF_FAILED(assignInput(in, 3, "bias", {rows}));
    }
    if (!in[0].hasRank()) {
        return {};
    }
    Shape state = stepOf(in[0]);
    const std::size_t channels = channelAxis(attrs.dataFormat, 4);
    RETURN_IF_FAILED(
        assignInput(in, 1, "kernel", {windows[0].size, windows[1].size, state[channels], rows}));
    for (std::size_t i = 0; i < 2; ++i) {
        std::int64_t &size = state[firstSpatialAxis(attrs.dataFormat) + i];
        ASSIGN_OR_RETURN(size, windowCount(windows[i], size, attrs.padding));
    }
    state[channels] = attrs.filters;
    for (std::size_t i = 1; i < out.size(); ++i) {
        RETURN_IF_FAILED(assignOutput(out, i, state));
    }
    Shape result = state;
    if (attrs.returnSequences) {
        result.insert(result.begin() + 1, in[0][1]);
    }
    return assignOutput(out, 0, result);
}

/// Makes the operators of all steps. Images have their channels second.
class ImageSteps {
public:
    explicit ImageSteps(const Lowering &op)
        : m_op(op),
          m_attrs(op.attrs<ConvLstm>()),
          m_f(op),
          m_steps(op.shape(0)[1])
    {}

    Result<std::vector<Entry>> run()
    {
        constexpr std::int64_t most = 256;
        if (m_steps < 1 || m_steps > most) {
            return makeError("not-supported", "{} steps, expected 1 to {}", m_steps, most);
        }
        RETURN_IF_FAILED(prepare());
        std::vector<Entry> outputs;
        for (std::int64_t i = 0; i < m_steps; ++i) {
            RETURN_IF_FAILED(step(m_attrs.goBackwards ? m_steps - 1 - i : i));
            outputs.push_back(m_op.reshape(m_state, withStep(m_image)));
        }
        std::vector<Entry> all{m_attrs.returnSequences ? sequence(std::move(outputs))
                                                       : asGiven(m_state)};
        if (m_attrs.returnState) {
            all.push_back(asGiven(m_state));
            all.push_back(asGiven(m_memory));
        }
        return all;
    }

private:
    /// The data's part of all gates of all steps.
    Status prepare()
    {
        ASSIGN_OR_RETURN(const auto windows, m_attrs.windows());
        Shape step = stepOf(m_op.shape(0));
        step[0] *= m_steps;
        KerasConvolution all = convolution(windows, 1);
        all.data = channelsSecond(m_op, m_op.reshape(m_op.in(0), step), m_attrs.dataFormat, 4);
        all.shape = channelsSecond(step, m_attrs.dataFormat);
        all.result = {all.shape[0], all.channels, unknownSize, unknownSize};
        for (std::size_t i = 0; i < 2; ++i) {
            ASSIGN_OR_RETURN(all.result[2 + i],
                             windowCount(windows[i], all.shape[2 + i], m_attrs.padding));
            all.paddings.push_back(
                windowPadding(windows[i], all.shape[2 + i], all.result[2 + i], m_attrs.padding));
        }
        Entry sums = kerasConvolved(m_op, all);
        if (m_attrs.useBias) {
            sums = m_f.plus(sums, alongAxis(m_op, m_op.in(3), all.channels, 1, 4));
        }
        const std::int64_t batch = m_op.shape(0)[0];
        m_gates = {batch, all.channels, all.result[2], all.result[3]};
        m_image = {batch, m_attrs.filters, all.result[2], all.result[3]};
        Shape apart = m_gates;
        apart.insert(apart.begin() + 1, m_steps);
        m_given = m_op.reshape(sums, apart);
        return {};
    }

    /// With the kernel that is input `kernel`, [height, width, in, out], as [out, in, height, width].
    [[nodiscard]] KerasConvolution convolution(std::vector<KerasWindow> windows,
                                               std::size_t kernel) const
    {
        KerasConvolution all;
        all.weight = m_f.transposed(m_op.in(kernel), {3, 2, 0, 1});
        all.windows = std::move(windows);
        all.channels = imageGates * m_attrs.filters;
        return all;
    }

    /// The state's part of the gates: as large as it is.
    [[nodiscard]] Result<Entry> ownGates() const
    {
        ASSIGN_OR_RETURN(auto windows, m_attrs.windows());
        for (KerasWindow &window : windows) {
            window.stride = 1;
            window.dilation = 1;
        }
        KerasConvolution all = convolution(windows, 2);
        all.data = m_state;
        all.shape = m_image;
        all.result = m_gates;
        for (std::size_t i = 0; i < 2; ++i) {
            all.paddings.push_back(
                windowPadding(windows[i], m_image[2 + i], m_image[2 + i], "same"));
        }
        return kerasConvolved(m_op, all);
    }

    Status step(std::int64_t place)
    {
        Shape apart = m_gates;
        apart.insert(apart.begin() + 1, m_steps);
        Entry sums = m_op.reshape(sliceOf(m_op, m_given, apart, 1, place, place + 1), m_gates);
        if (m_hasState) { // at first it is 0
            ASSIGN_OR_RETURN(const Entry own, ownGates());
            sums = m_f.plus(sums, own);
        }
        const auto gate = [&](std::int64_t i) {
            return sliceOf(m_op, sums, m_gates, 1, i * m_attrs.filters, (i + 1) * m_attrs.filters);
        };
        const auto opened = [&](std::int64_t i) {
            return kerasActivated(m_op, gate(i), m_attrs.recurrentActivation);
        };
        ASSIGN_OR_RETURN(const Entry input, opened(0));
        ASSIGN_OR_RETURN(const Entry forget, opened(1));
        ASSIGN_OR_RETURN(const Entry fresh, kerasActivated(m_op, gate(2), m_attrs.activation));
        ASSIGN_OR_RETURN(const Entry output, opened(3));
        const Entry added = m_f.times(input, fresh);
        m_memory = m_hasState ? m_f.plus(m_f.times(forget, m_memory), added) : added;
        ASSIGN_OR_RETURN(const Entry shown, kerasActivated(m_op, m_memory, m_attrs.activation));
        m_state = m_f.times(output, shown);
        m_hasState = true;
        return {};
    }

    static Shape withStep(Shape shape)
    {
        shape.insert(shape.begin() + 1, 1);
        return shape;
    }

    [[nodiscard]] Entry asGiven(Entry image) const
    {
        return channelsAsGiven(m_op, image, m_attrs.dataFormat, 4);
    }

    [[nodiscard]] Entry sequence(std::vector<Entry> images) const
    {
        const Entry all = joined(m_op, std::move(images), 1);
        return isChannelsFirst(m_attrs.dataFormat) ? all : m_f.transposed(all, {0, 1, 3, 4, 2});
    }

    const Lowering &m_op;
    const ConvLstm &m_attrs;
    KerasFormula m_f;
    std::int64_t m_steps;
    Shape m_gates; ///< of one step: [batch, gates * filters, height, width]
    Shape m_image; ///< of the state
    Entry m_given;
    Entry m_state;
    Entry m_memory;
    bool m_hasState = false;
};

Result<std::vector<Entry>> lowerConvLstm(const Lowering &op)
{
    return ImageSteps(op).run();
}

std::vector<std::string> convLstmOutputs(const ConvLstm &attrs)
{
    return attrs.returnState ? std::vector<std::string>{"output", "state", "cell"}
                             : std::vector<std::string>{"output"};
}

/// Counts for each position of the result all of both kernels.
std::optional<std::int64_t> convLstmMacs(const ConvLstm &attrs, std::span<const Shape> in,
                                         std::span<const Shape> out)
{
    if (in[0].size() != 5 || isUnknown(in[0]) || out[0].size() < 4) {
        return std::nullopt;
    }
    const Shape image = attrs.returnSequences ? stepOf(out[0]) : out[0];
    const auto places = elementCount(image);
    const auto weights = elementCount(in[1]);
    const auto own = elementCount(in[2]);
    const auto each = places ? checkedMultiply(*places / attrs.filters, in[0][1]) : std::nullopt;
    return each && weights && own ? checkedMultiply(*each, *weights + *own) : std::nullopt;
}

void addConvLstm(OpRegistry &ops)
{
    using A = ConvLstm;
    OpBuilder<A> layer = kerasLayer<A>(
        "ConvLSTM2D", "long short-term memory of images: its products are convolutions",
        OpCategory::Convolution);
    layer
        .attr(field("filters", &A::filters, "channels of the state")
                  .required()
                  .atLeast(1)
                  .atMost(kerasMost))
        .attr(field("kernel_size", &A::kernelSize, "height and width of the windows"))
        .attr(field("strides", &A::strides, "how far windows move over the data"))
        .attr(field("dilation_rate", &A::dilations, "distance of a window's elements"))
        .attr(field("padding", &A::padding, "valid: windows stay inside; same: zeros around"))
        .attr(kerasDataFormatField<A>())
        .attr(kerasActivationField<A>())
        .attr(field("recurrent_activation", &A::recurrentActivation, "function of each gate"))
        .attr(field("use_bias", &A::useBias, "whether a number is added to each sum"))
        .attr(field("return_sequences", &A::returnSequences,
                    "whether the result has all steps, or the last alone"))
        .attr(field("return_state", &A::returnState, "whether the last state is a result, too"))
        .attr(field("go_backwards", &A::goBackwards,
                    "whether it goes from the last step to the first"))
        .outputs(convLstmOutputs)
        .shape(convLstmShape)
        .macs(convLstmMacs)
        .lower(lowerTo(std::function<Result<std::vector<Entry>>(const Lowering &)>(lowerConvLstm)));
    ops.add(layer.build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsConvlstm(OpRegistry &ops)
{
    keras::addConvLstm(ops);
}

} // namespace nervure
