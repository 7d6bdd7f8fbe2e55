// SPDX-License-Identifier: Apache-2.0
#include "core/formats/png_writer.h"

#include <QByteArray>
#include <QRandomGenerator>
#include <QTest>
#include <QtEndian>

#include <zlib.h>

using namespace nervure;

class TstPngWriter : public QObject {
    Q_OBJECT

private:
    /// The data of all chunks of that type.
    static QByteArray chunks(const QByteArray &png, const QByteArray &type)
    {
        QByteArray data;
        qsizetype at = 8;
        while (at + 12 <= png.size()) {
            const auto number = [&png](qsizetype place) {
                return qFromBigEndian<quint32>(png.constData() + place);
            };
            const auto size = static_cast<qsizetype>(number(at));
            const QByteArray body = png.mid(at + 4, 4 + size);
            const uLong crc = crc32(0, reinterpret_cast<const Bytef *>(body.constData()),
                                    static_cast<uInt>(body.size()));
            if (number(at + 8 + size) != crc) {
                return {};
            }
            if (body.startsWith(type)) {
                data += body.mid(4);
            }
            at += 12 + size;
        }
        return data;
    }

private Q_SLOTS:
    void rowsComeBackAsTheyWere()
    {
        constexpr std::uint32_t width = 301;
        constexpr std::uint32_t height = 777;
        QByteArray file;
        PngWriter png(width, height, [&file](std::string_view bytes) {
            file.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
            return true;
        });
        QRandomGenerator random(5);
        QByteArray pixels;
        for (std::uint32_t y = 0; y < height; ++y) {
            std::vector<std::uint8_t> row(width * 3);
            for (std::uint8_t &byte : row) {
                byte = static_cast<std::uint8_t>(random.bounded(256));
            }
            pixels.append(reinterpret_cast<const char *>(row.data()),
                          static_cast<qsizetype>(row.size()));
            QVERIFY(png.addRow(row));
        }
        QVERIFY(png.finish());
        QVERIFY(file.startsWith("\x89PNG\r\n"));
        QCOMPARE(chunks(file, "IHDR").size(), 13);
        const QByteArray packed = chunks(file, "IDAT");
        uLongf size = height * (width * 3 + 1);
        QByteArray rows(static_cast<qsizetype>(size), 0);
        QCOMPARE(uncompress(reinterpret_cast<Bytef *>(rows.data()), &size,
                            reinterpret_cast<const Bytef *>(packed.constData()),
                            static_cast<uLong>(packed.size())),
                 Z_OK);
        for (std::uint32_t y = 0; y < height; ++y) {
            const auto *row =
                reinterpret_cast<const std::uint8_t *>(rows.constData()) + y * (width * 3 + 1);
            QCOMPARE(int(row[0]), 2);
            for (std::uint32_t x = 0; x < width * 3; x += 97) {
                const auto at = static_cast<qsizetype>(y * width * 3 + x);
                const auto above =
                    y == 0 ? 0 : static_cast<std::uint8_t>(pixels.at(at - width * 3));
                QCOMPARE(static_cast<std::uint8_t>(row[x + 1] + above),
                         static_cast<std::uint8_t>(pixels.at(at)));
            }
        }
    }

    void whatIsMissingOrFailsIsTold()
    {
        const std::vector<std::uint8_t> row(6);
        PngWriter incomplete(2, 2, [](std::string_view) { return true; });
        QVERIFY(incomplete.addRow(row));
        QVERIFY(!incomplete.finish());
        PngWriter full(2, 1, [](std::string_view) { return false; });
        QVERIFY(!full.addRow(row));
        PngWriter wrong(3, 1, [](std::string_view) { return true; });
        QVERIFY(!wrong.addRow(row));
    }
};

QTEST_GUILESS_MAIN(TstPngWriter)
#include "tst_png_writer.moc"
