// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

#include <deque>
#include <functional>

namespace nervure {

/// The saves of one window: each begins when the one before has ended. One that waits is replaced by a
/// later one to the same file.
class SaveQueue : public QObject {
    Q_OBJECT

public:
    enum class End {
        Saved,
        Failed,
        Stopped ///< a person changed their mind
    };
    /// Begins a save; end() is called when it has ended, at once or later.
    using Save = std::function<void()>;

    explicit SaveQueue(QObject *parent = nullptr) : QObject(parent) {}

    /// `target` tells files apart; empty: the model's own.
    void start(const QString &target, Save save);
    /// The present save has ended; the next begins. Those that wait are dropped if it was stopped.
    void end(End end);
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    /// How the last save ended.
    [[nodiscard]] End lastEnd() const { return m_lastEnd; }

Q_SIGNALS:
    /// All have ended.
    void ended();

private:
    struct Waiting {
        QString target;
        Save save;
    };

    std::deque<Waiting> m_waiting;
    bool m_isBusy = false;
    End m_lastEnd = End::Saved;
};

} // namespace nervure
