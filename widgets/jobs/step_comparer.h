// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace nervure {

class GraphDocument;
class JobRunner;

/// Finds out, off the UI thread, what makes the step that a document shows differ from the one that it is
/// compared with (GraphDocument::compareWith()).
class StepComparer : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it.
    StepComparer(GraphDocument &document, JobRunner &jobs, QObject *parent = nullptr);

private:
    void follow();

    GraphDocument &m_document;
    JobRunner &m_jobs;
};

} // namespace nervure
