// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/window_services.h"
#include "core/formats/project/edit_journal.h"
#include "widgets/jobs/job_runner.h"

#include <QObject>
#include <QPointer>

namespace nervure {

class RecoveryDialog;

/// Offers the work that a crash left in journals: at the program's start, and later whatever was
/// left for later then.
class Recovery : public QObject {
    Q_OBJECT

public:
    /// `services` must outlive this.
    explicit Recovery(const WindowServices &services, QObject *parent = nullptr);

    /// Looks for lost journals, off the UI thread, and asks what to do with them if there are any;
    /// before that window, or the first.
    void start(QWidget *window = nullptr);
    /// How many models have unsaved work, as far as is known.
    [[nodiscard]] int leftCount() const { return m_leftCount; }

Q_SIGNALS:
    /// What start() looked for is known: so many models have unsaved work.
    void looked(int count);
    void leftCountChanged();

private:
    [[nodiscard]] static QString titleOf(const LostJournal &lost);
    void show(std::vector<LostJournal> lost, QWidget *window);
    void setLeftCount(int count);
    void removeEntry(int entry);
    void preview(int entry);
    void recover(int entry);
    void discard(int entry);

    const WindowServices &m_services;
    std::vector<LostJournal> m_lost;
    int m_leftCount = 0;
    QPointer<RecoveryDialog> m_dialog;
    JobRunner m_jobs; ///< last: ends first
};

} // namespace nervure
