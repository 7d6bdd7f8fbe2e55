// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/declared_values.h"
#include "core/graph/analysis/loop_values.h"
#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/analysis/onnx_scope.h"
#include "core/graph/op/value_rules.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// The limits of one inference. A small file can hold bodies that each level goes through several
/// times, and values that grow from node to node.
struct Budget {
    std::size_t steps = 500'000; ///< nodes in bodies, as often as they are asked
    std::size_t elements = 8'000'000;

    /// True if that much is left; then it is spent.
    static bool spend(std::size_t &left, std::size_t amount);
};

/// The state that the walks of one inference share.
struct WalkShare {
    const OpRegistry &ops;
    const CancelToken &cancel;
    bool keepsBodies = false; ///< OnnxFacts::keepsBodies
    Budget budget{};
};

/// True for a variable of a body that is neither an initializer nor a value from around it.
[[nodiscard]] bool isBodyInput(const Node &node);

/// Infers the values of one graph in a walk from its inputs, and those of bodies on the way; see inferOnnxValues().
class OnnxWalk {
public:
    OnnxWalk(const IndexedGraph &graph, WalkShare &share, const OnnxScope *outer,
             const AttrDict *callAttrs, const DeclaredUse &use, const EarlierValues *earlier);
    std::vector<ValueType> &values() { return m_values; }
    Diagnostics &faults() { return m_faults; }
    DeclaredValues &declared() { return m_declared; }
    std::map<BodyPlace, InferredBody> &bodies() { return m_bodies; }

    /// Warnings about what is declared here and in bodies, these with the nodes that hold them.
    [[nodiscard]] Diagnostics contradictions();
    /// Sets the type of a variable of the outermost graph.
    void setVariable(std::uint32_t id, ValueType type);

    /// Sets the variables of a body: as the file says them, and its own inputs as they are given. `isReached`: sizes
    /// that the file says of inputs that are given something else than before are not taken.
    void setVariables(const std::vector<ValueType> &inputs, bool isReached);
    /// Through all nodes, in loops of the graph as often as it takes.
    void run();
    [[nodiscard]] std::vector<ValueType> heads() const;

private:
    [[nodiscard]] bool isAsTold(const std::vector<ValueType> &inputs, std::size_t place) const;
    [[nodiscard]] ValueType bodyInput(std::uint32_t id, ValueType told, bool isOther);
    void goThrough();

    /// The names of nodes with wrong attributes.
    [[nodiscard]] std::set<std::string_view> nodesWithProblems() const;
    [[nodiscard]] const ValueType &valueOf(const IndexedEntry &entry) const;
    void readOuter(std::uint32_t id, const Node &variable);
    void step(std::uint32_t id, const IndexedNode &node);
    void setOutputs(std::uint32_t id, const IndexedNode &node, std::vector<ValueType> outputs);

    /// The value without what would take too much memory.
    ValueType affordable(ValueType value);
    /// Computes the elements that the operator's rule leaves open, where those of all inputs are known.
    void evaluate(const IndexedNode &node, ValueCall &call);
    Status ask(const IndexedNode &node, ValueCall &call);

    /// The node's attributes; those of a function's node may be what the call says: "@alpha".
    const OnnxAttrs &attrsOf(const IndexedNode &node);
    ValueCall gather(const IndexedNode &node);
    void addBodies(const IndexedNode &node, ValueCall &call);
    Result<std::vector<ValueType>> inferBody(const IndexedNode &node, std::size_t body,
                                             std::vector<ValueType> inputs, bool isFunction);
    [[nodiscard]] const EarlierValues *earlierBody(const BodyPlace &place) const;

    /// The last walk through a body is the one that counts.
    void noteContradictions(const BodyPlace &place, OnnxWalk &body);

    /// "; X is float32[1, 3] from 'x'": the inputs that are known, for a message about them.
    [[nodiscard]] std::string sources(const IndexedNode &node, const ValueCall &call) const;
    const IndexedGraph &m_graph;
    WalkShare &m_share;
    const OnnxScope *m_outer;
    const DeclaredUse &m_use;
    const EarlierValues *m_earlier; ///< null: there was no edit, or the graph is new
    std::vector<ValueType> m_values;
    DeclaredValues m_declared;
    std::map<BodyPlace, InferredBody> m_bodies;
    Diagnostics m_wrongInputs; ///< of a body: the file declares them as what they cannot be
    std::map<BodyPlace, Diagnostics> m_inBodies;
    std::uint32_t m_current = 0; ///< the node whose rule is asked
    LoopValues m_loops;
    OnnxScope m_scope;
    std::vector<bool> m_decides; ///< by node: it may decide a size; empty where nothing is computed
    OnnxAttrs m_ownAttrs;        ///< of the node that is asked, where they are not its own
    Diagnostics m_faults;
};

} // namespace nervure
