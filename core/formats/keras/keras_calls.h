// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/keras/keras_config.h"

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nervure {

/// A finding about how layers are joined: code "keras-config".
[[nodiscard]] Diagnostic kerasGraphError(const std::string &message);

/// The calls of a graph's layers, and what each reads. The model has to outlive it.
class KerasCalls {
public:
    using Call =
        std::pair<std::size_t, std::size_t>; ///< the layer's place, and the number of its call

    explicit KerasCalls(const KerasModel &model);

    /// Which call gives a value. The first call of a model inside was its own making, in some versions.
    [[nodiscard]] Result<Call> of(const KerasValue &value) const;
    /// All of them, each behind what it reads. Fails where they go in a circle.
    [[nodiscard]] Result<std::vector<Call>> ordered() const;
    [[nodiscard]] const std::vector<KerasValue> &inputs(const Call &call) const;

private:
    void learnOffsets(const std::vector<KerasValue> &values);
    Status visit(const Call &first, std::map<Call, bool> &isDone, std::vector<Call> &order) const;

    const KerasModel &m_model;
    std::unordered_map<std::string, std::size_t> m_places; ///< of layers, by name
    std::vector<std::size_t> m_offsets; ///< what calls of a layer are counted from
};

} // namespace nervure
