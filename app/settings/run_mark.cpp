// SPDX-License-Identifier: Apache-2.0
#include "app/settings/run_mark.h"

#include <QDir>
#include <QFileInfo>

namespace nervure {

RunMark::RunMark(const QString &folder) : m_file(folder + QStringLiteral("/running"))
{
    if (folder.isEmpty() || !QDir().mkpath(folder)) {
        return;
    }
    const bool wasThere = QFileInfo::exists(m_file.fileName());
    m_file.setStaleLockTime(
        0); // however long it runs; that of a program that is gone is taken over
    m_wasLeft = m_file.tryLock(0) && wasThere;
}

} // namespace nervure
