// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed/graph_fingerprint.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/edits/model_builder.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstGraphFingerprint : public QObject {
    Q_OBJECT

private:
    [[nodiscard]] Graph net(const AttrDict &attributes = {{"units", "5"}, {"use_bias", "False"}},
                            const char *name = "fc") const
    {
        ModelBuilder model(m_builtins.ops);
        const Entry data = model.variable("data", {{"__shape__", "(1, 8)"}});
        const Entry dense = model.apply("dense", {data}, attributes, name);
        return model.finish({model.apply("relu", {dense}, {}, "relu")}).value();
    }

    [[nodiscard]] std::string printOf(const Graph &graph) const
    {
        Diagnostics ignored;
        return graphFingerprint(**IndexedGraph::build(graph, m_builtins.ops, ignored));
    }

    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void equalModelsAreEqual()
    {
        QCOMPARE(printOf(net()).size(), std::size_t{32});
        QCOMPARE(printOf(net()), printOf(net()));
        // The order of attributes is the file's business.
        QCOMPARE(printOf(net({{"use_bias", "False"}, {"units", "5"}})), printOf(net()));
        Graph noted = net();
        noted.setNote("nice");
        Node stray;
        stray.name = "stray";
        noted.add(stray);
        QCOMPARE(printOf(noted), printOf(net()));
    }

    void writingAndReadingKeepsIt()
    {
        const FormatSpec *format = m_builtins.formats.find("nnvm");
        QVERIFY(format);
        Diagnostics ignored;
        const auto text = format->write(net(), {m_builtins.ops, Semantics::Exact, {}}, ignored);
        QVERIFY(text.ok());
        const auto opened =
            openModelText(*text, "model", m_builtins.formats, m_builtins.ops, std::nullopt);
        QVERIFY(opened.ok());
        QCOMPARE(printOf(opened->graph), printOf(net()));
    }

    void otherModelsDiffer()
    {
        const std::string print = printOf(net());
        QVERIFY(printOf(net({{"units", "6"}, {"use_bias", "False"}})) != print);
        QVERIFY(printOf(net({{"units", "5"}, {"use_bias", "False"}}, "other")) != print);
        Graph cut = net();
        cut.setHeads({{*cut.findByName("fc"), 0, 0}});
        QVERIFY(printOf(cut) != print);
    }
};

NERVURE_TEST(TstGraphFingerprint)
#include "tst_graph_fingerprint.moc"
