// SPDX-License-Identifier: Apache-2.0
#include "core/support/file.h"

#include "core/support/stoppable_write.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <filesystem>

using namespace nervure;
namespace fs = std::filesystem;

class TstFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writtenBytesReadBack()
    {
        const std::string bytes("a\0b\xff\n", 5);
        QVERIFY(writeFile(path("x"), bytes).ok());
        const auto read = readFile(path("x"));
        QVERIFY(read.ok());
        QCOMPARE(*read, bytes);
    }

    void piecesBecomeOneFile()
    {
        const ByteSource source = [](const ByteSink &sink) {
            for (int i = 0; i < 1000; ++i) {
                sink(std::string(700, static_cast<char>('a' + i % 26)));
            }
            sink("end");
        };
        for (const Flush flush : {Flush::AtOnce, Flush::Whenever}) {
            QVERIFY(writeFile(path("pieces"), source, flush).ok());
            const auto read = readFile(path("pieces"));
            QVERIFY(read.ok());
            QCOMPARE(read->size(), std::size_t(700'003));
            QVERIFY(read->starts_with("aaa") && read->ends_with("lend"));
        }
        NERVURE_VERIFY_ERROR(writeFile(path("no/folder/here"), source), "file",
                             "cannot write beside the file: No such file or directory");
    }

    void replacingKeepsPermissionsAndLinks()
    {
        QVERIFY(writeFile(path("real"), "one").ok());
        fs::permissions(path("real"), fs::perms::owner_read | fs::perms::owner_write);
        fs::create_symlink("real", path("link"));
        QVERIFY(writeFile(path("link"), "two").ok());
        QVERIFY(fs::is_symlink(path("link")));
        QCOMPARE(*readFile(path("real")), std::string("two"));
        QCOMPARE(fs::status(path("real")).permissions(),
                 fs::perms::owner_read | fs::perms::owner_write);
    }

    void nothingIsLeftBesideTheFile()
    {
        const fs::path folder = path("alone");
        fs::create_directory(folder);
        QVERIFY(writeFile(folder / "f", "x").ok());
        QCOMPARE(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
    }

    void allFilesAreReplacedOrNone()
    {
        const fs::path folder = path("several");
        fs::create_directories(folder / "taken");
        QVERIFY(writeFile(folder / "a", "old").ok());
        const std::array blocked{FileContent{folder / "a", "new"}, FileContent{folder / "b", "new"},
                                 FileContent{folder / "taken", "new"}};
        const Status status = writeFiles(blocked);
        QVERIFY(!status.ok());
        QCOMPARE(status.error().where.file, (folder / "taken").string());
        QCOMPARE(*readFile(folder / "a"), std::string("old"));
        QCOMPARE(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 2);
        QVERIFY(writeFiles(std::span(blocked).first(2)).ok());
        QCOMPARE(*readFile(folder / "a"), std::string("new"));
        QCOMPARE(*readFile(folder / "b"), std::string("new"));
    }

    void whatIsStoppedLeavesTheFileAsItWas()
    {
        const fs::path folder = path("stopped");
        fs::create_directory(folder);
        QVERIFY(writeFile(folder / "a", "old").ok());
        const std::string large(std::size_t{5} << 20U, 'x');
        // At its beginning, in its middle, and behind all bytes.
        for (const double moment : {0.0, 0.5, 1.0}) {
            JobControl control;
            double last = -1;
            control.progress = [&](double fraction, std::string_view) {
                QVERIFY(fraction > last && fraction < 1);
                last = fraction;
                if (fraction >= moment || (moment == 1 && fraction >= 0.8)) {
                    control.cancel.cancel();
                }
            };
            const Status status = writeFile(folder / "a", large, control);
            QVERIFY(!status.ok());
            QCOMPARE(status.error().code, std::string("cancelled"));
            QCOMPARE(*readFile(folder / "a"), std::string("old"));
            QCOMPARE(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
        }
        QVERIFY(writeFile(folder / "a", large, JobControl()).ok());
        QCOMPARE(readFile(folder / "a")->size(), large.size());
    }

    void failuresNameTheFile()
    {
        const auto missing = readFile(path("missing"));
        QVERIFY(!missing.ok());
        QCOMPARE(missing.error().where.file, path("missing").string());
        NERVURE_VERIFY_ERROR(readFile(m_folder.path().toStdString()), "file",
                             "is a folder, expected a file");
        NERVURE_VERIFY_ERROR(writeFile(path("no/such/folder/f"), "x"), "file",
                             "cannot write beside the file: No such file or directory");
    }

    void largeFilesAreRefused()
    {
        QVERIFY(writeFile(path("big"), "12345").ok());
        QVERIFY(readFile(path("big"), 5).ok());
        NERVURE_VERIFY_ERROR(readFile(path("big"), 4), "file", "is 5 bytes, expected at most 4");
    }

private:
    fs::path path(const char *name) const { return fs::path(m_folder.path().toStdString()) / name; }

    QTemporaryDir m_folder;
};

NERVURE_TEST(TstFile)
#include "tst_file.moc"
