// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/body_place.h"
#include "core/graph/indexed/indexed_graph.h"
#include "core/graph/value/value_type.h"
#include "core/support/cancellation.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace nervure {

class OnnxScope;

/// The values of a body of control flow as they were found.
struct InferredBody {
    std::shared_ptr<const IndexedGraph> graph;
    std::vector<ValueType> told; ///< of its own inputs, by the node that holds it
    ValueTypes values;           ///< by entry
    std::vector<bool> reached;   ///< as OnnxValues has it
    std::map<BodyPlace, InferredBody> bodies;
};

/// The values of an ONNX graph as they were found.
struct OnnxValues {
    ValueTypes values;  ///< by entry
    Diagnostics faults; ///< an error for each operator whose rule refused its inputs
    Diagnostics
        warnings; ///< facts that are about nothing in the graph, declared types that are wrong
    /// By entry: 1 where some of the value is known only because the file declares it of this very value; else
    /// 0. Empty where there is no such value.
    std::vector<std::int64_t> declared{};
    /// By node, where OnnxFacts::earlier is given: it, or a value that it reads, is not as it was, so that what the
    /// file declares of its outputs was not taken.
    std::vector<bool> reached{};
    std::map<BodyPlace, InferredBody> bodies{}; ///< where OnnxFacts::keepsBodies is set
};

/// The values that were inferred of a graph before an edit.
struct EarlierValues {
    std::shared_ptr<const IndexedGraph> graph;
    std::vector<ValueType> told;        ///< of a body's own inputs
    ValueTypes values;                  ///< by the graph's entries
    std::unordered_set<NodeId> changed; ///< of its nodes those that the edit changed
    /// The ones among these of which only attributes are others: a rule that knows the operator knows which of them
    /// decide sizes.
    std::unordered_set<NodeId> tuned;
    std::map<BodyPlace, EarlierValues> bodies{};
};

/// Facts from outside about the inputs of an ONNX graph, by name: shapes, where no input has the name the
/// number of a dimension of that name ("batch": [8]), element types, and elements that decide shapes.
struct OnnxFacts {
    std::map<std::string, Shape> shapes{};
    std::map<std::string, DType> dtypes{};
    KnownInputs elements{};
    /// For what is to be computed: types that the file declares for operators' values are not taken.
    bool ignoresDeclared = false;
    const EarlierValues *earlier = nullptr;    ///< of a graph that was edited since
    std::map<std::string, Dimensions> sizes{}; ///< shapes whose dimensions may have names
    bool keepsBodies = false;
};

/// Infers types, shapes with named dimensions, and such elements as decide shapes, in one walk from the
/// inputs, as the standard says (onnx "Shape Inference"). A node with a fault tells nothing, and all else is
/// found. Bodies of control flow and functions are walked through where they stand. What a rule leaves unknown
/// is taken from what the file declares (declared_types.h), in bodies, too; where facts contradict the inputs that it
/// declares, only element types are.
[[nodiscard]] OnnxValues inferOnnxValues(const IndexedGraph &graph, const OpRegistry &ops,
                                         const OnnxFacts &facts, const CancelToken &cancel);

/// The same of a body of control flow, without declared types: its own inputs, in order, are what is told; the
/// values around it are those of `outer`, which is null for the body of a function.
[[nodiscard]] OnnxValues inferOnnxBody(const IndexedGraph &body, const OpRegistry &ops,
                                       const std::vector<ValueType> &inputs, const OnnxScope *outer,
                                       const CancelToken &cancel);

/// The variables of a body that are its own inputs, in order: neither initializers nor values from around it.
[[nodiscard]] std::vector<NodeId> bodyInputs(const Graph &body);

/// The names of the dimensions of the graph's inputs, in order, each once.
[[nodiscard]] std::vector<std::string> dimensionNames(const Graph &graph);

} // namespace nervure
