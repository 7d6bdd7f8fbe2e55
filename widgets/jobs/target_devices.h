// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <QObject>

#include <map>
#include <set>
#include <string>

namespace nervure {

class WorkerProcess;

/// What devices can do, for passes that compile for one. This process loads no driver: the worker is
/// asked, and what it said of a device is kept as long as the worker is the same and tunes none.
class TargetDevices : public QObject {
    Q_OBJECT

public:
    explicit TargetDevices(WorkerProcess &worker, QObject *parent = nullptr);

    /// Asks for what is not known of these devices; `answered` follows, at once where all is known. A
    /// worker that is busy is waited for.
    void ask(std::set<std::string> names);
    /// Nothing follows any more.
    void stop();
    /// What was answered, for any thread: traits, or why a device has none.
    [[nodiscard]] TargetLookup lookup() const;

Q_SIGNALS:
    void answered();

private:
    void askNext();
    void take(std::string name, Result<DeviceTraits> traits);

    WorkerProcess &m_worker;
    std::map<std::string, Result<DeviceTraits>> m_known;
    std::set<std::string> m_wanted; ///< still to be asked for; empty: nobody waits
    quint64 m_request = 0;
};

} // namespace nervure
