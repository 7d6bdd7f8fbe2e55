// SPDX-License-Identifier: Apache-2.0
// Recurrent layers, which begin with a state of 0, as Darknet's own runs do.
#include "core/graph/op/op_builder.h"
#include "core/ops/darknet/darknet_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

/// Darknet's crnn says hidden_filters and output_filters, its fork's hidden and output, and more of the windows; the
/// fork's rnn has a state of another size than its result.
struct DarknetRecurrentAttrs {
    OptionalInteger output;
    OptionalInteger hidden;
    std::int64_t hiddenFilters = 1;
    std::int64_t outputFilters = 1;
    std::int64_t size = 3;
    std::int64_t stride = 1;
    std::int64_t pad = 0;
    std::int64_t padding = 0;
    std::int64_t groups = 1;
    std::int64_t logistic = 0;
    std::int64_t batchNormalize = 0;
    std::int64_t shortcut = 0;
    std::int64_t tanh = 0;
    std::string activation = "logistic";

    [[nodiscard]] std::int64_t outputs() const { return output.value_or(1); }
    [[nodiscard]] std::int64_t states() const { return hidden.value_or(outputs()); }
    [[nodiscard]] bool isForks() const { return output || hidden; }
    [[nodiscard]] std::int64_t hiddenChannels() const
    {
        return isForks() ? hidden.value_or(1) : hiddenFilters;
    }
    [[nodiscard]] std::int64_t outputChannels() const
    {
        return isForks() ? outputs() : outputFilters;
    }
    /// On each side of a window, of which Darknet's are all 3 x 3.
    [[nodiscard]] std::int64_t border() const
    {
        return !isForks() ? 1 : pad != 0 ? size / 2 : padding;
    }
    [[nodiscard]] std::int64_t window() const { return isForks() ? size : 3; }
    [[nodiscard]] std::int64_t parts() const { return isForks() ? groups : 1; }
};

using Recurrent = DarknetRecurrentAttrs;

const std::vector<std::string> rnnParts{"input", "self", "output"};
const std::vector<std::string> lstmParts{"wi", "wf", "wo", "wg", "ui", "uf", "uo", "ug"};
const std::vector<std::string> gruParts{"wz", "wr", "wh", "uz", "ur", "uh"};

/// The arrays of one of the layers inside, in the order of the weights file.
std::vector<std::string> arraysOf(const Recurrent &attrs, bool isConvolution)
{
    std::vector<std::string> names{"biases"};
    if (isConvolution && attrs.batchNormalize != 0) {
        return {"biases", "scales", "rolling_mean", "rolling_variance", "weights"};
    }
    names.emplace_back("weights");
    if (attrs.batchNormalize != 0) {
        names.insert(names.end(), {"scales", "rolling_mean", "rolling_variance"});
    }
    return names;
}

std::vector<std::string> inputsOf(const Recurrent &attrs, const std::vector<std::string> &parts,
                                  bool isConvolution = false)
{
    std::vector<std::string> names{"data"};
    for (const std::string &part : parts) {
        for (const std::string &array : arraysOf(attrs, isConvolution)) {
            names.push_back(part + '_' + array);
        }
    }
    return names;
}

std::vector<std::string> rnnInputs(const Recurrent &attrs)
{
    return inputsOf(attrs, rnnParts);
}
std::vector<std::string> crnnInputs(const Recurrent &attrs)
{
    return inputsOf(attrs, rnnParts, true);
}
std::vector<std::string> lstmInputs(const Recurrent &attrs)
{
    return inputsOf(attrs, lstmParts);
}
std::vector<std::string> gruInputs(const Recurrent &attrs)
{
    return inputsOf(attrs, gruParts);
}

/// A layer inside: where its arrays begin, and of what shape its weights are.
struct Part {
    std::size_t first = 1;
    Shape weights;
};

Status assignPart(const Recurrent &attrs, const Part &part, bool isConvolution, Shapes &in)
{
    const auto names = arraysOf(attrs, isConvolution);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool isWeights = names[i] == "weights";
        RETURN_IF_FAILED(assignInput(in, part.first + i, names[i],
                                     isWeights ? part.weights : Shape{part.weights[0]}));
    }
    return {};
}

/// The layers inside of a recurrent one: those of `onData` read the data, others the state. An rnn has three, of
/// which the last one gives the result.
std::vector<Part> partsOf(const Recurrent &attrs, const std::vector<bool> &onData,
                          std::int64_t inputs)
{
    const std::int64_t states = onData.size() == rnnParts.size() ? attrs.states() : attrs.outputs();
    std::vector<Part> parts;
    const std::size_t each = arraysOf(attrs, false).size();
    for (std::size_t i = 0; i < onData.size(); ++i) {
        parts.push_back({1 + i * each, {states, onData[i] ? inputs : states}});
    }
    parts.back().weights[0] = attrs.outputs();
    return parts;
}

