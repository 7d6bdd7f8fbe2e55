// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_masks.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace nervure {

namespace {

bool isSaid(const Node &node, const char *name)
{
    const std::string *text = node.attrs.find(name);
    return text && *text == "True";
}

bool findsSteps(const Node &node)
{
    return node.op == "Masking" || (node.op == "Embedding" && isSaid(node, "mask_zero"));
}

bool passesOver(std::string_view op)
{
    constexpr std::array<std::string_view, 10> all{
        "LSTM",          "ConvLSTM2D",         "AdditiveAttention",
        "GRU",           "SimpleRNN",          "RNN",
        "Bidirectional", "MultiHeadAttention", "GlobalAveragePooling1D",
        "Attention"};
    return std::find(all.begin(), all.end(), op) != all.end();
}

bool handsOn(const Node &node)
{
    constexpr std::array<std::string_view, 9> ends{"Flatten",
                                                   "Reshape",
                                                   "Permute",
                                                   "RepeatVector",
                                                   "Conv1D",
                                                   "GlobalAveragePooling1D",
                                                   "GlobalMaxPooling1D",
                                                   "MaxPooling1D",
                                                   "AveragePooling1D"};
    const bool isRecurrent = passesOver(node.op) && node.op != "MultiHeadAttention";
    return isRecurrent ? isSaid(node, "return_sequences")
                       : std::find(ends.begin(), ends.end(), node.op) == ends.end();
}

} // namespace

bool KerasMasks::reach(const std::vector<Entry> &inputs) const
{
    return std::any_of(inputs.begin(), inputs.end(),
                       [this](const Entry &input) { return m_masked.count(input.node) != 0; });
}

void KerasMasks::mark(Node &node)
{
    if (passesOver(node.op)) {
        node.attrs.set("masked", "True");
    }
}

void KerasMasks::follow(NodeId id, const Node &node, bool isReached)
{
    if (findsSteps(node) || (isReached && handsOn(node))) {
        m_masked.insert(id);
    }
}

} // namespace nervure
