// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/target_devices.h"

#include "core/engine/worker_request.h"
#include "core/passes/target_traits.h"
#include "core/support/text.h"
#include "widgets/jobs/worker_process.h"

namespace nervure {

TargetDevices::TargetDevices(WorkerProcess &worker, QObject *parent)
    : QObject(parent),
      m_worker(worker)
{
    connect(&worker, &WorkerProcess::busyChanged, this, &TargetDevices::askNext);
    connect(&worker, &WorkerProcess::devicesChanged, this, [this] {
        if (m_worker.devices().isEmpty()) {
            m_known.clear(); // it is another worker, perhaps on another machine
        }
    });
    connect(&worker, &WorkerProcess::tuned, this, [this] { m_known.clear(); });
    connect(&worker, &WorkerProcess::finished, this,
            [this](quint64 request, const WorkerResult &result) {
                if (request == m_request && request != 0) {
                    take(*m_wanted.begin(), parseTraits(result.traits));
                }
            });
    connect(&worker, &WorkerProcess::failed, this,
            [this](quint64 request, const QString &message, bool, const QString &code) {
                if (request == m_request && request != 0) {
                    const std::string kind = code.isEmpty() ? "device-worker" : code.toStdString();
                    take(*m_wanted.begin(), makeError(kind, message.toStdString()));
                }
            });
}

void TargetDevices::ask(std::set<std::string> names)
{
    stop();
    // A device that was not there may be there now.
    std::erase_if(m_known, [](const auto &item) { return !item.second.ok(); });
    std::erase_if(names, [this](const std::string &name) { return m_known.count(name) != 0; });
    m_wanted = std::move(names);
    if (m_wanted.empty()) {
        Q_EMIT answered();
    } else {
        askNext();
    }
}

void TargetDevices::stop()
{
    m_wanted.clear();
    m_request = 0;
}

TargetLookup TargetDevices::lookup() const
{
    return [known = m_known](const std::string &name) -> Result<DeviceTraits> {
        const auto it = known.find(name);
        if (it == known.end()) {
            return makeError("device-worker", "device {} was not asked for", quoted(name));
        }
        return it->second;
    };
}

void TargetDevices::askNext()
{
    if (!m_wanted.empty() && m_request == 0 && !m_worker.isBusy()) {
        WorkerRequest request;
        request.command = "traits";
        request.execution.device = *m_wanted.begin();
        m_request = m_worker.request(std::move(request));
        if (m_request != 0 && !m_worker.isBusy()) {
            take(*m_wanted.begin(), makeError("device-worker", "the worker could not be started"));
        }
    }
}

void TargetDevices::take(std::string name, Result<DeviceTraits> traits)
{
    m_request = 0;
    m_known.insert_or_assign(name, std::move(traits));
    m_wanted.erase(name);
    if (m_wanted.empty()) {
        Q_EMIT answered();
    } else {
        askNext();
    }
}

} // namespace nervure
