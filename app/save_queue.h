// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <functional>

namespace nervure {

/// The saves of one window: each begins when the one before has ended. While one is under way, the
/// next waits in the place of one that waits already.
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

    void start(Save save);
    /// The present save has ended; the next begins, unless it was stopped.
    void end(End end);
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    /// How the last save ended.
    [[nodiscard]] End lastEnd() const { return m_lastEnd; }

Q_SIGNALS:
    /// All have ended.
    void ended();

private:
    Save m_next; ///< empty: none waits
    bool m_isBusy = false;
    End m_lastEnd = End::Saved;
};

} // namespace nervure
