// SPDX-License-Identifier: Apache-2.0
#include "app/window/read_only_notice.h"

#include "app/files/document_session.h"
#include "app/files/file_commands.h"
#include "app/files/file_formats.h"
#include "app/files/nnvm_import.h"
#include "app/window/message_bar.h"
#include "core/builtins.h"
#include "widgets/text/format.h"

namespace nervure {

ReadOnlyNotice::ReadOnlyNotice(DocumentSession &session, FileCommands &files, NnvmImport &import,
                               MessageBar &bar, QObject *parent)
    : QObject(parent),
      m_session(session),
      m_files(files),
      m_import(import),
      m_bar(bar)
{
    connect(&session.document, &GraphDocument::contentReplaced, this, [this] { m_isTold = false; });
    connect(&session.document, &GraphDocument::edited, this, &ReadOnlyNotice::showOnce);
}

void ReadOnlyNotice::showOnce()
{
    if (m_isTold || !isOnlyRead(m_session.document)) {
        return;
    }
    m_isTold = true;
    const FormatRegistry &formats = m_session.builtins.formats;
    const FormatSpec *format = formats.find(m_session.document.formatName());
    const FormatSpec *other = relativeOf(*format, formats);
    const QString title = toQString(format->title);
    const QString text =
        other != nullptr
            ? tr("Files of the format %1 are only read. Your changes can be saved as %2 or as a "
                 "project.")
                  .arg(title, toQString(other->title))
            : tr("Files of the format %1 are only read. Your changes can be saved as a project.")
                  .arg(title);
    QList<MessageAction> actions{
        {tr("&Save as…"), QStringLiteral("read-only-save-as"), [this] { m_files.askToSave(); }}};
    if (m_import.isPossible()) {
        actions.prepend({tr("Import as &NNVM"), QStringLiteral("read-only-import"),
                         [this] { m_import.start(); }});
    }
    m_bar.showMessage(MessageBar::Kind::Information, text, actions);
}

} // namespace nervure
