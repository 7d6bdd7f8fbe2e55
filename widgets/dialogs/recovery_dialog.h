// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QDialog>
#include <QImage>
#include <QList>

class QLabel;
class QListWidget;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace nervure {

/// Unsaved work that a crash left behind, as it is listed.
struct RecoveryEntry {
    QString title; ///< file name
    QString path;  ///< empty: it is no file yet
    QDateTime changed;
    int edits = 0;
};

/// What recovering an entry would give.
struct RecoveryPreview {
    QString summary;        ///< one or two sentences
    QStringList changes;    ///< one a node: "~ fc1: units 128 → 10"
    QImage picture;         ///< null: there is none
    bool canRecover = true; ///< else the summary says why not
};

/// Offers unsaved work after a crash: what it is, what would be changed, and to recover, discard or
/// leave each for later. Entries are named by their place in the list that it was made with.
class RecoveryDialog : public QDialog {
    Q_OBJECT

public:
    explicit RecoveryDialog(const QList<RecoveryEntry> &entries, QWidget *parent = nullptr);

    /// What `previewWanted` asked for.
    void setPreview(int entry, const RecoveryPreview &preview);
    /// It was recovered or discarded; the dialog closes behind the last one.
    void removeEntry(int entry);
    /// It could not be recovered.
    void showFailure(int entry, const QString &message);

    /// Of pictures, in device-independent pixels.
    [[nodiscard]] static QSize pictureSize();

Q_SIGNALS:
    /// The entry was chosen and nothing is known of it yet.
    void previewWanted(int entry);
    void recoverRequested(int entry);
    /// Asked about already.
    void discardRequested(int entry);

private:
    QWidget *makePreview();
    QWidget *makeButtons();
    [[nodiscard]] int chosen() const;
    [[nodiscard]] QTreeWidgetItem *itemOf(int entry) const;
    void showChosen();
    void askToDiscard();

    QTreeWidget *m_list;
    QLabel *m_picture;
    QLabel *m_summary;
    QListWidget *m_changes;
    QPushButton *m_recover;
    QPushButton *m_discard;
    QHash<int, RecoveryPreview> m_previews;
};

} // namespace nervure
