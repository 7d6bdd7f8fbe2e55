// SPDX-License-Identifier: Apache-2.0
#include "core/support/fingerprint.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nervure;

class TstFingerprint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesOfFilesStayWhatTheyWere()
    {
        QCOMPARE(checksum(""), std::string("cbf29ce484222325"));
        QCOMPARE(checksum("a"), std::string("af63dc4c8601ec8c")); // FNV-1a's own example
        QCOMPARE(fingerprint("a").substr(0, 16), checksum("a"));
        QCOMPARE(fingerprint("a").size(), std::size_t(32));
    }

    void piecesAreAsGoodAsTheWhole()
    {
        Fingerprint pieces;
        pieces.add("one ");
        pieces.add("");
        pieces.add("text");
        QCOMPARE(pieces.text(), fingerprint("one text"));
        QCOMPARE(pieces.checksum(), checksum("one text"));
    }

    void filesAreReadInPieces()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("file")).toStdString();
        for (const std::size_t size : {0U, 5U, 65536U, 200000U}) {
            const std::string bytes(size, 'x');
            std::ofstream(path, std::ios::binary) << bytes;
            QCOMPARE(fileChecksum(path), checksum(bytes));
        }
        QCOMPARE(fileChecksum(path + "-missing"), std::string());
        QCOMPARE(fileChecksum(folder.path().toStdString()), std::string());
    }

    /// Of large files a part is looked at, the same from the disk and from memory.
    void largeFiles()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("file")).toStdString();
        std::string bytes((std::size_t{64} << 20U) + 12345, 'x');
        std::ofstream(path, std::ios::binary) << bytes;
        const std::string sum = fileChecksumOf(bytes);
        QCOMPARE(fileChecksum(path), sum);
        QVERIFY(sum != checksum(bytes));
        for (const std::size_t place : {std::size_t{0}, bytes.size() - 1}) {
            std::string other = bytes;
            other[place] = 'y';
            QVERIFY(fileChecksumOf(other) != sum);
        }
        bytes.pop_back();
        QVERIFY(fileChecksumOf(bytes) != sum);
    }

    void otherTextsHaveOtherOnes()
    {
        QVERIFY(fingerprint("one text") != fingerprint("one test"));
        QVERIFY(Fingerprint().value()[0] != Fingerprint().value()[1]);
    }
};

NERVURE_TEST(TstFingerprint)
#include "tst_fingerprint.moc"
