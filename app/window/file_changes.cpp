// SPDX-License-Identifier: Apache-2.0
#include "app/window/file_changes.h"

#include "app/files/document_session.h"
#include "app/files/file_commands.h"
#include "app/files/file_watch.h"
#include "app/window/message_bar.h"

#include <QFileInfo>

namespace nervure {

FileChanges::FileChanges(DocumentSession &session, FileCommands &files, MessageBar &bar,
                         QObject *parent)
    : QObject(parent),
      m_session(session),
      m_files(files),
      m_bar(bar)
{
    connect(&files.watch(), &FileWatch::stateChanged, this, &FileChanges::show);
}

void FileChanges::show()
{
    switch (m_files.watch().state()) {
    case FileWatch::State::Same: m_bar.hide(); break;
    case FileWatch::State::Changed: showChanged(); break;
    case FileWatch::State::Gone: showGone(); break;
    }
}

void FileChanges::showChanged()
{
    const QString name = QFileInfo(m_session.document.path()).fileName();
    const QString text =
        m_session.document.isDirty()
            ? tr("Another program has changed “%1”, which also has unsaved changes here.").arg(name)
            : tr("Another program has changed “%1”.").arg(name);
    const auto keep = [this] { m_files.watch().keepMine(); };
    m_bar.showMessage(MessageBar::Kind::Information, text,
                      {{tr("&Reload"), QStringLiteral("file-reload"),
                        [this] {
                            m_files.reload();
                            // Whoever wants to stay with the changes after all is asked again.
                            show();
                        }},
                       {tr("&Compare…"), QStringLiteral("file-compare"),
                        [this] {
                            m_files.compare();
                            show();
                        }},
                       {tr("&Keep mine"), QStringLiteral("file-keep"), keep}});
}

void FileChanges::showGone()
{
    const QString name = QFileInfo(m_session.document.path()).fileName();
    const auto save = [this] {
        m_files.save();
        show();
    };
    m_bar.showMessage(
        MessageBar::Kind::Information,
        tr("“%1” is not in its folder any more: it was moved, renamed or deleted.").arg(name),
        {{tr("&Save it again"), QStringLiteral("file-save"), save},
         {tr("&Keep it open"), QStringLiteral("file-keep"),
          [this] { m_files.watch().keepMine(); }}});
}

} // namespace nervure
