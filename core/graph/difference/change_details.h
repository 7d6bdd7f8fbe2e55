// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/provenance.h"
#include "core/graph/graph.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What of a node can be otherwise.
enum class DetailKind : std::uint8_t {
    Name,
    Operator,
    OperatorSet, ///< ONNX: the version that gives the operator its meaning
    Attribute,
    Input,
    ControlDependency,
    Body,   ///< a graph inside of it
    Output, ///< the name or role of an output (LightNet, ONNX)
    Note,
    Values, ///< the elements that its file holds for it
};
/// "name", "operator", "operator set", "attribute", "input", "control dependency", "body", "output", "note",
/// "values".
[[nodiscard]] std::string_view detailName(DetailKind kind);

/// One thing that is otherwise in a node, in words.
struct ChangeDetail {
    DetailKind kind = DetailKind::Name;
    std::string key; ///< the attribute's key; the number of the input, dependency, body or output
    std::string before; ///< empty: it was not there
    std::string after;  ///< empty: it is not there any more

    bool operator==(const ChangeDetail &) const = default;
};
using ChangeDetails = std::vector<ChangeDetail>;

/// "conv0", for outputs behind the first "split0[1]"; "node 7" if there is none.
[[nodiscard]] std::string entryText(const Graph &graph, const Entry &entry);

/// Compares the nodes of two graphs, of which `provenance` says where those of the second came from; null:
/// nodes are the same when their ids are. All must outlive it.
class NodeComparison {
public:
    NodeComparison(const Graph &before, const Graph &after, const Provenance *provenance);

    /// Where a node of the second graph came from; null where it is not listed: it kept its id.
    [[nodiscard]] const Provenance::Origin *originOf(NodeId after) const;
    /// The node of the first graph that it still is: the one of its id among those that it came from, or of its
    /// name. None: it is new, or stands in the place of others.
    [[nodiscard]] NodeId stillIs(NodeId after) const;
    [[nodiscard]] bool hasSharedIds() const { return m_hasSharedIds; }
    /// Whether one node came from the other.
    [[nodiscard]] bool follows(NodeId before, NodeId after) const;
    /// Whether a reader of one value that now reads the other does so because the first was replaced.
    [[nodiscard]] bool follows(const Entry &before, const Entry &after) const;
    /// What of the node is otherwise. That the nodes it reads were replaced by others changes nothing in it;
    /// neither does the place in the file. Of matched files nor does the spelling of attributes.
    [[nodiscard]] ChangeDetails details(NodeId before, NodeId after) const;

private:
    void compareOperators(const Node &before, const Node &after, ChangeDetails &details) const;
    void compareAttributes(const AttrDict &before, const AttrDict &after,
                           ChangeDetails &details) const;
    void compareInputs(const Node &before, const Node &after, ChangeDetails &details) const;
    void compareControlDeps(const Node &before, const Node &after, ChangeDetails &details) const;
    void comparePorts(const Node &before, const Node &after, ChangeDetails &details) const;

    const Graph &m_before;
    const Graph &m_after;
    bool m_hasSharedIds;
    bool m_isMatched;
    std::vector<const Provenance::Origin *> m_origins; ///< by NodeId of the second graph
};

/// The text of an attribute without what says nothing: "[1, 1]" is "(1,1)".
[[nodiscard]] std::string canonicalValue(std::string_view text);

} // namespace nervure
