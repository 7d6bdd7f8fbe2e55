// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace nervure {

/// What a panel shows when it has nothing: one sentence on what would fill it, and the action.
class EmptyState : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(QWidget *parent = nullptr);

    /// An empty `action` hides the button.
    void setWords(const QString &sentence, const QString &action = {});
    [[nodiscard]] QPushButton *button() const { return m_button; }

Q_SIGNALS:
    void actionTriggered();

private:
    QLabel *m_sentence;
    QPushButton *m_button;
};

} // namespace nervure