const std::vector<bool> rnnOnData{true, false, false};
const std::vector<bool> lstmOnData{false, false, false, false, true, true, true, true};
const std::vector<bool> gruOnData{false, false, false, true, true, true};

Status recurrentShape(const Recurrent &attrs, const std::vector<bool> &onData, Shapes &in,
                      Shapes &out)
{
    const std::size_t each = arraysOf(attrs, false).size();
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1 + each * onData.size(), 1));
    if (in[0].size() == 0) {
        return checkDarknetRows(in[0]);
    }
    for (const Part &part : partsOf(attrs, onData, darknetRowLength(in[0]))) {
        RETURN_IF_FAILED(assignPart(attrs, part, false, in));
    }
    return assignOutput(out, 0, {in[0][0], attrs.outputs()});
}

Status rnnShape(const Recurrent &attrs, Shapes &in, Shapes &out)
{
    return recurrentShape(attrs, rnnOnData, in, out);
}
Status lstmShape(const Recurrent &attrs, Shapes &in, Shapes &out)
{
    return recurrentShape(attrs, lstmOnData, in, out);
}
Status gruShape(const Recurrent &attrs, Shapes &in, Shapes &out)
{
    return recurrentShape(attrs, gruOnData, in, out);
}

std::vector<Part> crnnParts(const Recurrent &attrs, std::int64_t channels)
{
    const std::size_t each = arraysOf(attrs, true).size();
    const auto weights = [&](std::int64_t outputs, std::int64_t inputs) {
        return Shape{outputs, darknetPart(inputs, attrs.parts()), attrs.window(), attrs.window()};
    };
    const std::int64_t hidden = attrs.hiddenChannels();
    return {{1, weights(hidden, channels)},
            {1 + each, weights(hidden, hidden)},
            {1 + 2 * each, weights(attrs.outputChannels(), hidden)}};
}

/// The image of the state, which all three convolutions must leave in its size.
Status crnnShape(const Recurrent &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), crnnInputs(attrs).size(), 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (!in[0].hasRank()) {
        return {};
    }
    const std::int64_t groups = attrs.parts();
    if (attrs.stride != 1 || 2 * attrs.border() != attrs.window() - 1) {
        return makeError("infer-shape",
                         "size {}, stride {} and padding {}, expected images that "
                         "stay as large as the state",
                         attrs.window(), attrs.stride, attrs.border());
    }
    const bool fits = isUnknownSize(in[0][1]) || in[0][1] % groups == 0;
    if (!fits || attrs.hiddenChannels() % groups != 0 || attrs.outputChannels() % groups != 0) {
        return makeError("infer-shape", "channels {}, {} and {}, expected multiples of groups {}",
                         in[0][1], attrs.hiddenChannels(), attrs.outputChannels(), groups);
    }
    for (const Part &part : crnnParts(attrs, in[0][1])) {
        RETURN_IF_FAILED(assignPart(attrs, part, true, in));
    }
    return assignOutput(out, 0, {in[0][0], attrs.outputChannels(), in[0][2], in[0][3]});
}

/// Makes the nodes of the layers inside.
class Recurrence {
public:
    explicit Recurrence(const Lowering &op) : m_op(op), m_attrs(op.attrs<Recurrent>()) {}

    [[nodiscard]] Entry connected(const Part &part, Entry data) const
    {
        return sums(part, data, "dense", attrsOf({{"units", attrText(part.weights[0])}}), false);
    }
    [[nodiscard]] Entry convolved(const Part &part, Entry data) const
    {
        const auto both = [](std::int64_t value) { return attrText(IntTuple{value, value}); };
        return sums(part, data, "conv2d",
                    attrsOf({{"channels", attrText(part.weights[0])},
                             {"kernel_size", both(m_attrs.window())},
                             {"padding", both(m_attrs.border())},
                             {"groups", attrText(m_attrs.parts())}}),
                    true);
    }
    [[nodiscard]] Entry zeros(const Shape &shape) const
    {
        return m_op.full(0, shape, DType::Float32);
    }
    [[nodiscard]] Entry plus(Entry a, Entry b) const { return m_op.make("elemwise_add", {a, b}); }
    [[nodiscard]] Entry times(Entry a, Entry b) const { return m_op.make("elemwise_mul", {a, b}); }
    [[nodiscard]] Entry sigmoid(Entry x) const { return m_op.make("sigmoid", {x}); }
    [[nodiscard]] Entry tanh(Entry x) const { return m_op.make("tanh", {x}); }
    [[nodiscard]] Entry activated(Entry x) const
    {
        return darknetActivated(m_op, x, m_attrs.activation);
    }

private:
    [[nodiscard]] Entry sums(const Part &part, Entry data, const char *name, AttrDict attrs,
                             bool isConvolution) const
    {
        const bool isPlain = m_attrs.batchNormalize == 0;
        const std::size_t weights = part.first + (isConvolution && !isPlain ? 4 : 1);
        std::vector<Entry> from{data, m_op.in(weights)};
        if (isPlain) {
            from.push_back(m_op.in(part.first));
        }
        attrs.set("use_bias", attrText(isPlain));
        const Entry result = m_op.make(name, std::move(from), std::move(attrs));
        if (isPlain) {
            return result;
        }
        const std::size_t scales = part.first + (isConvolution ? 1 : 2);
        return darknetNormalized(
            m_op, result,
            {m_op.in(part.first), m_op.in(scales), m_op.in(scales + 1), m_op.in(scales + 2)});
    }

