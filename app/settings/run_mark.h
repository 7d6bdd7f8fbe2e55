// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLockFile>
#include <QString>

namespace nervure {

/// A file that is there while the program runs: who finds one whose program is gone knows that it did not end by
/// itself. The first of several programs at a time has it.
class RunMark {
public:
    /// The folder is made if need be; an empty one: no mark is left, and none found.
    explicit RunMark(const QString &folder);

    /// True if the program before this one did not end by itself.
    [[nodiscard]] bool wasLeft() const { return m_wasLeft; }

private:
    QLockFile m_file;
    bool m_wasLeft = false;
};

} // namespace nervure
