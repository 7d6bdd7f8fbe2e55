// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/declared_operators.h"
#include "core/graph/op/op_spec.h"
#include "core/support/containers/small_vector.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nervure {

class CancelToken;
class OpRegistry;
struct IndexedNode;
struct KnownElements;
struct ValueCall;

/// Computes the outputs of a node of a dialect with value types, all inputs of which are known, as a run does: the
/// elements by output; none, or null for an output, where it cannot. `call` holds the inputs and the types of the
/// outputs. For inference, which knows no execution.
using NodeEvaluator = std::function<std::vector<std::shared_ptr<const KnownElements>>(
    const OpRegistry &, const IndexedNode &, const ValueCall &call, const CancelToken &)>;

/// All operators by (dialect, name, version): those built in, in the order they were added, and those that
/// people declare.
class OpRegistry {
public:
    /// A second operator of the same dialect, name (or alias) and version is a mistake of ours.
    void add(OpSpec spec);

    /// Gives the operators of a dialect, in all their versions, rules of how passes rewrite them: what `rulesOf`
    /// says, null for none.
    using RulesOf = std::function<std::shared_ptr<const RewriteRules>(const OpSpec &)>;
    void setRewrites(Dialect dialect, const RulesOf &rulesOf);

    /// Empty until it is set: then inference knows only what the rules of operators compute.
    void setEvaluator(NodeEvaluator evaluator) { m_evaluator = std::move(evaluator); }
    [[nodiscard]] const NodeEvaluator &evaluator() const { return m_evaluator; }

    /// Those that people declare. Not of the registry itself: they may change when it does not.
    [[nodiscard]] DeclaredOperators &declared() const { return *m_declared; }

    /// By name or alias, in the newest version not after `opset` (0: the newest of all); null for unknown
    /// operators and for variables.
    [[nodiscard]] const OpSpec *find(Dialect dialect, std::string_view name,
                                     std::uint16_t opset = 0) const;
    [[nodiscard]] const OpSpec *find(const Node &node) const
    {
        return find(node.dialect, node.op, node.opset);
    }

    [[nodiscard]] const OpSpec *findBuiltIn(Dialect dialect, std::string_view name,
                                            std::uint16_t opset = 0) const;

    /// Those built in, in every version; see isNewest().
    [[nodiscard]] const std::deque<OpSpec> &all() const { return m_specs; }
    /// Those and the declared ones.
    [[nodiscard]] std::vector<const OpSpec *> withDeclared() const;
    /// Whether the operator has no later version.
    [[nodiscard]] bool isNewest(const OpSpec &spec) const
    {
        return find(spec.dialect, spec.name) == &spec;
    }
    /// Names and aliases of a dialect, for suggestions.
    [[nodiscard]] std::vector<std::string> names(Dialect dialect) const;

private:
    struct TextHash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    /// The versions of an operator, the newest first.
    using Versions = SmallVector<const OpSpec *, 1>;
    using ByName = std::unordered_map<std::string, Versions, TextHash, std::equal_to<>>;

    void addName(ByName &byName, const std::string &name, const OpSpec &spec);

    std::deque<OpSpec> m_specs;
    std::map<Dialect, ByName> m_byName; ///< names and aliases
    NodeEvaluator m_evaluator;
    std::unique_ptr<DeclaredOperators> m_declared = std::make_unique<DeclaredOperators>();
};

} // namespace nervure
