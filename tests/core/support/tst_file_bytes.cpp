// SPDX-License-Identifier: Apache-2.0
#include "core/support/file.h"
#include "core/support/file_bytes.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace nervure;

class TstFileBytes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bytesInMemory()
    {
        const FileBytes bytes(std::string("a\0b", 3));
        QCOMPARE(bytes.view(), std::string_view("a\0b", 3));
        QCOMPARE(bytes.descriptor(), -1);
        QVERIFY(!bytes.wasCutShort());
        QVERIFY(!bytes.hasChanged());
    }

    void aMappedFile()
    {
        const auto path = file("model");
        QVERIFY(writeFile(path, "0123456789"));
        const auto bytes = FileBytes::map(path);
        QVERIFY(bytes);
        QCOMPARE((*bytes)->view(), std::string_view("0123456789"));
        QVERIFY((*bytes)->descriptor() >= 0);
        // Replacing the file leaves the old one to those who have it open.
        QVERIFY(writeFile(path, "another"));
        QCOMPARE((*bytes)->view(), std::string_view("0123456789"));
        QVERIFY(!(*bytes)->hasChanged());
    }

    void anEmptyFile()
    {
        const auto path = file("empty");
        QVERIFY(writeFile(path, ""));
        const auto bytes = FileBytes::map(path);
        QVERIFY(bytes);
        QVERIFY((*bytes)->view().empty());
    }

    void whatCannotBeMapped()
    {
        const auto none = FileBytes::map(file("none"));
        QCOMPARE(none.error().message, std::string("cannot open: No such file or directory"));
        const auto folder = FileBytes::map(m_folder.path().toStdString());
        QCOMPARE(folder.error().message, std::string("is no regular file"));
    }

    /// Another program cuts the file short while we read it: zeros, and no end of the program.
    void aFileThatIsCutShort()
    {
        constexpr std::size_t size = 1 << 20;
        const auto path = file("long");
        QVERIFY(writeFile(path, std::string(size, 'x')));
        const auto bytes = FileBytes::map(path);
        QVERIFY(bytes);
        std::filesystem::resize_file(path, 10000);
        const std::string_view view = (*bytes)->view();
        QCOMPARE(view[9999], 'x');
        QCOMPARE(std::count(view.begin(), view.end(), 'x'), std::ptrdiff_t(10000));
        QVERIFY((*bytes)->wasCutShort());
        QVERIFY((*bytes)->hasChanged());
    }

    void aFileThatIsWrittenTo()
    {
        const auto path = file("written");
        QVERIFY(writeFile(path, "0123456789"));
        const auto bytes = FileBytes::map(path);
        std::ofstream(path, std::ios::app) << "more";
        QVERIFY((*bytes)->hasChanged());
        QVERIFY(!(*bytes)->wasCutShort());
    }

private:
    [[nodiscard]] std::filesystem::path file(const char *name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    QTemporaryDir m_folder;
};

NERVURE_TEST(TstFileBytes)
#include "tst_file_bytes.moc"
