// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/tensor_type.h"
#include "core/graph/value/element_type.h"
#include "core/support/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nervure {

/// An array of the dictionary that from_tensorflow returns beside the graph.
struct TensorFlowParam {
    std::string
        name;    ///< of the variable, and of the weight that holds the values (formats/weights)
    Shape shape; ///< a scalar's is [1]
    ElementType type = ElementType::Undefined;
    /// The elements, where they are few enough for the graph to know them.
    std::optional<std::vector<double>> elements{};
    bool isMade = false; ///< from_tensorflow computed it: the file has no such array
};

/// That dictionary, in its order.
class TensorFlowParams {
public:
    void set(TensorFlowParam param);
    /// Of a Const. False for texts, which become no array.
    bool addConst(const Node &node);

    /// Null where there is none of that name.
    [[nodiscard]] const TensorFlowParam *find(std::string_view name) const;
    /// Takes it out. KeyError.
    Result<TensorFlowParam> pop(const std::string &name);

    /// Those that are left.
    [[nodiscard]] std::vector<TensorFlowParam> all() const;

private:
    std::vector<std::optional<TensorFlowParam>> m_params;
    std::unordered_map<std::string, std::size_t> m_places; ///< in m_params, by name
};

} // namespace nervure
