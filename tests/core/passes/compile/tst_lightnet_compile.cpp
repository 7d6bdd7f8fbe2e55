// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/passes/pass_manager.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

constexpr const char *example = R"({"ops": [
    {"name": "y", "optype": "relu", "tensors_in": [{"arg_name": "src", "name": "x"}],
     "tensors_out": [{"arg_name": "dst", "name": "y"}], "params": []}]})";

/// A create operator and, reading it, one more.
std::string document(const std::string &op)
{
    return R"({"ops":[{"name":"c","optype":"create","tensors_in":[],"tensors_out":[)"
           R"({"arg_name":"dst","name":"x"}],"params":[{"arg_name":"dtype","value":"TL_FLOAT"},)"
           R"({"arg_name":"dims","value":[2]},{"arg_name":"ran","value":[0,0]},)"
           R"({"arg_name":"data","value":[0]},{"arg_name":"from_file","value":false}]},)"
           R"({"name":"y","optype":")"
           + op
           + R"(","tensors_in":[{"arg_name":"src","name":"x"}],)"
             R"("tensors_out":[{"arg_name":"dst","name":"y"}],"params":[]}]})";
}

} // namespace

class TstLightNetCompile : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    PassRun run(const std::string &json, std::string_view pipeline,
                Semantics semantics = Semantics::Exact)
    {
        const auto model =
            openModelText(json, "test.json", m_builtins.formats, m_builtins.ops, semantics);
        return runPasses(
            model.ok() ? model->graph : Graph(), *parsePipeline(pipeline),
            {.passes = m_builtins.passes, .ops = m_builtins.ops, .semantics = semantics});
    }
    PassRun compile(const std::string &json, Semantics semantics = Semantics::Exact)
    {
        return run(json, "InferShape,InferType,LightNetCompile", semantics);
    }
    std::string written(const Graph &graph)
    {
        Diagnostics ignored;
        return m_builtins.formats.find("lightnet")
            ->write(graph, {m_builtins.ops, Semantics::Exact, {}}, ignored)
            .value();
    }

private Q_SLOTS:
    void whatTheBackendHasNotIsRefused();
    void aCompiledDocumentKeepsItsPlan();
    void faultyPlansAreRefused_data();
    void faultyPlansAreRefused();
};

void TstLightNetCompile::whatTheBackendHasNotIsRefused()
{
    QVERIFY(compile(document("relu")).ok);
    NERVURE_VERIFY_ERROR(compile(document("relu_cpu")), "op-not-compiled",
                         "operator 'relu_cpu' of 'y' cannot be compiled for LightNet's CPU");
    QVERIFY(compile(document("relu_cpu"), Semantics::Fixed).ok);
    NERVURE_VERIFY_ERROR(compile(document("magic")), "plan-size",
                         "the size of output 0 of 'y' is not known, expected all shapes and");
    NERVURE_VERIFY_ERROR(run(example, "LightNetCompile"), "entry-dangling",
                         "relu 'y': input 0 refers to a node that the graph does not contain");
}

void TstLightNetCompile::aCompiledDocumentKeepsItsPlan()
{
    const std::string text = written(compile(document("relu")).graph);
    const PassRun again = run(text, "InferShape,InferType,PlanMemory{planner=stored}");
    QVERIFY(again.ok);
    QCOMPARE(*again.analyses.find(keys::storageOffset, again.index),
             (std::vector<std::int64_t>{1, 9}));
    QCOMPARE(*again.analyses.find(keys::storageAllocatedBytes), std::int64_t{17});
}

void TstLightNetCompile::faultyPlansAreRefused_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("instead");
    QTest::newRow("operator of no backend") << "relu_cpu"
                                            << "relu";
    QTest::newRow("no offset") << "\"offset_l\":\t9"
                               << "\"offset_l\":\t0";
    QTest::newRow("half an offset") << "\"offset_h\""
                                    << "\"offset_g\"";
    QTest::newRow("too little memory") << "[0, 17]"
                                       << "[0, 16]";
    QTest::newRow("no memory") << "mem_sizes_l"
                               << "mem_sizes_m";
    QTest::newRow("offset of 2^63") << "\"offset_h\":\t0"
                                    << "\"offset_h\":\t2147483648";
}

void TstLightNetCompile::faultyPlansAreRefused()
{
    QFETCH(QString, what);
    QFETCH(QString, instead);
    QString text = QString::fromStdString(written(compile(document("relu")).graph));
    QVERIFY(text.contains(what));
    text.replace(what, instead);
    const PassRun again =
        run(text.toStdString(), "InferShape,InferType,PlanMemory{planner=stored}");
    QVERIFY(!again.ok);
    QCOMPARE(again.diagnostics.back().code, std::string("plan-stored"));
    QVERIFY(!again.diagnostics.back().where.node.empty());
}

NERVURE_TEST(TstLightNetCompile)
#include "tst_lightnet_compile.moc"
