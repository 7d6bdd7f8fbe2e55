// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace nervure {

/// Writes Qt's messages, with time and severity, to a file as well as to stderr, from any thread.
/// At most 1 MB; the three files before it are kept as FILE.1 to FILE.3. A signal that ends the program is its last
/// line.
class LogFile {
public:
    static constexpr qint64 longest = 1'000'000;
    static constexpr int keptFiles = 3;

    /// Starts writing to `path`. A file that cannot be opened only means that there is none.
    explicit LogFile(const QString &path);
    ~LogFile();
    LogFile(const LogFile &) = delete;
    LogFile &operator=(const LogFile &) = delete;

    /// Where the window's log lies: AppData/log/nervure.log.
    [[nodiscard]] static QString defaultPath();

private:
    struct State;
    State *m_state;
};

} // namespace nervure
