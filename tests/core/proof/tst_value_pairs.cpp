// SPDX-License-Identifier: Apache-2.0
#include "core/proof/value_pairs.h"

#include "core/frontends/models/models.h"
#include "tests/core/proof/planted_faults.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstValuePairs : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    /// "after=before" of the pairs around a pass of a compilation, by the names of their nodes.
    [[nodiscard]] QStringList pairsOf(std::string_view pass, const Graph &graph) const
    {
        const PassEnvironment environment{m_builtins.passes, m_builtins.ops};
        const PassRun run = runPasses(graph, *parsePipeline("Compile{opt_level=3}"), environment);
        QStringList texts;
        for (std::size_t i = 1; i < run.steps.size(); ++i) {
            const PassResult &before = run.steps[i - 1];
            const PassResult &after = run.steps[i];
            if (after.name != pass) {
                continue;
            }
            for (const ValuePair &pair :
                 valuePairs(*before.index, *after.index, after.provenance,
                            PairedHeads::ofResults(*before.index, *after.index))) {
                texts.append(QString::fromStdString(after.graph->node(pair.after.node).name + '='
                                                    + before.graph->node(pair.before.node).name));
            }
        }
        return texts;
    }

private Q_SLOTS:
    void whatReadersReadIsBeside()
    {
        const QStringList pairs = pairsOf("SimplifyInference", faultyNetwork(m_builtins.ops));
        QVERIFY2(pairs.filter(QStringLiteral("=bn")).size() == 1, qPrintable(pairs.join(u' ')));
        QVERIFY(pairs.contains(QStringLiteral("conv=conv")));
        QVERIFY(pairs.contains(QStringLiteral("prob=prob")));
        QVERIFY(!pairs.contains(QStringLiteral("data=data"))); // a variable
    }

    /// The convolution takes the scale of the node behind it into its weights.
    void whoTakesOverWorkIsBesideThatNode()
    {
        const QStringList pairs =
            pairsOf("FoldScaleAxis", models::buildMobilenet(m_builtins.ops).value());
        std::size_t takenOver = 0;
        for (const QString &pair : pairs) {
            const QString after = pair.section(u'=', 0, 0);
            const QString before = pair.section(u'=', 1);
            takenOver += after.endsWith(QStringLiteral("conv")) && after != before;
            QVERIFY2(!before.endsWith(QStringLiteral("_weight")), qPrintable(pair));
        }
        QVERIFY2(takenOver > 0, qPrintable(pairs.join(u' ')));
    }

    void whatAPassLeftAloneIsUntouched()
    {
        const PassEnvironment environment{m_builtins.passes, m_builtins.ops};
        const PassRun run = runPasses(faultyNetwork(m_builtins.ops),
                                      *parsePipeline("InferShape,SimplifyInference"), environment);
        const IndexedGraph &before = *run.steps[0].index;
        const IndexedGraph &after = *run.steps[1].index;
        const std::vector<NodeId> nodes = untouchedNodes(before, after, run.steps[1].provenance);
        for (std::uint32_t place = 0; place < after.nodeCount(); ++place) {
            const std::string &name = after.node(place).node->name;
            const bool isOld = before.graph().findByName(name).has_value() && name != "bn";
            QVERIFY2((nodes[place] != NodeId()) == isOld, name.c_str());
        }
    }
};

NERVURE_TEST(TstValuePairs)
#include "tst_value_pairs.moc"
