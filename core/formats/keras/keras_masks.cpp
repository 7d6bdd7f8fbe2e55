// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_masks.h"

#include "core/formats/keras/keras_node.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace nervure {

namespace {

template <std::size_t count>
bool isAmong(std::string_view name, const std::array<std::string_view, count> &names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool isSaid(const Node &node, const char *name)
{
    const std::string *text = node.attrs.find(name);
    return text && *text == "True";
}

/// Our operators read a mask behind all else.
bool readsMask(std::string_view op)
{
    constexpr std::array<std::string_view, 6> all{
        "LSTM", "GRU", "SimpleRNN", "RNN", "Bidirectional", "GlobalAveragePooling1D"};
    return isAmong(op, all);
}

/// Keras computes these in another way where steps stand for nothing, and ours do not.
bool wouldReadMask(std::string_view op)
{
    constexpr std::array<std::string_view, 5> all{"ConvLSTM2D", "MultiHeadAttention", "Attention",
                                                  "AdditiveAttention", "Softmax"};
    return isAmong(op, all);
}

bool mergesValues(std::string_view op)
{
    constexpr std::array<std::string_view, 7> all{"Add",     "Subtract", "Multiply",   "Average",
                                                  "Maximum", "Minimum",  "Concatenate"};
    return isAmong(op, all);
}

bool handsOn(const Node &node)
{
    constexpr std::array<std::string_view, 24> all{"Activation",
                                                   "ActivityRegularization",
                                                   "AlphaDropout",
                                                   "BatchNormalization",
                                                   "Dense",
                                                   "Dropout",
                                                   "ELU",
                                                   "GaussianDropout",
                                                   "GaussianNoise",
                                                   "GroupNormalization",
                                                   "Identity",
                                                   "LayerNormalization",
                                                   "LeakyReLU",
                                                   "Normalization",
                                                   "PReLU",
                                                   "ReLU",
                                                   "Rescaling",
                                                   "Softmax",
                                                   "SpatialDropout1D",
                                                   "SpatialDropout2D",
                                                   "SpatialDropout3D",
                                                   "ThresholdedReLU",
                                                   "TimeDistributed",
                                                   "UnitNormalization"};
    const bool isRecurrent = readsMask(node.op) && node.op != "GlobalAveragePooling1D";
    return isRecurrent ? isSaid(node, "return_sequences") : isAmong(node.op, all);
}

} // namespace

const KerasMasks::Mask *KerasMasks::maskOf(const Entry &value) const
{
    const auto found = value.index == 0 ? m_masks.find(value.node) : m_masks.end();
    return found == m_masks.end() ? nullptr : &found->second;
}

std::optional<Entry> KerasMasks::take(Node &node, const std::vector<Entry> &inputs) const
{
    const bool isReached = std::any_of(inputs.begin(), inputs.end(), [this](const Entry &input) {
        return maskOf(input) != nullptr;
    });
    if (isReached && wouldReadMask(node.op)) {
        node.op += "(mask)";
    }
    const Mask *mask = readsMask(node.op) && !inputs.empty() ? maskOf(inputs.front()) : nullptr;
    if (mask && !*mask) {
        node.op += "(mask)";
    }
    return mask ? *mask : std::nullopt;
}

std::optional<KerasMasks::Mask> KerasMasks::merged(const Node &node,
                                                   const std::vector<Entry> &inputs) const
{
    std::optional<Mask> all;
    std::size_t count = 0;
    for (const Entry &input : inputs) {
        if (const Mask *mask = maskOf(input)) {
            ++count;
            all = all && *all != *mask ? Mask() : *mask;
        }
    }
    if (node.op == "Concatenate") {
        const std::string *axis = node.attrs.find("axis");
        const bool isOfSteps = axis && *axis != "-1" && *axis != "2";
        return all && isOfSteps ? Mask() : all;
    }
    // Keras 3 forgets the mask where one of the values has none.
    return count < inputs.size() && m_version.starts_with('3') ? std::nullopt : all;
}

void KerasMasks::follow(NodeId id, const Node &node, const std::vector<Entry> &inputs)
{
    if (findsKerasSteps(node)) {
        m_masks[id] = Entry{id, 1};
    } else if (mergesValues(node.op)) {
        if (const auto mask = merged(node, inputs)) {
            m_masks[id] = *mask;
        }
    } else if (!inputs.empty() && handsOn(node)) {
        if (const Mask *mask = maskOf(inputs.front())) {
            m_masks[id] = *mask;
        }
    } else if (node.op.ends_with("(mask)")) {
        m_masks[id] = Mask();
    }
}

} // namespace nervure
