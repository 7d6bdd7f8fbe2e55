// SPDX-License-Identifier: Apache-2.0
#include "app/window/dropped_files.h"

#include "app/files/attachments.h"
#include "app/files/model_windows.h"
#include "app/files/window_services.h"
#include "app/window/main_window.h"
#include "app/window/step_folders.h"

#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

namespace nervure {

QStringList localFiles(const QMimeData *data)
{
    QStringList paths;
    const QList<QUrl> urls = data->urls();
    for (const QUrl &url : urls) {
        if (url.isLocalFile()) {
            paths.append(url.toLocalFile());
        }
    }
    return paths;
}

void openDropped(const QStringList &paths, MainWindow &window)
{
    for (const QString &path : paths) {
        if (window.hasDocument() && Attachments::isAttachment(path)) {
            window.attachments().open(path);
        } else if (QFileInfo(path).isDir()) {
            openStepFolder(path, window);
        } else {
            window.services().windows.open(path, &window);
        }
    }
}

} // namespace nervure
