// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/node_times.h"
#include "core/graph/difference/counterparts.h"
#include "core/graph/difference/node_lineage.h"
#include "core/support/diagnostic.h"
#include "core/support/id.h"
#include "widgets/document/node_names.h"

#include <memory>
#include <mutex>
#include <string_view>

namespace nervure {

class GraphDocument;

/// Identifies a node of the document's own graph, whichever stage is shown. What is selected, drawn and listed goes by
/// the NodeId of the stage's graph, which may be another file's: OwnNodes alone leads from one to the other.
using OwnNodeId = Id<struct OwnNodeTag>;

/// The nodes of a document's own graph beside those of the stage that is shown. A value for any thread; what stands for
/// what is found out when it is first asked.
class OwnNodes {
public:
    /// `place` is the stage that is shown, of a lineage that begins with `own`; without a lineage that is shown itself.
    OwnNodes(std::shared_ptr<const Graph> own, std::shared_ptr<const Graph> shown,
             StagePlace place);

    /// The document's own.
    [[nodiscard]] const Graph &graph() const { return *m_own; }
    /// The stage's.
    [[nodiscard]] const Graph &shownGraph() const { return *m_shown; }

    /// The node that stands for the given one best in the stage that is shown; not valid where nothing does.
    [[nodiscard]] NodeId shown(OwnNodeId node) const;
    /// The node that one of the stage came from; not valid where that is none.
    [[nodiscard]] OwnNodeId own(NodeId shown) const;
    /// The node of that name; not valid where there is none.
    [[nodiscard]] OwnNodeId named(std::string_view name) const;

private:
    [[nodiscard]] bool isSame() const { return m_own == m_shown || !m_place.lineage; }
    [[nodiscard]] const Counterparts &counterparts() const;

    /// Found out once, on whichever thread asks first.
    struct Known {
        std::once_flag hasCounterparts;
        Counterparts counterparts;
        std::once_flag hasNames;
        NodesByName byName;
    };

    std::shared_ptr<const Graph> m_own;
    std::shared_ptr<const Graph> m_shown;
    StagePlace m_place;
    bool m_sharesIds = true; ///< of all stages up to the one shown
    std::shared_ptr<Known> m_known = std::make_shared<Known>();
};

/// timesOfNodes() by the nodes of the stage that is shown. What was measured is of the document's own.
[[nodiscard]] NodeTimes timesOfShown(const ProfileData &profile, const OwnNodes &nodes);

/// The document's findings with their places in the stage that is shown.
[[nodiscard]] Diagnostics findingsOfShown(const GraphDocument &document);

} // namespace nervure
