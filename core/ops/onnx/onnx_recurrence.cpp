// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/support/text.h"

#include <initializer_list>
#include <limits>

namespace nervure {

namespace {

using namespace onnx;

/// Places of inputs.
constexpr std::size_t dataPlace = 0;
constexpr std::size_t weightsPlace = 1;
constexpr std::size_t recurrentWeightsPlace = 2;
constexpr std::size_t biasPlace = 3;
constexpr std::size_t lengthsPlace = 4;
constexpr std::size_t firstStatePlace = 5;
constexpr std::size_t firstCellPlace = 6; ///< LSTM's, as the next
constexpr std::size_t peepholesPlace = 7;

struct RecurrentSizes {
    Dimension steps;
    Dimension batch;
    Dimension directions;
    Dimension hidden;
    bool isBatchFirst = false;
};

/// One size of an input; unknown where nothing is known of it.
Dimension sizeOfInput(const ValueCall &call, std::size_t input, std::size_t dimension)
{
    const MaybeShape &shape = call.shape(input);
    return shape && dimension < shape->size() ? (*shape)[dimension] : Dimension();
}

Result<Dimension> agreed(std::initializer_list<Dimension> sizes, std::string_view what)
{
    Dimension size;
    for (const Dimension &other : sizes) {
        ASSIGN_OR_RETURN(size, same(size, other, what));
    }
    return size;
}

Status checkRecurrentRanks(const ValueCall &call)
{
    for (const std::size_t input :
         {dataPlace, weightsPlace, recurrentWeightsPlace, firstStatePlace, firstCellPlace}) {
        RETURN_IF_FAILED(checkRank(call, input, 3));
    }
    for (const std::size_t input : {biasPlace, peepholesPlace}) {
        RETURN_IF_FAILED(checkRank(call, input, 2));
    }
    return checkRank(call, lengthsPlace, 1);
}

/// W is [directions, gates * hidden, input] and R [directions, gates * hidden, hidden].
Result<RecurrentSizes> recurrentSizes(const ValueCall &call, std::int64_t gates)
{
    RecurrentSizes sizes;
    sizes.isBatchFirst = call.attrs.integer("layout") != 0;
    const std::size_t steps = sizes.isBatchFirst ? 1 : 0;
    const std::size_t batch = sizes.isBatchFirst ? 0 : 1; // of the first state also
    sizes.steps = sizeOfInput(call, dataPlace, steps);
    ASSIGN_OR_RETURN(sizes.batch, agreed({sizeOfInput(call, dataPlace, batch),
                                          sizeOfInput(call, lengthsPlace, 0),
                                          sizeOfInput(call, firstStatePlace, batch)},
                                         "sizes of the batch"));
    const std::int64_t directions = call.attrs.text("direction") == "bidirectional" ? 2 : 1;
    ASSIGN_OR_RETURN(sizes.directions, agreed({directions, sizeOfInput(call, weightsPlace, 0),
                                               sizeOfInput(call, recurrentWeightsPlace, 0)},
                                              "numbers of directions"));
    const Dimension told =
        call.attrs.has("hidden_size") ? Dimension(call.attrs.integer("hidden_size")) : Dimension();
    ASSIGN_OR_RETURN(sizes.hidden,
                     agreed({told, sizeOfInput(call, recurrentWeightsPlace, 2),
                             sizeOfInput(call, firstStatePlace, 2),
                             sizeOfInput(call, weightsPlace, 1).dividedBy(gates),
                             sizeOfInput(call, recurrentWeightsPlace, 1).dividedBy(gates)},
                            "sizes of the hidden state"));
    ASSIGN_OR_RETURN(const Dimension inputs,
                     agreed({sizeOfInput(call, dataPlace, 2), sizeOfInput(call, weightsPlace, 2)},
                            "sizes of inputs"));
    return sizes;
}

Status checkSizes(const ValueCall &call, std::size_t input, const Dimensions &expected,
                  std::string_view what)
{
    for (std::size_t i = 0; i < expected.size(); ++i) {
        RETURN_IF_FAILED(same(sizeOfInput(call, input, i), expected[i], what));
    }
    return {};
}

/// The inputs that decide nothing must fit, too.
Status checkOtherInputs(const ValueCall &call, const RecurrentSizes &sizes, std::int64_t gates)
{
    const auto &[steps, batch, directions, hidden, isBatchFirst] = sizes;
    const Dimension products = hidden * Dimension(gates);
    for (const std::size_t input : {weightsPlace, recurrentWeightsPlace}) {
        RETURN_IF_FAILED(checkSizes(call, input, {directions, products}, "sizes of weights"));
    }
    RETURN_IF_FAILED(
        checkSizes(call, biasPlace, {directions, products * Dimension(2)}, "sizes of the bias"));
    const Dimensions state = isBatchFirst ? Dimensions{batch, directions, hidden}
                                          : Dimensions{directions, batch, hidden};
    RETURN_IF_FAILED(checkSizes(call, firstStatePlace, state, "sizes of the first state"));
    RETURN_IF_FAILED(checkSizes(call, firstCellPlace, state, "sizes of the first cell"));
    return checkSizes(call, peepholesPlace, {directions, hidden * Dimension(3)},
                      "sizes of the peepholes");
}

/// All states in order, and behind them the last state and what else a cell keeps.
ValueRule recurrent(std::int64_t gates)
{
    return [gates](ValueCall &call) -> Status {
        RETURN_IF_FAILED(checkRecurrentRanks(call));
        ASSIGN_OR_RETURN(const RecurrentSizes sizes, recurrentSizes(call, gates));
        RETURN_IF_FAILED(checkOtherInputs(call, sizes, gates));
        const auto &[steps, batch, directions, hidden, isBatchFirst] = sizes;
        call.setShape(0, isBatchFirst ? Dimensions{batch, steps, directions, hidden}
                                      : Dimensions{steps, directions, batch, hidden});
        for (const std::size_t last : {1U, 2U}) {
            call.setShape(last, isBatchFirst ? Dimensions{batch, directions, hidden}
                                             : Dimensions{directions, batch, hidden});
        }
        return {};
    };
}

/// What an operator has beside what all three have, by the version that it came with.
std::vector<Attribute> recurrentAttributes(Attribute activations, std::vector<Attribute> others)
{
    std::vector<Attribute> attributes{
        numbers("activation_alpha", "alpha of the functions that have one, in their order"),
        numbers("activation_beta", "beta of the functions that have one, in their order"),
        std::move(activations),
        number("clip", "what goes into functions is held between this with a minus and this"),
        text("direction", "forward", "the way along the sequence; both ways twice the weights")
            .oneOf({"forward", "reverse", "bidirectional"}),
        integer("hidden_size", "how many numbers the state has")};
    attributes.insert(attributes.end(), others.begin(), others.end());
    return attributes;
}

Attribute outputSequence()
{
    return flag("output_sequence", false, "whether Y is there");
}

Attribute layoutAttribute()
{
    return flag("layout", false, "whether the batch comes first, not the sequence");
}

Attribute activationsAttribute(std::string which)
{
    return texts("activations", "the functions of " + which + "; for each direction");
}

/// Every step of every sequence is multiplied with all weights of the data, and its state with all others.
std::optional<std::int64_t> recurrentMacs(const RuleContext &, std::span<const Shape> in,
                                          std::span<const Shape>)
{
    if (in.size() < 3 || in[0].size() != 3 || isUnknown(in[0]) || isUnknown(in[1])
        || isUnknown(in[2])) {
        return std::nullopt;
    }
    const auto rows = checkedMultiply(in[0][0], in[0][1]);
    const auto data = elementCount(in[1]);
    const auto own = elementCount(in[2]);
    const bool isCounted =
        rows && data && own && *data <= std::numeric_limits<std::int64_t>::max() - *own;
    return isCounted ? checkedMultiply(*rows, *data + *own) : std::nullopt;
}

void declareLstm(OpRegistry &ops)
{
    const Attribute functions = activationsAttribute("the gates, the cell and the state");
    const Attribute coupled =
        flag("input_forget", false, "whether the forget gate is 1 minus the input gate");
    add(ops, OpCategory::Convolution, "LSTM",
        "a recurrent layer whose cells keep a value behind gates",
        {{1,
          "X:T W:T R:T B:T? sequence_lens:T1? initial_h:T? initial_c:T? P:T? -> Y:T? Y_h:T? Y_c:T?",
          "T = float; T1 = i32", recurrentAttributes(functions, {coupled, outputSequence()}),
          recurrent(4)},
         {7, {}, {}, recurrentAttributes(functions, {coupled})},
         {14, {}, {}, recurrentAttributes(functions, {coupled, layoutAttribute()})},
         {22, {}, "T += bf16"}},
        recurrentMacs);
}

void declareGru(OpRegistry &ops)
{
    const Attribute functions = activationsAttribute("the gates and the state");
    const Attribute linear = flag("linear_before_reset", false,
                                  "whether the state is multiplied by R before it is reset");
    add(ops, OpCategory::Convolution, "GRU", "a recurrent layer whose gates reset and update it",
        {{1, "X:T W:T R:T B:T? sequence_lens:T1? initial_h:T? -> Y:T? Y_h:T", "T = float; T1 = i32",
          recurrentAttributes(functions, {outputSequence()}), recurrent(3)},
         {3,
          "X:T W:T R:T B:T? sequence_lens:T1? initial_h:T? -> Y:T? Y_h:T?",
          {},
          recurrentAttributes(functions, {linear, outputSequence()})},
         {7, {}, {}, recurrentAttributes(functions, {linear})},
         {14, {}, {}, recurrentAttributes(functions, {layoutAttribute(), linear})},
         {22, {}, "T += bf16"}},
        recurrentMacs);
}

void declareRnn(OpRegistry &ops)
{
    const Attribute functions(Attribute::Kind::Texts, "activations",
                              std::vector<std::string>{"Tanh", "Tanh"},
                              "the function of the state; for each direction");
    add(ops, OpCategory::Convolution, "RNN", "a recurrent layer without gates",
        {{1, "X:T W:T R:T B:T? sequence_lens:T1? initial_h:T? -> Y:T? Y_h:T?",
          "T = float; T1 = i32", recurrentAttributes(functions, {outputSequence()}), recurrent(1)},
         {7, {}, {}, recurrentAttributes(functions, {})},
         {14, {}, {}, recurrentAttributes(functions, {layoutAttribute()})},
         {22, {}, "T += bf16"}},
        recurrentMacs);
}

} // namespace

void registerOnnxRecurrence(OpRegistry &ops)
{
    declareLstm(ops);
    declareGru(ops);
    declareRnn(ops);
}

} // namespace nervure
