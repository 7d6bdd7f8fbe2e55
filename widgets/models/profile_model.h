// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/execution_request.h"
#include "widgets/document/own_nodes.h"
#include "widgets/models/table_model.h"
#include "widgets/text/format.h"

#include <string>

namespace nervure {

/// One layer of a profile, with its node and its share of all layers' time. Those of bodies have a row
/// too, of the node that holds them: their times are parts of its own.
struct ProfileRow {
    LayerProfile layer;
    NodeId node;
    double share = 0;   ///< of 1
    double largest = 1; ///< the largest share in the table: the full bar
    TimeUnit unit = TimeUnit::Milliseconds;
    bool isSerialized = true; ///< else what launching costs is not known
    double slackMs = 0;       ///< criticalPathOf()
    std::string within{};     ///< of a layer of a body: the operators around, "loop/"
};

/// The layers of a profile, to be sorted by a proxy over SortRole.
class ProfileModel : public TableModel<ProfileRow> {
    Q_OBJECT

public:
    enum Columns {
        Name,
        Op,
        Time,
        Spread,
        Share,
        Slack,
        Launch,
        Flops,
        Bandwidth,
        Bound,
        Roof,
        Kernel
    };

    explicit ProfileModel(QObject *parent = nullptr);

    /// `counted` says of each layer whether it is shown; empty: all are.
    void setProfile(const ProfileReport &profile, const OwnNodes &nodes,
                    const std::vector<bool> &counted = {});

protected:
    [[nodiscard]] NodeId nodeOf(const ProfileRow &row) const override { return row.node; }
};

} // namespace nervure
