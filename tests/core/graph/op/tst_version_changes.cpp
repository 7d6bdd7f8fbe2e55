// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/op/version_changes.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstVersionChanges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void versionsComeInOrder()
    {
        std::vector<int> since;
        for (const OpSpec *spec : versionsOf(m_builtins.ops, Dialect::Onnx, "Reshape")) {
            since.push_back(spec->sinceVersion);
        }
        QCOMPARE(since, (std::vector<int>{1, 5, 13, 14, 19, 21, 23, 24, 25}));
        QCOMPARE(versionsOf(m_builtins.ops, Dialect::Nnvm, "conv2d").size(), std::size_t(1));
        QVERIFY(versionsOf(m_builtins.ops, Dialect::Onnx, "Nothing").empty());
    }

    void changesAreTold()
    {
        QCOMPARE(changes("Reshape", 5),
                 (std::vector<std::string>{
                     "inputs are data, shape, not data",
                     "data may be uint8, int8, uint16, int16, int32, int64, string, bool, uint32, "
                     "uint64, complex64 or complex128",
                     "attribute consumed_inputs is gone", "attribute shape is gone"}));
        QCOMPARE(changes("Reshape", 14), (std::vector<std::string>{"attribute allowzero is new"}));
        QCOMPARE(changes("Scatter", 11),
                 (std::vector<std::string>{"models must not use it any more",
                                           "replaced by ScatterElements"}));
    }

private:
    std::vector<std::string> changes(const char *op, std::uint16_t opset) const
    {
        const OpSpec *after = m_builtins.ops.find(Dialect::Onnx, op, opset);
        const OpSpec *before =
            m_builtins.ops.find(Dialect::Onnx, op, static_cast<std::uint16_t>(opset - 1));
        return changesBetween(*before, *after);
    }

    const Builtins m_builtins = makeBuiltins();
};

NERVURE_TEST(TstVersionChanges)
#include "tst_version_changes.moc"
