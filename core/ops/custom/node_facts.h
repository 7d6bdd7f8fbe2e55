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

/// A shape in NNVM's form, a scalar as (1,); unknown dimensions are 0. Fails on negative ones, and on sizes
/// that do not fit; `what` it is of stands in the message.
[[nodiscard]] Result<Shape> nnvmShape(const WholeList &shape, std::string_view what);
/// Fails where it is no type; Unknown where it is not known.
[[nodiscard]] Result<DType> dtypeOf(const Value &type, std::string_view what);

/// Fails with the message of the first requirement that does not hold.
[[nodiscard]] Status checkRequirements(const Declaration &operation, const Facts &facts,
                                       bool aboutTypes);

/// "the shape of weight".
[[nodiscard]] std::string shapeOf(const DeclaredValue &value);
[[nodiscard]] std::string typeOf(const DeclaredValue &value);

} // namespace nervure::custom
