// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace nervure {

struct TextChange;

/// What a difference is shown for.
struct DifferenceQuestion {
    QString title;
    QString explanation; ///< what is removed and what is added, and what Accept would do
    QString accept;      ///< the button's verb; empty: there is nothing to decide
};

/// Shows how two texts differ, line by line, and may ask whether to go on.
class DifferenceDialog : public QDialog {
    Q_OBJECT

public:
    explicit DifferenceDialog(const DifferenceQuestion &question, QWidget *parent = nullptr);

    /// Until then it says that the texts are being compared; one may go on without waiting.
    void setDifference(const TextChange &change);
    /// Says a sentence instead, as that there is nothing to compare with.
    void setMessage(const QString &message);

private:
    QLabel *m_summary;
    QPlainTextEdit *m_text;
};

} // namespace nervure