    const Lowering &m_op;
    const Recurrent &m_attrs;
};

/// Each step becomes operators of its own.
constexpr std::int64_t mostSteps = 1024;

Status checkSteps(const Lowering &op, std::int64_t most)
{
    const std::int64_t steps = op.shape(0)[0];
    return steps >= 1 && steps <= most
               ? Status()
               : makeError("not-supported", "{} time steps, expected 1 to {}", steps, most);
}

/// Joins what `step` makes of each row of the data, one after the other.
template <typename Step>
Entry inSteps(const Lowering &op, Step step)
{
    const Shape rows{op.shape(0)[0], darknetRowLength(op.shape(0))};
    const Entry data = darknetRow(op, op.in(0), op.shape(0));
    std::vector<Entry> results;
    for (std::int64_t i = 0; i < rows[0]; ++i) {
        results.push_back(step(rows[0] == 1 ? data : sliceOf(op, data, rows, 0, i, i + 1)));
    }
    return joined(op, std::move(results), 0);
}

Result<Entry> lowerRnn(const Lowering &op)
{
    RETURN_IF_FAILED(checkSteps(op, mostSteps));
    const Recurrence make(op);
    const auto &attrs = op.attrs<Recurrent>();
    const auto parts = partsOf(attrs, rnnOnData, darknetRowLength(op.shape(0)));
    const char *const own = attrs.logistic == 2   ? "loggy"
                            : attrs.logistic == 1 ? "logistic"
                                                  : attrs.activation.c_str();
    Entry state = make.zeros({1, attrs.states()});
    return inSteps(op, [&](Entry row) {
        const Entry fresh = make.plus(make.activated(make.connected(parts[0], row)),
                                      darknetActivated(op, make.connected(parts[1], state), own));
        state = attrs.shortcut != 0 ? make.plus(state, fresh) : fresh;
        return make.activated(make.connected(parts[2], state));
    });
}

Result<Entry> lowerCrnn(const Lowering &op)
{
    RETURN_IF_FAILED(checkSteps(op, 1));
    const Recurrence make(op);
    const auto parts = crnnParts(op.attrs<Recurrent>(), op.shape(0)[1]);
    Shape hidden = op.shape(0);
    hidden[1] = op.attrs<Recurrent>().hiddenChannels();
    const Entry state = make.plus(make.activated(make.convolved(parts[0], op.in(0))),
                                  make.activated(make.convolved(parts[1], make.zeros(hidden))));
    return make.activated(make.convolved(parts[2], state));
}

Result<Entry> lowerLstm(const Lowering &op)
{
    RETURN_IF_FAILED(checkSteps(op, mostSteps));
    const Recurrence make(op);
    const auto &attrs = op.attrs<Recurrent>();
    const auto parts = partsOf(attrs, lstmOnData, darknetRowLength(op.shape(0)));
    Entry state = make.zeros({1, attrs.outputs()});
    Entry cell = state;
    return inSteps(op, [&](Entry row) {
        const auto gate = [&](std::size_t i) {
            return make.plus(make.connected(parts[i], state), make.connected(parts[i + 4], row));
        };
        cell = make.plus(make.times(make.sigmoid(gate(1)), cell),
                         make.times(make.sigmoid(gate(0)), make.tanh(gate(3))));
        state = make.times(make.sigmoid(gate(2)), make.tanh(cell));
        return state;
    });
}

