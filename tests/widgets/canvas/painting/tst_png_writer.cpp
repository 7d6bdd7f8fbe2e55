// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/canvas/painting/png_writer.h"

#include <QByteArray>
#include <QImage>
#include <QRandomGenerator>
#include <QTest>

using namespace nervure;

class TstPngWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsComeBackAsTheyWere()
    {
        QImage picture(301, 777, QImage::Format_RGB888);
        QRandomGenerator random(5);
        QByteArray file;
        PngWriter png(301, 777, [&file](std::string_view bytes) {
            file.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
            return true;
        });
        for (int y = 0; y < picture.height(); ++y) {
            uchar *row = picture.scanLine(y);
            for (int x = 0; x < picture.width() * 3; ++x) {
                row[x] = static_cast<uchar>(random.bounded(256));
            }
            QVERIFY(png.addRow({row, static_cast<std::size_t>(picture.width()) * 3}));
        }
        QVERIFY(png.finish());
        QImage read;
        QVERIFY(read.loadFromData(file, "PNG"));
        QCOMPARE(read.convertToFormat(QImage::Format_RGB888), picture);
    }

    void whatIsMissingOrFailsIsTold()
    {
        const std::vector<std::uint8_t> row(6);
        PngWriter incomplete(2, 2, [](std::string_view) { return true; });
        QVERIFY(incomplete.addRow(row));
        QVERIFY(!incomplete.finish());
        PngWriter full(2, 1, [](std::string_view) { return false; });
        QVERIFY(!full.addRow(row));
        QVERIFY(!full.finish());
        PngWriter wrong(3, 1, [](std::string_view) { return true; });
        QVERIFY(!wrong.addRow(row));
        PngWriter ended(2, 1, [](std::string_view) { return true; });
        QVERIFY(ended.addRow(row));
        QVERIFY(!ended.addRow(row));
        PngWriter empty(0, 0, [](std::string_view) { return true; });
        QVERIFY(!empty.finish());
    }

    void aSinkThatFillsUpIsTold()
    {
        std::size_t room = 200000;
        PngWriter png(1000, 1000, [&room](std::string_view bytes) {
            const bool fits = bytes.size() <= room;
            room -= fits ? bytes.size() : 0;
            return fits;
        });
        QRandomGenerator random(7);
        std::vector<std::uint8_t> row(3000);
        int taken = 0;
        for (bool isSound = true; isSound && taken < 1000; taken += isSound ? 1 : 0) {
            for (std::uint8_t &byte : row) {
                byte = static_cast<std::uint8_t>(random.bounded(256));
            }
            isSound = png.addRow(row);
        }
        QVERIFY(taken > 30 && taken < 200);
        QVERIFY(!png.finish());
    }
};

NERVURE_TEST(TstPngWriter)
#include "tst_png_writer.moc"
