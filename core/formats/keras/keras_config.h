// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/keras/keras_call.h"
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

struct KerasModel;

/// A layer as the configuration of a model has it.
struct KerasLayer {
    /// "Dense"; of a class that is not Keras's own "PACKAGE>Dense"; of an operation "ops.Add", of a function
    /// of TensorFlow "tf.math.add".
    std::string className;
    std::string name;
    /// The configuration as attributes: numbers as they are written, tuples in parentheses. Of a wrapper
    /// those of the layer inside stand beside its own, and its class is `layer`.
    AttrDict attrs;
    std::vector<KerasCall> calls;            ///< none in a sequence of layers
    std::shared_ptr<const KerasModel> inner; ///< a model as a layer
    bool isDistributed = false;              ///< that model is called at each step of sequences
    bool isTrained = true;
    /// What an input, or the first layer of a sequence, says of the data: 0 is a size that is not known.
    std::optional<KerasSizes> batchShape;
    std::string dtype = "float32";       ///< of an input
    std::optional<KerasSizes> builtOn{}; ///< the sizes of the one value that it was called on first

    [[nodiscard]] bool isInput() const { return className == "InputLayer"; }
    /// A function of Keras 3 or of TensorFlow, not a layer.
    [[nodiscard]] bool isOperation() const
    {
        return className.starts_with("ops.") || className.starts_with("tf.");
    }
};

/// A model: a sequence of layers, or a graph of them.
struct KerasModel {
    std::string className; ///< "Sequential", "Model", "Functional", or one of a person's own
    std::string name;
    bool isSequence = false;
    std::vector<KerasLayer> layers;
    std::vector<KerasValue> inputs;       ///< of a graph
    std::vector<KerasValue> outputs;      ///< of a graph
    std::optional<KerasSizes> inputShape; ///< of a sequence, where it says so itself
};

/// A file's model, with what it says beside.
struct KerasDocument {
    KerasModel model;
    std::string version; ///< of Keras: "2.2.4"; empty where it does not say
    std::string backend;

    [[nodiscard]] bool isKeras1() const { return version.starts_with("1."); }
};

/// Reads a configuration: JSON as model.to_json() of Keras 2 and 3 writes it. Fails with code "keras-config",
/// or as the JSON parser fails.
[[nodiscard]] Result<KerasDocument> readKerasConfig(std::string_view json);

} // namespace nervure
