// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace nervure {

/// Names that a graph does not have yet. Operators and tensors are named apart; the names of an ONNX graph's variables
/// are those of their values, and count as both. Values in bodies count too: ONNX wants each name defined once.
class FreshNames {
public:
    explicit FreshNames(const Graph &graph);

    /// `wanted`, if no node has that name, else the same with a number: "conv1_1", and
    /// "conv1_1_weight" for weights, which are known by the end of their name. Not given again.
    [[nodiscard]] std::string node(std::string_view wanted) { return take(m_nodes, wanted); }
    /// The same for a LightNet tensor; names that are read and not defined count as taken.
    [[nodiscard]] std::string tensor(std::string_view wanted) { return take(m_tensors, wanted); }
    /// The same for a variable of an ONNX graph.
    [[nodiscard]] std::string value(std::string_view wanted);
    /// The same for a variable of a graph of that dialect.
    [[nodiscard]] std::string variable(Dialect dialect, std::string_view wanted)
    {
        return dialect == Dialect::Onnx ? value(wanted) : node(wanted);
    }
    /// The name of a new node of that operator: "conv2d0", "conv2d1", …
    [[nodiscard]] std::string nodeOf(std::string_view op);

private:
    struct Names {
        std::unordered_set<std::string> taken;
        std::unordered_map<std::string, int> counts; ///< how far the numbers of a name were tried
    };
    static std::string take(Names &names, std::string_view wanted);
    void addTensorsOf(const Graph &graph);

    Names m_nodes;
    Names m_tensors;
};

/// A name near `wanted` that no node of the graph has.
[[nodiscard]] std::string uniqueName(const Graph &graph, std::string_view wanted);

/// Fails with code "name-taken", suggesting another name, when a value of an ONNX graph, or of a body of
/// its nodes, has that name: values of bodies may not have the names of those around them. `where`: the
/// node that is to give or be the value.
[[nodiscard]] Status checkValueName(const Graph &graph, const std::string &where,
                                    const std::string &name);

/// Renames a node. Fails with code "name-taken", suggesting another name, when a node has it, and
/// with "name-empty" for no name; names of NNVM's variables may not be shared either, and ONNX's
/// variables are values: see checkValueName(). Nothing
/// changes where the node has that name already.
[[nodiscard]] Result<Edit> renameNode(const Graph &graph, NodeId node, const std::string &name);

/// Renames a tensor that a LightNet operator defines. Fails with code "name-taken" or "name-empty",
/// and with "no-such-entry" where there is no such tensor.
[[nodiscard]] Result<Edit> renameTensor(const Graph &graph, const Entry &tensor,
                                        const std::string &name);

} // namespace nervure
