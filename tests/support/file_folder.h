// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/file.h"

#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <string_view>

namespace nervure::tests {

/// A folder of files that a test makes and that goes with it.
class FileFolder {
public:
    [[nodiscard]] QString path(const char *name) const
    {
        return m_folder.filePath(QString::fromUtf8(name));
    }

    /// The path of a new file; the test fails where it cannot be written.
    [[nodiscard]] QString written(const char *name, std::string_view bytes) const
    {
        if (const Status status = writeFile(path(name).toStdString(), bytes); !status) {
            QTest::qFail(status.error().message.c_str(), __FILE__, __LINE__);
        }
        return path(name);
    }

private:
    QTemporaryDir m_folder;
};

} // namespace nervure::tests
