// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QList>

#include <functional>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace nervure {

/// What a message offers to do about it.
struct MessageAction {
    QString text; ///< a verb, with mnemonic
    QString name; ///< the button's object name
    std::function<void()> run;
};

/// A line at the top of the window that says what went wrong, where, and what was expected. It
/// never takes the keyboard away, and stays until it is closed, one of its actions is chosen or the
/// reason is gone.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Kind { Information, Error };

    /// `name` is the object name, with which those of its parts begin.
    explicit MessageBar(QWidget *parent = nullptr,
                        const QString &name = QStringLiteral("message-bar"));

    void showMessage(Kind kind, const QString &text, const QList<MessageAction> &actions = {});
    [[nodiscard]] QString text() const;

private:
    void setActions(const QList<MessageAction> &actions);

    QLabel *m_icon;
    QLabel *m_text;
    QToolButton *m_close;
    QHBoxLayout *m_actions;
};

} // namespace nervure
