// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/legend.h"

#include "core/layout/diagram/drawn_graph.h"
#include "tests/core/layout/pictures.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace nervure;

class TstLegend : public QObject {
    Q_OBJECT

private:
    static DrawnGraph drawn()
    {
        DrawnGraph graph;
        for (const OpCategory category :
             {OpCategory::Pooling, OpCategory::Convolution, OpCategory::Pooling}) {
            DrawnNode node;
            node.node = NodeId{static_cast<std::uint32_t>(graph.nodes.size() + 1)};
            node.title = "op";
            node.category = category;
            graph.setIndex(node.node, static_cast<std::uint32_t>(graph.nodes.size()));
            graph.nodes.push_back(node);
        }
        return graph;
    }
    static QString svgWith(const PictureLegend &legend)
    {
        SvgOptions options;
        options.legend = legend;
        const Result<std::string> text = tests::svgOf(drawn(), options);
        return text ? QString::fromStdString(*text) : QString();
    }
    static double heightOf(const QString &svg)
    {
        QXmlStreamReader reader(svg);
        reader.readNextStartElement();
        return reader.attributes().value(QLatin1String("height")).toDouble();
    }

private Q_SLOTS:
    void categoriesAreNamedOnce()
    {
        DrawnGraph graph = drawn();
        const PictureLegend legend = categoryLegend(graph, false);
        QCOMPARE(legend.rows.size(), std::size_t(2));
        QCOMPARE(legend.rows[0].text, std::string("Convolution"));
        QCOMPARE(legend.rows[1].text, std::string("Pooling"));
        graph.nodes[0].isKnown = false;
        QCOMPARE(categoryLegend(graph, false).rows.back().chip, PictureLegend::Chip::Hatched);
    }

    void rowsStandBelowThePicture()
    {
        PictureLegend legend;
        legend.rows = {{"Devices"}, {"Device <1> (3)", rgb(0x4477AA), "1"}};
        const QString plain = svgWith({});
        const QString svg = svgWith(legend);
        QVERIFY(!plain.isEmpty());
        QVERIFY(svg.contains(QStringLiteral("Device &lt;1&gt; (3)")));
        const LegendSize size = legendSize(legend, TableTextMeasure());
        QCOMPARE(heightOf(svg), heightOf(plain) + legend::gap + size.height);
        QXmlStreamReader reader(svg);
        while (!reader.atEnd()) {
            reader.readNext();
        }
        QVERIFY(!reader.hasError());
    }

    void scalesSayTheirEnds()
    {
        PictureLegend legend;
        legend.scale = PictureLegend::Scale{
            "Time by layer", "0 ms", "1.24 ms", {"logarithmic"}, "not measured"};
        const QString svg = svgWith(legend);
        for (const char *text :
             {"Time by layer", "0 ms", "1.24 ms", "logarithmic", "not measured", "url(#legend)"}) {
            QVERIFY2(svg.contains(QLatin1String(text)), text);
        }
    }

    void anEmptyOneTakesNoRoom() { QCOMPARE(legendSize({}, TableTextMeasure()).height, 0.0); }
};

NERVURE_TEST(TstLegend)
#include "tst_legend.moc"
