// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/value_rules.h"
#include "core/ops/custom/declaration.h"

namespace nervure::custom {

/// What is known of shapes or types of one node, ordered by the declaration.
[[nodiscard]] Facts shapeFacts(const OnnxAttrs &attrs, const std::vector<Places> &places,
                               std::span<const Shape> in, std::span<const Shape> out);
[[nodiscard]] Facts typeFacts(const OnnxAttrs &attrs, const std::vector<Places> &places,
                              std::span<const DType> in);
/// Everything, of a node of which some inputs may be left out.
[[nodiscard]] Facts valueFacts(const Declaration &operation, const ValueCall &call);

[[nodiscard]] ValueFacts factsOf(const ValueType &value);

/// The shape that a list says. In exact, where shapes are NNVM's, a scalar is (1,) and a size of 0 is none.
/// Fails on negative sizes, and on those that do not fit; `what` it is of stands in the message.
[[nodiscard]] Result<Shape> shapeFrom(const WholeList &shape, Semantics semantics,
                                      std::string_view what);
/// Fails where it is no type; Unknown where it is not known.
[[nodiscard]] Result<DType> dtypeOf(const Value &type, std::string_view what);

/// Fails with the message of the first requirement that does not hold.
[[nodiscard]] Status checkRequirements(const Declaration &operation, const Facts &facts,
                                       bool aboutTypes);

/// "the shape of weight".
[[nodiscard]] std::string shapeOf(const DeclaredValue &value);
[[nodiscard]] std::string typeOf(const DeclaredValue &value);

} // namespace nervure::custom
