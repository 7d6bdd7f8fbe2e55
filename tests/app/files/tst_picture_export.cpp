// SPDX-License-Identifier: Apache-2.0
#include "app/files/picture_export.h"

#include "app/settings/program_paths.h"
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/layout/diagram/drawn_selection.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/style/qt_text_measure.h"

#include <QFile>
#include <QImageReader>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

namespace {

std::shared_ptr<const Drawing> drawingOf(const QString &sample)
{
    const Builtins builtins = makeBuiltins();
    const auto model =
        openModel((samplesFolder() + u'/' + sample).toStdString(), builtins.formats, builtins.ops);
    LayoutClient client(LayoutClientOptions{});
    return std::make_shared<const Drawing>(
        makeDrawing(makeDrawnGraph(model->graph, builtins.ops, {}), QtTextMeasure(), client)
            .value());
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What the file itself says of its size.
PictureExtent writtenExtent(const QString &path)
{
    if (path.endsWith(QLatin1StringView("png"))) {
        return {QImageReader(path).size()};
    }
    const QByteArray content = contentOf(path);
    if (path.endsWith(QLatin1StringView("svg"))) {
        static const QRegularExpression size(
            QStringLiteral("<svg [^>]*width=\"([0-9.]+)\" height=\"([0-9.]+)\""));
        const auto match = size.match(QString::fromUtf8(content));
        return {{match.captured(1).toDouble(), match.captured(2).toDouble()}};
    }
    static const QRegularExpression box(QStringLiteral("/MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)\\]"));
    PictureExtent extent{{}, 0};
    auto matches = box.globalMatch(QString::fromLatin1(content));
    while (matches.hasNext()) {
        const auto match = matches.next();
        extent = {{match.captured(1).toDouble(), match.captured(2).toDouble()}, extent.pages + 1};
    }
    return extent;
}

} // namespace

class TstPictureExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_source.drawing = drawingOf(QStringLiteral("resnet18.json")); }

    void theStatedSizeIsTheWrittenOne_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("hasLegend");
        QTest::addColumn<bool>("selectionOnly");
        for (const char *format : {"png", "svg", "pdf"}) {
            for (const double scale : {0.37, 1.0}) {
                for (const bool hasLegend : {false, true}) {
                    for (const bool selectionOnly : {false, true}) {
                        QTest::addRow("%s at %g%s%s", format, scale, hasLegend ? ", legend" : "",
                                      selectionOnly ? ", selection" : "")
                            << QString::fromLatin1(format) << scale << hasLegend << selectionOnly;
                    }
                }
            }
        }
        QTest::newRow("pdf of several pages") << QStringLiteral("pdf") << 12.0 << false << false;
    }

    void theStatedSizeIsTheWrittenOne()
    {
        QFETCH(QString, format);
        QFETCH(double, scale);
        QFETCH(bool, hasLegend);
        QFETCH(bool, selectionOnly);
        m_source.selection = {m_source.drawing->graph.nodes[3].node,
                              m_source.drawing->graph.nodes[4].node};
        const PictureChoice choice{format, selectionOnly, scale, false, hasLegend};
        const CanvasScene scene(selectionOnly ? std::make_shared<const Drawing>(
                                    selectedPart(*m_source.drawing, m_source.selection))
                                              : m_source.drawing);
        const PictureExtent stated = extentOf(scene, m_source.marks, choice);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("picture.") + format);
        QVERIFY(exportPicture(m_source, choice, path).ok());
        const PictureExtent written = writtenExtent(path);
        QCOMPARE(written.pages, stated.pages);
        QVERIFY2(std::abs(written.size.width() - stated.size.width()) <= 0.5
                     && std::abs(written.size.height() - stated.size.height()) <= 0.5,
                 qPrintable(QStringLiteral("stated %1×%2, written %3×%4")
                                .arg(stated.size.width())
                                .arg(stated.size.height())
                                .arg(written.size.width())
                                .arg(written.size.height())));
        if (QTest::currentDataTag() == QByteArray("pdf of several pages")) {
            QVERIFY(stated.pages > 1);
        }
    }

    void theEndingOfTheNameDecides_data()
    {
        QTest::addColumn<QString>("chosen");
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("magic");
        QTest::newRow("another format") << QStringLiteral("png") << QStringLiteral("r50.pdf")
                                        << QStringLiteral("r50.pdf") << QByteArray("%PDF-");
        QTest::newRow("in capitals") << QStringLiteral("pdf") << QStringLiteral("r50.PNG")
                                     << QStringLiteral("r50.PNG") << QByteArray("\x89PNG");
        QTest::newRow("the same") << QStringLiteral("svg") << QStringLiteral("r50.svg")
                                  << QStringLiteral("r50.svg") << QByteArray("<?xml");
        QTest::newRow("none") << QStringLiteral("dot") << QStringLiteral("r50")
                              << QStringLiteral("r50.dot") << QByteArray("digraph");
        QTest::newRow("of something else") << QStringLiteral("png") << QStringLiteral("r50.v2")
                                           << QStringLiteral("r50.v2.png") << QByteArray("\x89PNG");
    }

    void theEndingOfTheNameDecides()
    {
        QFETCH(QString, chosen);
        QFETCH(QString, given);
        QFETCH(QString, file);
        QFETCH(QByteArray, magic);
        const QTemporaryDir folder;
        PictureChoice choice{chosen, false, 0.1};
        const QString path = pictureFile(folder.filePath(given), choice);
        QCOMPARE(path, folder.filePath(file));
        QVERIFY(exportPicture(m_source, choice, path).ok());
        const QByteArray content = contentOf(path);
        QVERIFY2(content.startsWith(magic), content.left(20).constData());
    }

private:
    PictureSource m_source;
};

NERVURE_GUI_TEST(TstPictureExport)
#include "tst_picture_export.moc"
