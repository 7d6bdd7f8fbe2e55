// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_dict.h"
#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Sizes of which 0 is one that is not known.
using KerasSizes = std::vector<std::int64_t>;

/// A value that a layer gave: output `output` of its call number `call`.
struct KerasValue {
    std::string layer;
    std::size_t call = 0;
    std::size_t output = 0;
    /// The shape that Keras 3 declares of it.
    std::optional<KerasSizes> sizes{};
    std::string dtype{}; ///< empty: nothing
};

struct KerasModel;

/// A layer as the configuration of a model has it.
struct KerasLayer {
    std::string className;
    std::string name;
    /// The configuration as attributes: numbers as they are written, tuples in parentheses. Of a wrapper
    /// those of the layer inside stand beside its own, and its class is `layer`.
    AttrDict attrs;
    /// What it reads, once for each time that it is called. None in a sequence of layers.
    std::vector<std::vector<KerasValue>> calls;
    std::shared_ptr<const KerasModel> inner; ///< a model as a layer
    bool isTrained = true;
    /// What an input, or the first layer of a sequence, says of the data: 0 is a size that is not known.
    std::optional<std::vector<std::int64_t>> batchShape;
    std::string dtype = "float32";       ///< of an input
    std::optional<KerasSizes> builtOn{}; ///< the sizes of the one value that it was called on first

    [[nodiscard]] bool isInput() const { return className == "InputLayer"; }
};

/// A model: a sequence of layers, or a graph of them.
struct KerasModel {
    std::string className; ///< "Sequential", "Model", "Functional"
    std::string name;
    std::vector<KerasLayer> layers;
    std::vector<KerasValue> inputs;                      ///< of a graph
    std::vector<KerasValue> outputs;                     ///< of a graph
    std::optional<std::vector<std::int64_t>> inputShape; ///< of a sequence, where it says so itself

    [[nodiscard]] bool isSequence() const { return className == "Sequential"; }
};

/// A file's model, with what it says beside.
struct KerasDocument {
    KerasModel model;
    std::string version; ///< of Keras: "2.2.4"; empty where it does not say
    std::string backend;
};

/// Whether a text begins as the configuration of a model does.
[[nodiscard]] bool isKerasJson(std::string_view text);

/// Reads a configuration: JSON as model.to_json() of Keras 2 and 3 writes it. Fails with code "keras-config",
/// or as the JSON parser fails.
[[nodiscard]] Result<KerasDocument> readKerasConfig(std::string_view json);

} // namespace nervure
