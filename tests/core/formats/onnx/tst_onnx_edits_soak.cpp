// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/environment.h"
#include "tests/support/random_edits.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <optional>
#include <set>

using namespace nervure;
using namespace nervure::tests;

/// Random edits of ONNX models: everything can be taken back and done again, what is saved opens and saves
/// to the same bytes, and what was taken back saves to the bytes that were opened.
class TstOnnxEditsSoak : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    std::size_t m_saved = 0;

    /// Two branches, a body that takes a value from outside, weights, an input that is left out.
    static std::string startModel()
    {
        const std::string body = nodeField("Add", {"x", "inner"}, {"sum"})
                                 + valueField(graph::input, "inner", {"4"})
                                 + valueField(graph::output, "sum", {"4"});
        const std::string attribute = bodyAttribute(body);
        return modelOf(
            bytesField(98, "unknown") + initializerField("w", 4) + initializerField("top", 1)
            + valueField(graph::input, "x", {"4"}) + valueField(graph::input, "w", {"4"})
            + nodeField("Relu", {"x"}, {"a"}, "relu")
            + nodeField("Softmax", {"a"}, {"b"}, "softmax", intAttribute("axis", 0))
            + nodeField("Add", {"b", "w"}, {"c"}, "add")
            + nodeField("Clip", {"c", "", "top"}, {"d"}, "clip")
            + nodeField("Loop", {"", "", "d"}, {"l"}, "loop", attribute)
            + nodeField("Split", {"l"}, {"s0", "s1"}, "split", intAttribute("axis", 0))
            + nodeField("Mul", {"s0", "s1"}, {"y"}, "mul")
            + valueField(graph::valueInfo, "c", {"4"}) + valueField(graph::output, "y", {"n"}));
    }

    void play(std::uint32_t seed)
    {
        constexpr std::size_t edits = 20;
        const auto start =
            openModelText(startModel(), "m.onnx", m_builtins.formats, m_builtins.ops);
        QVERIFY(start.ok());
        RandomEdits random(m_builtins.ops, seed);
        Graph graph = start->graph;
        std::vector<Edit> undo;
        std::vector<Graph> states{graph};
        for (std::size_t i = 0; i < edits; ++i) {
            const auto edit = random.next(graph);
            auto inverse = edit ? apply(graph, *edit) : Result<Edit>(edit.error());
            if (inverse) {
                undo.push_back(std::move(*inverse));
                states.push_back(graph);
            }
        }
        compareSaved(*start, graph);
        std::vector<Edit> redo;
        for (std::size_t i = undo.size(); i-- > 0;) {
            auto inverse = apply(graph, undo[i]);
            QVERIFY(inverse.ok());
            redo.push_back(std::move(*inverse));
            QVERIFY(graph == states[i]);
        }
        // All is taken back: the bytes that were opened.
        QCOMPARE(saved(*start, graph).value_or(std::string()), startModel());
        for (std::size_t i = 0; i < redo.size(); ++i) {
            QVERIFY(apply(graph, redo[redo.size() - 1 - i]).ok());
            QVERIFY(graph == states[i + 1]);
        }
    }

    [[nodiscard]] std::optional<std::string> saved(const OpenedModel &model,
                                                   const Graph &graph) const
    {
        Diagnostics ignored;
        auto pieces = modelPieces({graph,
                                   *model.format,
                                   {m_builtins.ops, Semantics::Fixed, {}},
                                   model.text,
                                   model.format},
                                  ignored);
        return pieces ? std::optional(pieces->text()) : std::nullopt;
    }

    /// What is saved opens as what was saved, and saves to its own bytes.
    void compareSaved(const OpenedModel &start, const Graph &graph)
    {
        const auto bytes = saved(start, graph);
        if (!bytes) {
            return; // an attribute that is no value, a copy of a body: said, and nothing is written
        }
        ++m_saved;
        const auto again = openModelText(*bytes, "again.onnx", m_builtins.formats, m_builtins.ops);
        QVERIFY2(again.ok(), again.ok() ? "" : again.error().message.c_str());
        QCOMPARE(operatorsOf(again->graph), operatorsOf(graph));
        QCOMPARE(saved(*again, again->graph).value_or(std::string()), *bytes);
    }

    /// The operators by name, with what they read.
    static std::multiset<std::string> operatorsOf(const Graph &graph)
    {
        std::multiset<std::string> operators;
        for (const NodeId id : graph.nodes()) {
            const Node &node = graph.node(id);
            if (!node.isVariable()) {
                operators.insert(node.op);
            }
        }
        return operators;
    }

private Q_SLOTS:
    void sequencesCanBeTakenBack()
    {
        const std::size_t count = soakCount(1000);
        for (std::size_t i = 0; i < count && !QTest::currentTestFailed(); ++i) {
            play(static_cast<std::uint32_t>(i + 1));
            if (QTest::currentTestFailed()) {
                qWarning("seed %zu", i + 1);
            }
        }
        // Most sequences end in a model that can be written.
        QVERIFY2(m_saved * 2 > count,
                 qPrintable(QStringLiteral("%1 of %2").arg(m_saved).arg(count)));
    }
};

NERVURE_TEST(TstOnnxEditsSoak)
#include "tst_onnx_edits_soak.moc"
