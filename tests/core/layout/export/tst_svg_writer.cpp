// SPDX-License-Identifier: Apache-2.0
#include "core/layout/export/svg_writer.h"

#include "core/builtins.h"
#include "core/layout/export/dot_writer.h"
#include "tests/core/layout/pictures.h"
#include "tests/support/graph_families.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// What a network of that many operators takes.
struct Sizes {
    std::size_t svg = 0;
    std::size_t dot = 0;
    std::size_t points = 0; ///< of all lines: what the layout and the canvas keep
};

Sizes sizesOf(const GraphFamily &family, std::size_t operators)
{
    const Builtins builtins = makeBuiltins();
    const Result<Graph> graph = family.make(builtins.ops, operators);
    LayoutClient client(LayoutClientOptions{});
    const TableTextMeasure measure;
    const Result<Drawing> drawing =
        makeDrawing(makeDrawnGraph(*graph, builtins.ops, {}), measure, client);
    Sizes sizes;
    sizes.svg = writeSvg(*drawing, measure, {}).size();
    sizes.dot = writeDot(drawing->graph).size();
    for (const PlacedEdge &edge : drawing->layout.edges) {
        sizes.points += edge.points.size();
    }
    return sizes;
}

} // namespace

class TstSvgWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void twiceTheStepsAreTwiceTheBytes_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const GraphFamily &family : graphFamilies()) {
            const QByteArray name(family.name.data(), static_cast<qsizetype>(family.name.size()));
            QTest::newRow(name.constData()) << name;
        }
    }

    void twiceTheStepsAreTwiceTheBytes()
    {
        QFETCH(QByteArray, name);
        const GraphFamily *family = findGraphFamily(name.toStdString());
        const Sizes once = sizesOf(*family, 3000);
        const Sizes twice = sizesOf(*family, 6000);
        const auto grows = [](std::size_t from, std::size_t to) {
            return static_cast<double>(to) / static_cast<double>(from);
        };
        QVERIFY2(grows(once.svg, twice.svg) <= 2.3,
                 qPrintable(QStringLiteral("SVG: %1 to %2 bytes").arg(once.svg).arg(twice.svg)));
        QVERIFY2(grows(once.dot, twice.dot) <= 2.3,
                 qPrintable(QStringLiteral("DOT: %1 to %2 bytes").arg(once.dot).arg(twice.dot)));
        QVERIFY2(grows(once.points, twice.points) <= 2.3,
                 qPrintable(QStringLiteral("%1 to %2 points").arg(once.points).arg(twice.points)));
    }

    void straightLinesAreWrittenShort()
    {
        Graph graph;
        const NodeId x = graph.add(nodeOf("null", "x"));
        const NodeId a = graph.add(nodeOf("relu", "a", {x}));
        const NodeId b = graph.add(nodeOf("relu", "b", {a}));
        graph.setHeads({Entry{b}});
        const Builtins builtins = makeBuiltins();
        const Result<std::string> svg = svgOf(makeDrawnGraph(graph, builtins.ops, {}));
        QVERIFY(svg.ok());
        const std::size_t line = svg->find("<path d=\"M");
        const std::string path = svg->substr(line, svg->find("/>", line) - line);
        QVERIFY2(path.find('V') != std::string::npos, path.c_str());
        QVERIFY2(path.find('C') == std::string::npos, path.c_str());
    }
};

NERVURE_TEST(TstSvgWriter)
#include "tst_svg_writer.moc"
