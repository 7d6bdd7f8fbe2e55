// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/name_scopes.h"
#include "tests/support/test_class.h"

#include <QStringList>
#include <QTest>

using namespace nervure;

class TstNameScopes : public QObject {
    Q_OBJECT

private:
    static NodeId add(Graph &graph, const std::string &op, const std::string &name,
                      const std::vector<NodeId> &inputs = {})
    {
        Node node;
        node.op = op;
        node.name = name;
        for (const NodeId input : inputs) {
            node.inputs.push_back({input, 0, 0});
        }
        return graph.add(std::move(node));
    }
    static QStringList print(const std::vector<std::string> &names)
    {
        Graph graph;
        for (const std::string &name : names) {
            add(graph, "null", name);
        }
        return print(graph);
    }
    /// The tree as indented lines: "label count", a star where there is a node.
    static QStringList print(const Graph &graph)
    {
        const auto scopes = nameScopes(graph);
        QStringList lines;
        for (const NameScope &scope : scopes) {
            int depth = 0;
            for (int at = scope.parent; at >= 0; at = scopes[static_cast<std::size_t>(at)].parent) {
                ++depth;
            }
            lines.append(QString(depth * 2, u' ') + QString::fromStdString(scope.label)
                         + (scope.node.isValid() ? QStringLiteral("* ") : QStringLiteral(" "))
                         + QString::number(scope.nodeCount));
        }
        return lines;
    }
    static QStringList lines(const char *text)
    {
        return QString::fromUtf8(text).split(u'\n', Qt::SkipEmptyParts);
    }

private Q_SLOTS:
    void namesAreSplitAtUnderscoresAndSlashes()
    {
        QCOMPARE(print({"stage1_conv", "stage1_bn/gamma", "stage1_bn/beta", "stage2"}),
                 lines("stage1 3\n  conv* 1\n  bn 2\n    gamma* 1\n    beta* 1\nstage2* 1\n"));
    }

    void numbersTellScopesApart()
    {
        QCOMPARE(print({"enc/a", "enc/b", "enc_1/a", "enc_1/b", "enc_2"}),
                 lines("enc 3\n  a* 1\n  b* 1\n  2* 1\nenc_1 2\n  a* 1\n  b* 1\n"));
    }

    void aNodeHoldsWhatIsNamedAfterIt()
    {
        QCOMPARE(print({"conv0", "conv0_weight", "conv0_bias"}),
                 lines("conv0* 3\n  weight* 1\n  bias* 1\n"));
    }

    void scopesOfOneThingAreJoined()
    {
        QCOMPARE(print({"a_b_c", "a_b_d"}), lines("a_b 2\n  c* 1\n  d* 1\n"));
        QCOMPARE(print({"only_one_node"}), lines("only_one_node* 1\n"));
    }

    void wordsOfOperatorsStayWhole()
    {
        Graph graph;
        const NodeId data = add(graph, "null", "data");
        const NodeId mean = add(graph, "null", "u1_bn0_moving_mean");
        const NodeId var = add(graph, "null", "u1_bn0_moving_var");
        add(graph, "batch_norm", "u1_bn0", {data, mean, var});
        add(graph, "elemwise_add", "elemwise_add0", {data, data});
        add(graph, "elemwise_mul", "elemwise_mul0", {data, data});
        QCOMPARE(print(graph), lines("data* 1\nu1_bn0* 3\n  moving_mean* 1\n  moving_var* 1\n"
                                     "elemwise_add0* 1\nelemwise_mul0* 1\n"));
    }

    void oddNamesStillShow()
    {
        QCOMPARE(print({"", "x", "x", "_"}), lines("* 1\nx* 2\nx* 1\n_* 1\n"));
    }

    void aVeryDeepNameIsNoProblem()
    {
        std::string name = "n";
        for (int i = 0; i < 100000; ++i) {
            name += "_n";
        }
        QCOMPARE(print({name, name + "_a", name + "_b"}).size(), 3);
    }
};

NERVURE_TEST(TstNameScopes)
#include "tst_name_scopes.moc"