Result<Entry> lowerGru(const Lowering &op)
{
    RETURN_IF_FAILED(checkSteps(op, mostSteps));
    const Recurrence make(op);
    const auto &attrs = op.attrs<Recurrent>();
    const auto parts = partsOf(attrs, gruOnData, darknetRowLength(op.shape(0)));
    Entry state = make.zeros({1, attrs.outputs()});
    return inSteps(op, [&](Entry row) {
        const auto sum = [&](std::size_t i, Entry before) {
            return make.plus(make.connected(parts[i], before), make.connected(parts[i + 3], row));
        };
        const Entry update = make.sigmoid(sum(0, state));
        const Entry kept = make.times(make.sigmoid(sum(1, state)), state);
        const Entry fresh = attrs.tanh != 0 ? make.tanh(sum(2, kept)) : make.sigmoid(sum(2, kept));
        const Entry rest = op.makeScalar("__rsub_scalar__", update, 1);
        state = make.plus(make.times(update, state), make.times(rest, fresh));
        return state;
    });
}

struct Layer {
    const char *name;
    const char *summary;
    std::vector<std::string> (*inputs)(const Recurrent &);
    Status (*shape)(const Recurrent &, Shapes &, Shapes &);
    Result<Entry> (*lower)(const Lowering &);
    std::size_t parts;
};

OpBuilder<Recurrent> recurrentLayer(const Layer &layer)
{
    OpBuilder<Recurrent> op(Dialect::Darknet, layer.name);
    std::vector<std::uint32_t> parameters(layer.parts * 5);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        parameters[i] = static_cast<std::uint32_t>(i + 1);
    }
    op.summary(layer.summary)
        .category(OpCategory::Convolution)
        .attr(field("batch_normalize", &Recurrent::batchNormalize,
                    "1: the sums are normalized by their rolling mean and variance"))
        .inputs(layer.inputs)
        .parameters(std::move(parameters))
        .shape(layer.shape)
        .type(anyCountSameType())
        .lower(lowerTo(layer.lower));
    return op;
}

AttrField outputField()
{
    return field("output", &Recurrent::output, "numbers of the result")
        .atLeast(1)
        .atMost(darknetMost);
}

AttrField hiddenField()
{
    return field("hidden", &Recurrent::hidden, "numbers or channels of the state, as the fork says")
        .atLeast(1)
        .atMost(darknetMost);
}

AttrField sizeField(const char *name, std::int64_t Recurrent::*member, const char *help)
{
    return field(name, member, help).atLeast(1).atMost(darknetMost);
}

AttrField activationField()
{
    return field("activation", &Recurrent::activation, "function of each sum")
        .oneOf(darknetActivations());
}

} // namespace

void registerDkRecurrent(OpRegistry &ops)
{
    OpBuilder<Recurrent> rnn = recurrentLayer(
        {"rnn", "recurrent layer of three connected ones", rnnInputs, rnnShape, lowerRnn, 3});
    rnn.attr(outputField())
        .attr(hiddenField())
        .attr(field("logistic", &Recurrent::logistic,
                    "1 or 2: logistic or loggy is the function of the state's sum"))
        .attr(activationField())
        .attr(field("shortcut", &Recurrent::shortcut, "1: the state is added to, not replaced"));
    addDarknetLayer(ops, rnn.build());

    OpBuilder<Recurrent> crnn = recurrentLayer(
        {"crnn", "recurrent layer of three convolutions", crnnInputs, crnnShape, lowerCrnn, 3});
    crnn.attr(field("hidden_filters", &Recurrent::hiddenFilters, "channels of the state")
                  .atLeast(1)
                  .atMost(darknetMost))
        .attr(field("output_filters", &Recurrent::outputFilters, "channels of the result")
                  .atLeast(1)
                  .atMost(darknetMost))
        .attr(outputField())
        .attr(hiddenField())
        .attr(sizeField("size", &Recurrent::size, "height and width of a window"))
        .attr(sizeField("stride", &Recurrent::stride, "how far a window moves"))
        .attr(sizeField("groups", &Recurrent::groups, "parts of the channels that are apart"))
        .attr(field("pad", &Recurrent::pad, "1: half of size is added on each side"))
        .attr(field("padding", &Recurrent::padding, "what is added on each side where pad is 0")
                  .atLeast(0)
                  .atMost(darknetMost))
        .attr(activationField())
        .attr(field("shortcut", &Recurrent::shortcut, "1: the state is added to, not replaced"));
    addDarknetLayer(ops, crnn.build());

    OpBuilder<Recurrent> lstm =
        recurrentLayer({"lstm", "long short-term memory", lstmInputs, lstmShape, lowerLstm, 8});
    addDarknetLayer(ops, lstm.attr(outputField()).build());

    OpBuilder<Recurrent> gru =
        recurrentLayer({"gru", "gated recurrent unit", gruInputs, gruShape, lowerGru, 6});
    addDarknetLayer(
        ops, gru.attr(outputField())
                 .attr(field("tanh", &Recurrent::tanh, "1: new values by tanh, else by logistic"))
                 .build());
}

} // namespace nervure
