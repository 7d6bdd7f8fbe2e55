// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstDot : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void drawsOperatorsAndFoldsParameters();
    void unfoldsWhatNodesHold();
};

namespace {

std::string dotOf(const std::string &json)
{
    const Builtins builtins = makeBuiltins();
    const auto model = openModelText(json, "t.json", builtins.formats, builtins.ops);
    Diagnostics diagnostics;
    const FormatSpec *dot = builtins.formats.find("dot");
    return dot->write(model->graph, {builtins.ops, Semantics::Exact, {}}, diagnostics).value();
}

} // namespace

void TstDot::drawsOperatorsAndFoldsParameters()
{
    const std::string dot = dotOf(
        R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
                      {"op": "null", "name": "d_weight", "inputs": []},
                      {"op": "null", "name": "d_bias", "inputs": []},
                      {"op": "dense", "name": "d", "attrs": {"units": "2"},
                       "inputs": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}],
            "arg_nodes": [0, 1, 2], "heads": [[3, 0, 0]]})");
    QVERIFY(dot.find("n0 -> n3") != std::string::npos);
    QVERIFY(dot.find("label=\"dense\\nd\\n") != std::string::npos);
    QVERIFY(dot.find("d_weight") == std::string::npos);
}

void TstDot::unfoldsWhatNodesHold()
{
    const std::string subgraph =
        R"({"nodes": [{"op": "null", "name": "y", "inputs": []},
                      {"op": "relu", "name": "inner", "inputs": [[0, 0, 0]]}],
            "arg_nodes": [0], "heads": [[1, 0, 0]]})";
    const std::string dot = dotOf(
        R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
                      {"op": "_foreach", "name": "outer", "inputs": [[0, 0, 0]],
                       "subgraphs": [)"
        + subgraph + R"(]}], "arg_nodes": [0], "heads": [[1, 0, 0]]})");
    QVERIFY2(dot.find("subgraph cluster_0 {\n  label=\"outer: body\"") != std::string::npos,
             dot.c_str());
    QVERIFY(dot.find("label=\"relu\\ninner\"") != std::string::npos);
    QVERIFY(dot.find("n0 -> n1") != std::string::npos);
}

NERVURE_TEST(TstDot)
#include "tst_dot.moc"
