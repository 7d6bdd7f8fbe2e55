// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace nervure {

/// Parameter or input? The variables of the graph that are parameters (weights), for every part of
/// the program: those named in `loaded` (a parameter file); ONNX's initializers; those that feed only operator inputs
/// which their OpSpec marks as parameters; for operators without an OpSpec and calls of compiled
/// kernels, those that are never their input 0 and end in `_weight`, `_bias`, `_gamma`, `_beta`,
/// `_moving_mean`, `_moving_var`, `_running_mean`, `_running_var` or `_parameters`. All other
/// variables are inputs. LightNet's documents have no variables: what their static operators without
/// inputs make (`create`) is told apart in the same way, by the node.
[[nodiscard]] std::unordered_set<NodeId> findParameters(
    const Graph &graph, const OpRegistry &ops,
    const std::set<std::string, std::less<>> &loaded = {});

/// Whether the node holds values that are there before a run: a variable, or one of LightNet's static
/// operators without inputs. What is no parameter among them is an input.
[[nodiscard]] bool holdsValues(const Node &node, const OpRegistry &ops);

/// findParameters() of a graph that is being edited: how many inputs read each variable as what is
/// kept, so that an edit costs what it touches.
class RunningParameters {
public:
    RunningParameters() = default;
    /// `ops` must outlive it.
    RunningParameters(const Graph &graph, const OpRegistry &ops,
                      std::set<std::string, std::less<>> loaded);

    /// Follows an edit of `before`, which it knows, to `now`. Gives what has become a parameter, and what
    /// is none any more.
    std::vector<NodeId> update(const Graph &before, const Graph &now);
    [[nodiscard]] bool contains(NodeId id) const
    {
        return id.value < m_isParameter.size() && m_isParameter[id.value];
    }

private:
    /// Inputs that read a variable.
    struct Reads {
        std::uint32_t asParameter = 0;
        std::uint32_t otherwise = 0;
        std::uint32_t byName = 0; ///< as what its name says
    };

    [[nodiscard]] const OpSpec *specFor(const Node &reader) const;
    void count(const Node &reader, const OpSpec *spec, std::uint32_t by);
    /// Of a node that holds values.
    [[nodiscard]] bool isParameter(const Graph &graph, NodeId id) const;

    const OpRegistry *m_ops = nullptr;
    std::set<std::string, std::less<>> m_loaded;
    std::vector<Reads> m_reads;      ///< by NodeId
    std::vector<bool> m_isParameter; ///< by NodeId
};

/// The end of a name by which a parameter is known ("_weight"), or nothing.
[[nodiscard]] std::string_view parameterSuffix(std::string_view name);

} // namespace nervure
