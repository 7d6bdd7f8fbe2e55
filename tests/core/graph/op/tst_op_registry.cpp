// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"

#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

OpSpec versionOf(const char *name, std::uint16_t version, const char *summary)
{
    OpSpec spec = OpBuilder(Dialect::Onnx, name).summary(summary).build();
    spec.sinceVersion = version;
    return spec;
}

} // namespace

class TstOpRegistry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A node's operator is the newest declaration that its operator set has; without a set, the newest.
    void versionsOfAnOperator()
    {
        OpRegistry ops;
        ops.add(versionOf("Clip", 6, "bounds as attributes"));
        ops.add(versionOf("Clip", 11, "bounds as inputs"));
        ops.add(versionOf("Clip", 1, "first"));
        const auto summaryAt = [&](std::uint16_t opset) {
            Node node;
            node.op = "Clip";
            node.dialect = Dialect::Onnx;
            node.opset = opset;
            return ops.find(node)->summary;
        };
        QCOMPARE(summaryAt(1), std::string("first"));
        QCOMPARE(summaryAt(5), std::string("first"));
        QCOMPARE(summaryAt(10), std::string("bounds as attributes"));
        QCOMPARE(summaryAt(11), std::string("bounds as inputs"));
        QCOMPARE(summaryAt(0), std::string("bounds as inputs"));
        QCOMPARE(ops.names(Dialect::Onnx), std::vector<std::string>{"Clip"});
    }

    void anOperatorThatIsNewerThanTheSet()
    {
        OpRegistry ops;
        ops.add(versionOf("Gelu", 20, ""));
        QVERIFY(ops.find(Dialect::Onnx, "Gelu", 19) == nullptr);
        QVERIFY(ops.find(Dialect::Onnx, "Gelu", 20) != nullptr);
        QVERIFY(ops.find(Dialect::Nnvm, "Gelu") == nullptr);
    }
};

NERVURE_TEST(TstOpRegistry)
#include "tst_op_registry.moc"
