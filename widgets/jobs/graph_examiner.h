// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace nervure {

class GraphDocument;
class JobRunner;

/// Has large graphs examined off the UI thread after each edit; the document does so with small ones
/// itself.
class GraphExaminer : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it.
    GraphExaminer(GraphDocument &document, JobRunner &jobs, QObject *parent = nullptr);

private:
    void follow();

    GraphDocument &m_document;
    JobRunner &m_jobs;
    quint64 m_job = 0;
};

} // namespace nervure
