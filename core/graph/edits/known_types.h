// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/attr_dict.h"
#include "core/graph/graph.h"
#include "core/graph/op/op_registry.h"
#include "core/graph/tensor_type.h"

#include <functional>

namespace nervure {

/// The known facts about a value; see Analyses.
struct ShapeAndType {
    Shape shape;
    DType type = DType::Unknown;
    AttrDict attrs =
        {}; ///< ONNX: the same as onnx_variable.h says it, with names; empty: nothing is known
};
using KnownTypes = std::function<ShapeAndType(const Entry &)>;

/// The attributes of a variable of that type (onnx_variable.h); none where its kind is not known.
[[nodiscard]] AttrDict variableAttrs(const ValueType &type);

/// What inference says of the values of an ONNX graph, whose copy it keeps; empty for graphs of other dialects. It
/// infers when it is asked first.
[[nodiscard]] KnownTypes inferredTypes(const Graph &graph, const OpRegistry &ops,
                                       const OnnxFacts &facts = {});

/// True if a value of a type may stand where one of the other is expected, both as variableAttrs() has them: what one of
/// them leaves open fits.
[[nodiscard]] bool typesFit(const AttrDict &a, const AttrDict &b);
/// "float32[2, 3]", "?" for people.
[[nodiscard]] std::string variableTypeText(const AttrDict &attrs);

} // namespace nervure
