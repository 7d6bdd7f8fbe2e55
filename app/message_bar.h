// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace nervure {

/// A line at the top of the window that says what went wrong, where, and what was expected. It
/// never takes the keyboard away, and stays until it is closed or the reason is gone.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Kind { Information, Error };

    explicit MessageBar(QWidget *parent = nullptr);

    void showMessage(Kind kind, const QString &text);
    [[nodiscard]] QString text() const;

private:
    QLabel *m_icon;
    QLabel *m_text;
    QToolButton *m_close;
};

} // namespace nervure
