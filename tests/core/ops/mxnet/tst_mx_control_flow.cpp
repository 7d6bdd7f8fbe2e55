// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// Shapes, types and values of control flow are tested with the passes that look into its bodies.
class TstMxControlFlow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void inputsAndOutputsAreCounted()
    {
        const MXNetProbe probe("_foreach", {{"num_args", "3"},
                                            {"num_outputs", "2"},
                                            {"num_out_data", "1"},
                                            {"in_data_locs", "[0]"},
                                            {"in_state_locs", "[1]"},
                                            {"remain_locs", "[]"}});
        QVERIFY(probe.diagnostics.empty());
        QCOMPARE(probe.outputCount(), std::size_t{2});
        QCOMPARE(probe.spec()->inputNames(probe.rule()),
                 (std::vector<std::string>{"data0", "data1"}));
    }

    void tooManyEndsAreRefused()
    {
        const MXNetProbe probe("_cond", {{"num_args", "1000000000"},
                                         {"num_outputs", "1"},
                                         {"cond_input_locs", "[0]"},
                                         {"then_input_locs", "[0]"},
                                         {"else_input_locs", "[0]"}});
        QVERIFY(!probe.diagnostics.empty());
    }

    void withoutItsBodiesItIsRefused()
    {
        const MXNetProbe probe("_while_loop", {{"num_args", "3"},
                                               {"num_outputs", "1"},
                                               {"num_out_data", "0"},
                                               {"max_iterations", "2"},
                                               {"cond_input_locs", "[0]"},
                                               {"func_input_locs", "[0]"},
                                               {"func_var_locs", "[0]"}});
        const std::string reason = probe.lowersTo({{1}});
        QVERIFY2(reason.find("found 0 subgraphs, expected 2") != std::string::npos, reason.c_str());
    }
};

NERVURE_TEST(TstMxControlFlow)
#include "tst_mx_control_flow.moc"
