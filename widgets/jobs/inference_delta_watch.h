// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/live/value_changes.h"

#include <QObject>

namespace nervure {

class GraphDocument;
class PassRunner;

/// What followed from the latest edit, undo or redo, as far as inference has gone along.
class InferenceDeltaWatch : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it.
    InferenceDeltaWatch(GraphDocument &document, PassRunner &passes, QObject *parent = nullptr);

    [[nodiscard]] const InferenceDelta &latest() const { return m_latest; }

Q_SIGNALS:
    void changed();

private:
    void take(const InferenceDelta &inferenceDelta);

    InferenceDelta m_latest;
};

} // namespace nervure
