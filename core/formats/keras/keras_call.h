// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/keras/keras_json.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// A value that a layer gave: output `output` of its call number `call`.
struct KerasValue {
    std::string layer;
    std::size_t call = 0;
    std::size_t output = 0;
    /// The shape that Keras 3 declares of it.
    std::optional<KerasSizes> sizes{};
    std::string dtype{}; ///< empty: nothing
};

/// An argument of a call: values that layers gave, one or a list, or something that stands in the file itself.
struct KerasArgument {
    std::string name;               ///< empty: it is known by its place
    std::vector<KerasValue> values; ///< those of layers in it, in order
    std::string text;               ///< of one without such values, as an attribute's
    bool isMixed = false;           ///< a list of both
    bool isList = false;

    /// Neither a value nor a text: nothing was said.
    [[nodiscard]] bool isNone() const { return values.empty() && text == "None"; }
};

/// A call of a layer: what stands in its place of `inbound_nodes`.
struct KerasCall {
    std::vector<KerasArgument> arguments; ///< those without names first
    std::vector<KerasValue> values;       ///< of all of them
    bool isOfKeras3 = false;              ///< where whoever runs the model says if it is trained
};

/// Reads a call as any version of Keras writes it: [["layer", 0, 0, {…}], …], or {"args": […], "kwargs": {…}}.
[[nodiscard]] KerasCall readKerasCall(const JsonValue &call);

/// The values of layers in a piece of JSON, wherever they stand in it.
[[nodiscard]] std::vector<KerasValue> kerasValuesIn(const std::optional<JsonValue> &value);

} // namespace nervure
