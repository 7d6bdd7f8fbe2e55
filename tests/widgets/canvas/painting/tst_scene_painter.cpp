// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/scene_painter.h"

#include "tests/support/errors.h"
#include "tests/support/test_class.h"
#include "tests/widgets/canvas/canvas_fixture.h"
#include "widgets/canvas/painting/render_image.h"
#include "widgets/style/colors.h"

#include <QPainter>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstScenePainter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyCardIsPainted_data();
    void everyCardIsPainted();
    void onlyTheAreaIsPainted();
    void faultsAreSeenFromAfar();
    void heatColorsTheCards();
    void pillsShowTheirMarksToo();
    void filesAreWritten();
    void aLongPictureTakesSeveralPages();
    void hugePicturesAreScaledDown();

private:
    Graph m_graph;
    std::shared_ptr<const Drawing> m_drawing;
};

void TstScenePainter::initTestCase()
{
    m_graph = diamonds(4);
    m_drawing = draw(m_graph);
    QVERIFY(m_drawing);
}

void TstScenePainter::everyCardIsPainted_data()
{
    QTest::addColumn<double>("scale");
    QTest::addColumn<bool>("isDark");
    for (const double scale : {2.0, 1.0, 0.5, 0.3, 0.1, 0.05}) {
        QTest::addRow("light %g", scale) << scale << false;
        QTest::addRow("dark %g", scale) << scale << true;
    }
}

void TstScenePainter::everyCardIsPainted()
{
    QFETCH(double, scale);
    QFETCH(bool, isDark);
    const CanvasScene scene(m_drawing);
    const Palette &palette = isDark ? darkPalette() : lightPalette();
    QImage image((scene.bounds().size() * scale).toSize(), QImage::Format_RGB32);
    const QColor ground = toQColor(palette.canvas);
    image.fill(ground);
    QPainter painter(&image);
    painter.scale(scale, scale);
    paintScene(painter, scene, scene.bounds(), {palette, {}, {}, scale});
    painter.end();
    for (std::uint32_t node = 0; node < scene.nodeCount(); ++node) {
        const QPointF center = scene.nodeRect(node).center() * scale;
        const QPoint middle(static_cast<int>(center.x()), static_cast<int>(center.y()));
        QVERIFY(image.pixelColor(middle) != ground);
    }
}

void TstScenePainter::onlyTheAreaIsPainted()
{
    const CanvasScene scene(m_drawing);
    const QRectF first = scene.nodeRect(0);
    const std::vector<std::uint32_t> nodes = scene.nodesIn(first);
    QCOMPARE(nodes, std::vector<std::uint32_t>{0});
    QCOMPARE(scene.nodesIn(scene.bounds()).size(), std::size_t(scene.nodeCount()));
    QCOMPARE(scene.edgesIn(scene.bounds()).size(), scene.graph().edges.size());
    QVERIFY(scene.edgesIn(first).size() < 3);
    QVERIFY(scene.nodesIn(QRectF(-5000, -5000, 10, 10)).empty());
}

void TstScenePainter::faultsAreSeenFromAfar()
{
    const CanvasScene scene(m_drawing);
    CanvasMarks marks;
    markDiagnostics(marks, m_graph, {makeErrorAt("c1", "e", "wrong")});
    marks.follow(scene.graph());
    for (const double scale : {0.3, 0.1, 0.03}) {
        QImage image((scene.bounds().size() * scale).toSize() + QSize(8, 8), QImage::Format_RGB32);
        image.fill(toQColor(lightPalette().canvas));
        QPainter painter(&image);
        painter.scale(scale, scale);
        paintScene(painter, scene, scene.bounds(), {lightPalette(), marks, {}, scale});
        painter.end();
        int red = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                red += image.pixelColor(x, y) == errorColor(false) ? 1 : 0;
            }
        }
        QVERIFY2(red >= 9, qPrintable(QString::number(scale)));
    }
}

void TstScenePainter::heatColorsTheCards()
{
    const CanvasScene scene(m_drawing);
    CanvasMarks marks;
    const NodeId hot = *m_graph.findByName("a1");
    marks.nodes[hot].heat = 1.0;
    marks.scale = HeatScale{};
    const QImage image = renderImage(scene, marks);
    const QRectF rect = scene.nodeRect(*scene.graph().find(hot)).translated(24, 24);
    const QPoint corner(static_cast<int>(rect.right()) - 8, static_cast<int>(rect.bottom()) - 8);
    QCOMPARE(image.pixelColor(corner), toQColor(cividis(1)));
}

