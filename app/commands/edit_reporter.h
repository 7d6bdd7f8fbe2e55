// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <QObject>
#include <QString>

namespace nervure {

/// What edits a document for people, and says how it went.
class EditReporter : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

Q_SIGNALS:
    /// One sentence for the message bar.
    void failed(const QString &message);
    /// Something was done after all: what failed before is no longer of interest.
    void done();

protected:
    /// Emits one of these; whether it went well.
    bool tell(const Status &status);
    template <typename Value>
    bool tell(const Result<Value> &result)
    {
        return tell(result ? Status() : Status(result.error()));
    }
};

} // namespace nervure
