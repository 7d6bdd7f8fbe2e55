// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>

class QListWidget;
class QToolButton;

namespace nervure {

/// A list of files, with buttons that add and remove some.
class FileListField : public QWidget {
    Q_OBJECT

public:
    /// `name` is the object name, with which those of its parts begin; `filter` that of the file dialog.
    FileListField(const QString &name, const QString &title, QString filter,
                  QWidget *parent = nullptr);

    [[nodiscard]] QStringList paths() const;
    void setPaths(const QStringList &paths);

private:
    void add();
    void removeChosen();

    QString m_filter;
    QListWidget *m_list;
    QToolButton *m_remove;
};

} // namespace nervure
