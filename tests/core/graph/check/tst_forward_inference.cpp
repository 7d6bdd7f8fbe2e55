// SPDX-License-Identifier: Apache-2.0
#include "core/graph/check/forward_inference.h"

#include "core/builtins.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstForwardInference : public QObject {
    Q_OBJECT

    Builtins m_builtins = makeBuiltins();
    Graph m_graph;

    NodeId add(const std::string &op, AttrDict attrs, const std::vector<Entry> &inputs)
    {
        Node node;
        node.dialect = Dialect::LightNet;
        node.op = op;
        node.attrs = std::move(attrs);
        node.inputs.assign(inputs.begin(), inputs.end());
        node.outputPorts = {{"dst", {}, 0}};
        return m_graph.add(std::move(node));
    }

    NodeId addZeros() { return add("zeros", {{"dtype", "\"TL_FLOAT\""}, {"dims", "[2,3]"}}, {}); }

    NodeId addSlice(const Entry &from, const std::string &axis)
    {
        return add("slice", {{"axis", axis}, {"start", "0"}, {"len", "1"}}, {from});
    }

private Q_SLOTS:
    void init() { m_graph = Graph(); }
    void rulesSeeWhatWasInferredBefore();
    void inputsAreKnownOnceTheirOperatorWasInferred();
    void unknownOperatorsInferNothingAndLetReadersBeLookedAt();
    void faultyAttributesAreTold();
};

/// The shape of the first slice says that there is no axis 2.
void TstForwardInference::rulesSeeWhatWasInferredBefore()
{
    const NodeId zeros = addZeros();
    const NodeId good = addSlice({zeros, 0, 0}, "1");
    const NodeId bad = addSlice({good, 0, 0}, "2");
    ForwardInference inference(m_builtins.ops, Semantics::Fixed);
    Diagnostics problems;
    QVERIFY(inference.infer(zeros, m_graph.node(zeros), problems).ok());
    QVERIFY(inference.infer(good, m_graph.node(good), problems).ok());
    const Status status = inference.infer(bad, m_graph.node(bad), problems);
    QVERIFY(!status.ok());
    QVERIFY2(status.error().message.find("axis") != std::string::npos,
             status.error().message.c_str());
    QVERIFY(problems.empty());
}

void TstForwardInference::inputsAreKnownOnceTheirOperatorWasInferred()
{
    const NodeId zeros = addZeros();
    const NodeId slice = addSlice({zeros, 0, 0}, "1");
    const NodeId beyond = addSlice({zeros, 1, 0}, "1");
    ForwardInference inference(m_builtins.ops, Semantics::Fixed);
    QVERIFY(inference.knowsInputs(m_graph.node(zeros)));
    QVERIFY(!inference.knowsInputs(m_graph.node(slice)));
    Diagnostics problems;
    QVERIFY(inference.infer(zeros, m_graph.node(zeros), problems).ok());
    QVERIFY(inference.knowsInputs(m_graph.node(slice)));
    QVERIFY(!inference.knowsInputs(m_graph.node(beyond)));
}

void TstForwardInference::unknownOperatorsInferNothingAndLetReadersBeLookedAt()
{
    const NodeId unknown = add("no_such_operator", {}, {});
    const NodeId slice = addSlice({unknown, 0, 0}, "1");
    ForwardInference inference(m_builtins.ops, Semantics::Fixed);
    Diagnostics problems;
    QVERIFY(inference.infer(unknown, m_graph.node(unknown), problems).ok());
    QVERIFY(inference.knowsInputs(m_graph.node(slice)));
    QVERIFY(problems.empty());
}

void TstForwardInference::faultyAttributesAreTold()
{
    const NodeId zeros = add("zeros", {{"dtype", "\"TL_FLOAT\""}, {"dims", "\"wide\""}}, {});
    ForwardInference inference(m_builtins.ops, Semantics::Fixed);
    Diagnostics problems;
    (void)inference.infer(zeros, m_graph.node(zeros), problems);
    QCOMPARE(problems.size(), std::size_t{1});
    QVERIFY2(problems[0].message.find("dims") != std::string::npos, problems[0].message.c_str());
}

NERVURE_TEST(TstForwardInference)
#include "tst_forward_inference.moc"
