// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/tensor_type.h"
#include "core/graph/value/element_type.h"
#include "core/support/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nervure {

/// An array of the dictionary that from_onnx returns beside the graph.
struct OnnxParam {
    std::string
        name; ///< of the variable, and of the weight that holds the values (formats/weights)
    Shape shape;
    ElementType type = ElementType::Undefined;
    NodeId source; ///< the ONNX graph's variable or Constant
    /// The elements as texts, where they are few enough for the graph to know them.
    std::optional<std::vector<std::string>> elements{};
};

/// That dictionary, in its order. What from_onnx refuses about an array has the exception's class as code.
class OnnxParams {
public:
    /// The initializers as from_onnx takes them first: those that are no inputs of the graph, then those
    /// that are, in the graph's order.
    static Result<OnnxParams> ofInitializers(const Graph &graph);

    /// Adds the tensor of a Constant: a name that is there keeps its place. `value` is the attribute's text.
    Status addConstant(const Graph &graph, NodeId id, std::string_view value);

    /// Null where there is none of that name.
    [[nodiscard]] const OnnxParam *find(std::string_view name) const;
    [[nodiscard]] const std::vector<OnnxParam> &all() const { return m_params; }

private:
    Status add(OnnxParam param);

    std::vector<OnnxParam> m_params;
    std::unordered_map<std::string, std::size_t> m_places; ///< in m_params, by name
};

/// Whether a variable is an initializer whose values are a tensor, and not a sparse one.
[[nodiscard]] bool isOnnxParam(const Node &variable);

/// All that from_onnx returns of an ONNX graph that it converts, its Constants among them.
[[nodiscard]] Result<std::vector<OnnxParam>> onnxParams(const Graph &graph);

} // namespace nervure
