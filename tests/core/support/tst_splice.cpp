// SPDX-License-Identifier: Apache-2.0
#include "core/support/splice.h"

#include "core/support/file.h"
#include "core/support/stoppable_write.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

using namespace nervure;

namespace {

/// Longer than what is copied at once.
constexpr std::size_t longBytes = (std::size_t{33} << 20) + 7;

std::string manyBytes()
{
    std::string bytes(longBytes, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<char>(i * 31 + i / 251);
    }
    return bytes;
}

} // namespace

class TstSplice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The file with a few bytes replaced in its middle, written over itself.
    void aFileIsReplacedByItsOwnPieces()
    {
        const auto path = file("model");
        const std::string bytes = manyBytes();
        QVERIFY(writeFile(path, bytes));
        const auto mapped = FileBytes::map(path);
        double last = 0;
        JobControl control;
        control.progress = [&last](double fraction, std::string_view) {
            QVERIFY(fraction >= last && fraction <= 1);
            last = fraction;
        };
        QVERIFY(writeFile(path, replaced(mapped), control));
        QVERIFY(last > 0.5);
        QVERIFY(readFile(path).value()
                == bytes.substr(0, 100) + "new" + bytes.substr(200, bytes.size() - 200));
        QVERIFY(!(*mapped)->hasChanged());
        QVERIFY((*mapped)->view() == bytes);
    }

    /// Where the system cannot copy (to a pipe), it is read and written.
    void throughAPipe()
    {
        const auto path = file("piped");
        const std::string bytes = manyBytes();
        QVERIFY(writeFile(path, bytes));
        const auto copy = file("copy");
        std::FILE *pipe = ::popen(("cat > '" + copy.string() + "'").c_str(), "w");
        const Status status = splice(::fileno(pipe), replaced(FileBytes::map(path)), JobControl());
        ::pclose(pipe);
        QVERIFY(status);
        QVERIFY(readFile(copy).value()
                == bytes.substr(0, 100) + "new" + bytes.substr(200, bytes.size() - 200));
    }

    void canBeStopped()
    {
        const auto path = file("stopped");
        const std::string bytes = manyBytes();
        QVERIFY(writeFile(path, bytes));
        JobControl control;
        control.progress = [token = control.cancel](double fraction, std::string_view) {
            if (fraction > 0.3) {
                token.cancel();
            }
        };
        NERVURE_VERIFY_ERROR(writeFile(path, replaced(FileBytes::map(path)), control), "cancelled",
                             "writing was stopped");
        QVERIFY(readFile(path).value() == bytes);
        QCOMPARE(filesIn(path.parent_path(), "stopped"), 1);
    }

    /// Another program cuts the original short: nothing is written, and it is said.
    void theOriginalIsCutShort()
    {
        const auto path = file("cut");
        QVERIFY(writeFile(path, manyBytes()));
        const auto mapped = FileBytes::map(path);
        std::filesystem::resize_file(path, longBytes / 2);
        const auto target = file("target");
        NERVURE_VERIFY_ERROR(writeFile(target, replaced(mapped), JobControl()), "file-changed",
                             "another program changed the file since it was opened");
        QVERIFY(!std::filesystem::exists(target));
    }

    void theDiskCannotBeWritten()
    {
        const auto path = file("full");
        QVERIFY(writeFile(path, manyBytes()));
        const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
        const Status status = splice(full, replaced(FileBytes::map(path)), JobControl());
        ::close(full);
        NERVURE_VERIFY_ERROR(status, "file", "cannot write: No space left on device");
    }

private:
    /// Without 100 bytes from the 100th on, and with others there.
    static BytePieces replaced(const Result<std::shared_ptr<const FileBytes>> &mapped)
    {
        BytePieces pieces;
        pieces.hold(*mapped);
        pieces.keep((*mapped)->view().substr(0, 100));
        pieces.add("new");
        pieces.keep((*mapped)->view().substr(200));
        return pieces;
    }

    static int filesIn(const std::filesystem::path &folder, const std::string &prefix)
    {
        int count = 0;
        for (const auto &item : std::filesystem::directory_iterator(folder)) {
            count += item.path().filename().string().starts_with(prefix) ? 1 : 0;
        }
        return count;
    }

    [[nodiscard]] std::filesystem::path file(const char *name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    QTemporaryDir m_folder;
};

NERVURE_TEST(TstSplice)
#include "tst_splice.moc"
