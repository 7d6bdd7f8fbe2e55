// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// What a layer's message holds, as a table says it: fields become attributes and weights, those of messages inside
/// among them.
namespace nervure::coreml {

enum class FieldKind : std::uint8_t {
    Integer,
    Flag,
    Float,
    Integers,
    Flags,
    Floats,
    Text,
    Choice,      ///< a number that stands for a word
    Border,      ///< BorderAmounts: in front of and behind each dimension
    Activation,  ///< ActivationParams inside of a layer
    Network,     ///< layers of its own
    Parameters,  ///< what a custom layer is told, by name
    Weights,     ///< WeightParams
    WeightList,  ///< any number of them
    Message,     ///< of which each field is one of the layer's
    MessageList, ///< several such: the weights of the second are told apart from those of the first
};

struct FieldForm {
    std::uint32_t number = 0;
    std::string_view name;
    /// Of one of several messages: the word that stands for it in the attribute `name`.
    std::string_view word;
    FieldKind kind = FieldKind::Integer;
    /// Choice: its words. Weights: the attributes that say their shape; none: they are a vector.
    std::vector<std::string_view> words;
    std::vector<FieldForm> fields; ///< of a message
};

struct LayerForm {
    std::uint32_t number = 0;
    std::string_view name;
    /// The weights stand behind so many inputs of the layer, whether they are all there or not.
    std::size_t weightsBehind = 1;
    std::vector<FieldForm> fields;

    /// The names of its weights, in the order of their places.
    [[nodiscard]] std::vector<std::string_view> weightNames() const;
};

/// The fields of a text such as "1:outputChannels:int 50:padding=valid(1:paddingAmounts:border)
/// 90:weights:weights@outputChannels,kernelChannels"; kinds are int, bool, float, ints, bools, floats, text, border,
/// activation, network, parameters, weights, weights*, A|B|C, "(fields)" and "(fields)*". One that does not read is
/// a mistake of ours.
[[nodiscard]] std::vector<FieldForm> readFields(std::string_view text);

/// The layer whose parameters stand in the field of that number; null for one that is not known.
[[nodiscard]] const LayerForm *layerForm(std::uint32_t number);
/// Preprocessing of that name: "scaler" and "meanImage", which become operators as layers do.
[[nodiscard]] const LayerForm &preprocessingForm(std::uint32_t number);

} // namespace nervure::coreml
