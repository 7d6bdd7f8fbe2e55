// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_request.h"

#include <QObject>
#include <QString>

#include <vector>

namespace nervure {

class GraphDocument;
class JobRunner;

/// Runs passes on the document off the UI thread and gives the document what came out. After an
/// edit, or another input shape, the last pipeline runs again by itself, so that shapes stay true
/// while one works; only the latest run's result arrives.
class PassRunner : public QObject {
    Q_OBJECT

public:
    PassRunner(GraphDocument &document, JobRunner &jobs, QObject *parent = nullptr);

    /// Passes that others need are added in front by the pass manager.
    void run(std::vector<PassRequest> passes);
    /// InferShape, InferType, PlanMemory.
    void runUsual();
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_job != 0; }

Q_SIGNALS:
    void runningChanged();
    /// A run ended and the document has its result.
    void finished();

private:
    void rerun();
    void start();

    GraphDocument &m_document;
    JobRunner &m_jobs;
    std::vector<PassRequest> m_passes; ///< the last pipeline; empty: nothing to run again
    quint64 m_job = 0;
};

} // namespace nervure