void TstScenePainter::pillsShowTheirMarksToo()
{
    const NodeId variable = *m_graph.findByName("data");
    CanvasMarks marks;
    markDiagnostics(marks, m_graph, {makeErrorAt("data", "e", "wrong")});
    marks.follow(m_drawing->graph);
    marks.nodes[variable].change = ChangeMark::Added;
    const CanvasScene scene(m_drawing);
    const QImage plain = renderImage(scene);
    const QImage marked = renderImage(scene, marks);
    const QRectF rect = scene.nodeRect(*scene.graph().find(variable)).translated(24, 24);
    QVERIFY(scene.graph().nodes[*scene.graph().find(variable)].kind == DrawnKind::Variable);
    // Beside the signs in the middle of the discs.
    const QPoint error(static_cast<int>(rect.right()) - 2, static_cast<int>(rect.top()) - 4);
    const QPoint added(static_cast<int>(rect.left()) + 2, static_cast<int>(rect.top()) - 4);
    QCOMPARE(marked.pixelColor(error), errorColor(false));
    QCOMPARE(marked.pixelColor(added), changeColor(ChangeColor::Added, false));
    QVERIFY(plain.pixelColor(error) != marked.pixelColor(error));
}

void TstScenePainter::filesAreWritten()
{
    const CanvasScene scene(m_drawing);
    const QTemporaryDir folder;
    const QString png = folder.filePath(QStringLiteral("g.png"));
    QVERIFY(renderFile(scene, png).ok());
    QCOMPARE(QImage(png).size(), renderImage(scene).size());
    const QString pdf = folder.filePath(QStringLiteral("g.pdf"));
    QVERIFY(renderFile(scene, pdf).ok());
    QVERIFY(readFile(pdf.toStdString()).starts_with("%PDF"));
    QVERIFY(readFile(pdf.toStdString()).find("%%EOF") != std::string::npos);
    const QString nameless = folder.filePath(QStringLiteral("picture"));
    QVERIFY(renderFile(scene, nameless, {}, {.format = QStringLiteral("pdf")}).ok());
    QVERIFY(readFile(nameless.toStdString()).starts_with("%PDF"));
    NERVURE_VERIFY_ERROR(renderFile(scene, folder.filePath(QStringLiteral("no/where.png"))),
                         "file-write", "cannot write the picture to");
    NERVURE_VERIFY_ERROR(renderFile(scene, folder.filePath(QStringLiteral("no/where.pdf"))),
                         "file-write", "cannot write the picture to");
}

void TstScenePainter::aLongPictureTakesSeveralPages()
{
    const CanvasScene scene(m_drawing);
    RenderOptions options;
    const double length = std::max(pageOf(scene, options).height(), pageOf(scene, options).width());
    options.scale = 2.5 * 14400 / (0.75 * length); // two pages and a half
    const QTemporaryDir folder;
    const QString pdf = folder.filePath(QStringLiteral("long.pdf"));
    QVERIFY(renderFile(scene, pdf, {}, options).ok());
    const std::string bytes = readFile(pdf.toStdString());
    QVERIFY(QByteArray::fromStdString(bytes).count("/Type /Page\n") >= 3);
    JobControl stopped;
    stopped.cancel.cancel();
    const QString none = folder.filePath(QStringLiteral("none.pdf"));
    NERVURE_VERIFY_ERROR(renderFile(scene, none, {}, options, stopped), "cancelled",
                         "the picture was stopped");
    QVERIFY(!QFile::exists(none));
}

void TstScenePainter::hugePicturesAreScaledDown()
{
    const CanvasScene scene(m_drawing);
    RenderOptions options;
    options.scale = 1000;
    const QImage image = renderImage(scene, {}, options);
    QVERIFY(!image.isNull());
    QVERIFY(std::max(image.width(), image.height()) <= 32001);
}

NERVURE_GUI_TEST(TstScenePainter)
#include "tst_scene_painter.moc"
