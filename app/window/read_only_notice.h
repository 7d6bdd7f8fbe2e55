// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace nervure {

class FileCommands;
class MessageBar;
class NnvmImport;
struct DocumentSession;

/// Says at the first edit of a document whose format is only read that its file cannot take the changes,
/// and offers an NNVM graph, or to save them elsewhere. Once for each document.
class ReadOnlyNotice : public QObject {
    Q_OBJECT

public:
    /// All must outlive it.
    ReadOnlyNotice(DocumentSession &session, FileCommands &files, NnvmImport &import,
                   MessageBar &bar, QObject *parent);

private:
    void showOnce();

    DocumentSession &m_session;
    FileCommands &m_files;
    NnvmImport &m_import;
    MessageBar &m_bar;
    bool m_isTold = false;
};

} // namespace nervure
