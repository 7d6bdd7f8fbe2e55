// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

namespace nervure {

/// Types that a model's file declares for its values. A variable's is in its attributes (onnx_variable.h). That
/// of an operator's output (ONNX: `value_info` and the types of the graph's outputs; Keras: the shapes of
/// `__keras_tensor__`; Core ML: the outputs of the description) is in Node::declaredTypes, so that it goes wherever
/// the node goes: copies, parts, merged models, bodies, journals. Edits change it by declareType() (edits/type_edits.h).
///
/// Inference takes it where it finds nothing itself, and goes on from it; a value that is known for that
/// reason alone is marked in the analysis keys::declared. Where the two contradict each other, inference
/// wins, and the pass reports a warning of code "declared-type". What a run computes never rests on it:
/// lowering infers without it (OnnxFacts::ignoresDeclared).

/// The declared type of a value; Unknown where none is. Of Keras's variables, which have no ValueType,
/// always Unknown.
[[nodiscard]] ValueType declaredTypeOf(const Graph &graph, const Entry &value);

/// The declared type of the node's output of that number; Unknown where none is.
[[nodiscard]] const ValueType &declaredOutput(const Node &node, std::size_t output);

/// True if something is declared of an operator's output in the graph or a body in it.
[[nodiscard]] bool declaresTypes(const Graph &graph);

/// True if no value can be of both types: they are of different kinds, element types or ranks, or differ
/// in a size that both know by number.
[[nodiscard]] bool contradict(const ValueType &a, const ValueType &b);

/// The type that inference found, with what it left unknown taken from the declared one. As it was where the two
/// contradict each other.
[[nodiscard]] ValueType filledIn(const ValueType &inferred, const ValueType &declared);

} // namespace nervure
