// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace nervure {

class FileCommands;
class MessageBar;
struct DocumentSession;

/// Tells in a bar of its own when the file of the window was changed or removed by another program, and
/// offers what can be done.
class FileChanges : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    FileChanges(DocumentSession &session, FileCommands &files, MessageBar &bar,
                QObject *parent = nullptr);

private:
    void show();
    void showChanged();
    void showGone();

    DocumentSession &m_session;
    FileCommands &m_files;
    MessageBar &m_bar;
};

} // namespace nervure
