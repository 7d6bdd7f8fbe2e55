// SPDX-License-Identifier: Apache-2.0
#include "app/svg_painter.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

class TstSvgPainter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pngHasTwoPixelsForOne();
    void aHugePictureIsMadeSmaller();
    void pdfIsOnePage();
    void whatIsNoPictureIsRefused();
    void aFileThatCannotBeWrittenIsTold();
};

namespace {

std::string svgOf(int width, int height)
{
    const std::string size = std::to_string(width) + ' ' + std::to_string(height);
    return "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + size
           + "'><rect width='100%' height='100%' fill='#ff0000'/></svg>";
}

} // namespace

void TstSvgPainter::pngHasTwoPixelsForOne()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.png"));
    QVERIFY(paintSvg(svgOf(20, 10), file, "png").ok());
    const QImage image(file);
    QCOMPARE(image.size(), QSize(40, 20));
    QCOMPARE(image.pixelColor(20, 10), QColor(Qt::red));
}

void TstSvgPainter::aHugePictureIsMadeSmaller()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.png"));
    QVERIFY(paintSvg(svgOf(100000, 10), file, "png").ok());
    QCOMPARE(QImage(file).width(), 16384);
}

void TstSvgPainter::pdfIsOnePage()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.pdf")));
    QVERIFY(paintSvg(svgOf(300, 200), file.fileName(), "pdf").ok());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.startsWith("%PDF-"));
    QVERIFY2(bytes.contains("[0 0 300"), bytes.left(400).constData());
}

void TstSvgPainter::whatIsNoPictureIsRefused()
{
    QTemporaryDir folder;
    QVERIFY(!paintSvg("hello", folder.filePath(QStringLiteral("a.png")), "png").ok());
    QVERIFY(!paintSvg(svgOf(2, 2), folder.filePath(QStringLiteral("a.gif")), "gif").ok());
}

void TstSvgPainter::aFileThatCannotBeWrittenIsTold()
{
    const Status status = paintSvg(svgOf(2, 2), QStringLiteral("/no/such/a.png"), "png");
    QVERIFY(!status.ok());
    QCOMPARE(status.error().where.file, std::string("/no/such/a.png"));
}

QTEST_MAIN(TstSvgPainter)
#include "tst_svg_painter.moc"
