// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;

namespace nervure {

class ManualBrowser;

/// The manual: its pages at the left, with search; the page at the right.
class ManualWindow : public QDialog {
    Q_OBJECT

public:
    /// In the language of the window's words.
    explicit ManualWindow(QWidget *parent = nullptr);

    void showPage(const QString &page);
    [[nodiscard]] QString page() const;

private:
    QWidget *makeSide();
    QWidget *makeBar();
    void addKeys();
    void search(const QString &text);
    void goToNext();
    void followPage(const QString &page);

    QString m_language;
    QLineEdit *m_search;
    QLabel *m_nothing;
    QListWidget *m_pages;
    ManualBrowser *m_text;
};

} // namespace nervure
