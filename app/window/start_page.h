// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <QIcon>
#include <QScrollArea>
#include <QSet>

class QGridLayout;
class QLabel;
class QPushButton;

namespace nervure {

class RecentFiles;

/// What a window without a model shows: a drop target, samples, recent files, and in one line what
/// this program is.
class StartPage : public QScrollArea {
    Q_OBJECT

public:
    /// Names what `formats` read. `recent` must outlive the page.
    StartPage(RecentFiles &recent, QString samplesFolder, const FormatRegistry &formats,
              QWidget *parent = nullptr);

    /// While quiet it asks for no pictures: a file is being opened, which comes first.
    void setQuiet(bool isQuiet);

Q_SIGNALS:
    void openRequested();
    void fileRequested(const QString &path);
    /// A card has no picture of its file yet; who has one gives it to the recent files.
    void pictureWanted(const QString &path);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildPage();
    QWidget *makeDropTarget();
    void fillSamples();
    void fillRecent();
    void addCard(QGridLayout *grid, const QString &path, const QString &title,
                 const QString &detail);
    void setWords();
    void showPictures();
    /// Asks once for the pictures of all cards that have none.
    void askForPictures();

    RecentFiles &m_recent;
    QString m_samplesFolder;
    QStringList m_frameworks;
    QIcon m_symbol;
    QStringList m_shownRecent;
    bool m_isQuiet = false;
    QSet<QString> m_asked; ///< states of files whose picture was asked for
    QLabel *m_what = nullptr;
    QLabel *m_dropWords = nullptr;
    QLabel *m_formats = nullptr;
    QLabel *m_samplesTitle = nullptr;
    QLabel *m_recentTitle = nullptr;
    QPushButton *m_open = nullptr;
    QGridLayout *m_samples = nullptr;
    QGridLayout *m_recentGrid = nullptr;
};

} // namespace nervure
