// SPDX-License-Identifier: Apache-2.0
#include "core/support/file.h"
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

/// What LightNet's operators have in common, against the table of them.
class TstLnCommon : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void everyOperatorIsDeclared();
    void otherTypesAreComputedToo();
    void resultsThatAreTooLargeAreErrors();
};

namespace {

nlohmann::json record(const char *file)
{
    return nlohmann::json::parse(nervure::readFile(oraclesFolder() / "lightnet" / file).value());
}

std::vector<std::string> sortedNames(const nlohmann::json &entries)
{
    std::vector<std::string> names;
    for (const auto &entry : entries) {
        const auto name = entry["arg_name"].get<std::string>();
        if (name.back() != '*') {
            names.push_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// A node with ports of these roles, of which some operators take any number.
Node nodeOf(const std::string &op, const nlohmann::json &entry)
{
    Node node;
    node.op = op;
    node.dialect = Dialect::LightNet;
    for (const std::string &name : sortedNames(entry["tensors_in"])) {
        node.inputPorts.push_back({name, {}});
    }
    for (const std::string &name : sortedNames(entry["tensors_out"])) {
        node.outputPorts.push_back({name, {}});
    }
    return node;
}

} // namespace

void TstLnCommon::everyOperatorIsDeclared()
{
    NERVURE_NEED_ORACLES();
    const nlohmann::json table = record("operators.json")["operators"];
    QCOMPARE(int(table.size()), 36);
    for (const auto &[name, entry] : table.items()) {
        const OpSpec *spec = m_builtins.ops.find(Dialect::LightNet, name);
        QVERIFY2(spec && spec->inferShape && spec->inferType && spec->reference, name.c_str());
        const Node node = nodeOf(name, entry);
        const ParsedAttrs attrs(spec->attrs.makeDefault());
        const RuleContext rule{node, attrs};
        auto inputs = spec->inputNames(rule);
        auto outputs = spec->outputNames(rule);
        std::sort(inputs.begin(), inputs.end());
        std::sort(outputs.begin(), outputs.end());
        std::vector<std::string> params;
        for (const AttrDecl &decl : spec->attrs.decls) {
            QVERIFY2(decl.required, decl.name.c_str());
            params.push_back(decl.name);
        }
        std::sort(params.begin(), params.end());
        QVERIFY2(inputs == sortedNames(entry["tensors_in"]), name.c_str());
        QVERIFY2(outputs == sortedNames(entry["tensors_out"]), name.c_str());
        QVERIFY2(params == sortedNames(entry["params"]), name.c_str());
        QVERIFY2(spec->isStatic == entry["output_static"].get<bool>(), name.c_str());
        const bool isAlias = !entry["alias"].is_null();
        QVERIFY2(!spec->sharedMemory.empty() == isAlias, name.c_str());
        const auto cpu = entry["cpu"].get<std::string>();
        const bool isEmpty = cpu.starts_with("EMPTY") || cpu.starts_with("crashes");
        QVERIFY2(spec->isEmptyInExact == isEmpty, name.c_str());
    }
}

void TstLnCommon::otherTypesAreComputedToo()
{
    const std::vector<std::pair<std::string, std::string>> window{{"size", "[1,2]"},
                                                                  {"stride", "[1,1]"},
                                                                  {"padding", "[0,0,0,0]"},
                                                                  {"autopad", "\"NOTSET\""}};
    auto conv = window;
    conv.emplace_back("group", "1");
    conv.emplace_back("dilation", "[1,1]");
    const auto computed = [this](const std::string &op, std::vector<LightNetInput> inputs,
                                 const auto &params, const char *type) {
        for (LightNetInput &input : inputs) {
            input.dtype = type;
        }
        return resultOf(runLightNet(oneOp(op, inputs, params), m_builtins));
    };
    using V = std::vector<double>;
    const std::vector<LightNetInput> image{{"src", "[1,1,1,3]", "[100,50,-3]"}};
    const std::vector<LightNetInput> operands{
        image[0], {"weight", "[1,1,1,2]", "[1,1]"}, {"bias", "[1]", "[7]"}};
    QCOMPARE(computed("conv2d", operands, conv, "TL_INT8"), (V{127, 54}));
    QCOMPARE(computed("conv2d", operands, conv, "TL_INT64"), (V{157, 54}));
    QCOMPARE(computed("maxpool2d", image, window, "TL_INT16"), (V{100, 50}));
    QCOMPARE(computed("maxpool2d", image, window, "TL_BOOL"), (V{1, 1}));
    QCOMPARE(computed("avgpool2d", image, window, "TL_INT32"), (V{75, 23}));
    const std::vector<std::pair<std::string, std::string>> none;
    QCOMPARE(computed("relu", image, none, "TL_INT32"), (V{100, 50, 0}));
    QCOMPARE(computed("relu", image, none, "TL_BOOL"), (V{1, 1, 1}));
    QCOMPARE(computed("sigmoid", image, none, "TL_INT32"), (V{1, 1, 0}));
}

void TstLnCommon::resultsThatAreTooLargeAreErrors()
{
    const std::vector<LightNetInput> two{{"src1", "[2,1]", "[0]"}, {"src2", "[2,1]", "[0]"}};
    QVERIFY(runLightNet(oneOp("concat", two, {{"axis", "1"}}), m_builtins).error.empty());
    const auto run = runLightNet(oneOp("upsample", {{"src", "[2,2]", "[0]"}},
                                       {{"mode", "\"TL_NEAREST\""}, {"scales", "[40000,40000]"}}),
                                 m_builtins);
    QVERIFY(run.error.find("more than 2147483647 elements") != std::string::npos);
}

NERVURE_TEST(TstLnCommon)
#include "tst_ln_common.moc"
