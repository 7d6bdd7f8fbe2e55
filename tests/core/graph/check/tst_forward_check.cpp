// SPDX-License-Identifier: Apache-2.0
#include "core/graph/check/forward_check.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/support/text.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// Operators of a document, one a line.
const std::string create =
    R"({"name": "c", "optype": "create", "tensors_in": [],
 "tensors_out": [{"arg_name": "dst", "name": "t"}],
 "params": [{"arg_name": "dtype", "value": "TL_FLOAT"}, {"arg_name": "dims", "value": [2, 3]},
  {"arg_name": "ran", "value": [0, 0]}, {"arg_name": "data", "value": [0]},
  {"arg_name": "from_file", "value": false}]})";

std::string sliceOf(const std::string &name, int axis)
{
    return R"({"name": ")" + name
           + R"(", "optype": "slice", "tensors_in": [{"arg_name": "src", "name": "t"}],
 "tensors_out": [{"arg_name": "dst", "name": ")"
           + name + R"(_dst"}], "params": [{"arg_name": "axis", "value": )" + std::to_string(axis)
           + R"(}, {"arg_name": "start", "value": 0}, {"arg_name": "len", "value": 1}]})";
}

std::string printing(const std::string &params)
{
    return R"({"name": "p", "optype": "print", "tensors_in": [{"arg_name": "src", "name": "t"}],
 "tensors_out": [], "params": [)"
           + params + "]}";
}

const std::string message = R"({"arg_name": "msg", "value": "m"})";
const std::string faulty = printing("");
const std::string twice = printing(message + ", " + message); // only the reader sees that

} // namespace

class TstForwardCheck : public QObject {
    Q_OBJECT

    Builtins m_builtins = makeBuiltins();

    /// Where the faults of a document are, in the order in which they are reported.
    std::string faultyNodes(const std::vector<std::string> &ops,
                            Semantics semantics = Semantics::Exact)
    {
        const auto model = openModelText("{\"ops\": [\n" + join(ops, ",\n") + "]}", "test.json",
                                         m_builtins.formats, m_builtins.ops, semantics);
        if (!model) {
            return "refused: " + model.error().message;
        }
        std::vector<std::string> names;
        for (const Diagnostic &diagnostic : model->diagnostics) {
            names.push_back(diagnostic.where.line > 0 ? diagnostic.where.node : "no line");
        }
        return join(names, " ");
    }

private Q_SLOTS:
    void theFaultOfAnEarlierOperatorComesFirst()
    {
        for (const Semantics semantics : {Semantics::Exact, Semantics::Fixed}) {
            QCOMPARE(faultyNodes({create, sliceOf("s", 5), faulty}, semantics), std::string("s p"));
            QCOMPARE(faultyNodes({create, sliceOf("s", 5), twice}, semantics), std::string("s p"));
        }
    }

    void onlyTheFirstIsTold()
    {
        QCOMPARE(faultyNodes({create, sliceOf("s", 5), sliceOf("u", 6), faulty}),
                 std::string("s p"));
    }

    void whatComesLaterIsNotInferred()
    {
        QCOMPARE(faultyNodes({create, faulty, sliceOf("s", 5)}), std::string("p"));
        QCOMPARE(faultyNodes({create, twice, sliceOf("s", 5)}), std::string("p"));
    }

    void operatorsThatFitAreNotTold()
    {
        QCOMPARE(faultyNodes({create, sliceOf("s", 1), faulty}), std::string("p"));
    }

    void aDocumentThatCanBeInferredIsLeftToInference()
    {
        QCOMPARE(faultyNodes({create, sliceOf("s", 5), printing(message)}), std::string());
    }

    void nothingIsInferredFromWhatComesLater()
    {
        const auto model = openModelText("{\"ops\": [" + create + "," + sliceOf("s", 5) + "]}",
                                         "test.json", m_builtins.formats, m_builtins.ops);
        QVERIFY(model.ok());
        Graph later;
        later.setDialect(Dialect::LightNet);
        Node slice = model->graph.node(NodeId{1});
        slice.inputs = {Entry{NodeId{1}}};
        later.add(slice);
        later.add(model->graph.node(NodeId{0}));
        QVERIFY(!firstFaultBefore({}, later, m_builtins.ops, Semantics::Exact));
        const auto fault = firstFaultBefore({}, model->graph, m_builtins.ops, Semantics::Exact);
        QVERIFY(fault.has_value());
        QCOMPARE(fault->node, NodeId{1});
    }
};

NERVURE_TEST(TstForwardCheck)
#include "tst_forward_check.moc"
