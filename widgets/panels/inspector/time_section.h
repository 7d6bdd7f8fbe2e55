// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "widgets/panels/panel_spec.h"

#include <QWidget>

class QLabel;

namespace nervure {

struct ComparedProfiles;
struct ComparedTime;
class Form;
struct LayerProfile;

/// What the run that is shown says of one node: the time of its layer, how sure that is, what it did, what
/// binds it, and its kernels. Hidden without a run, and for nodes that no layer runs.
class TimeSection : public QWidget {
    Q_OBJECT

public:
    TimeSection(const PanelContext &context, QWidget *parent);

    /// An invalid id: nothing is said.
    void setNode(NodeId node);

private:
    void showTimes();
    void showLayer(const LayerProfile &layer);
    void addBefore(const ComparedTime &time, const ComparedProfiles &compared);
    void showChange(const LayerProfile &layer);
    void addLine(const QString &title, const QString &value, const QString &toolTip = {});

    PanelContext m_context;
    NodeId m_node;
    Form *m_facts;
    QLabel *m_verdict;
};

} // namespace nervure
