// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/op/fitting_operators.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;

/// Which operators are offered for a value.
class TstFittingOperators : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    [[nodiscard]] bool fits(const char *op, const Shape &shape, Dialect dialect = Dialect::Nnvm,
                            DType type = DType::Float32) const
    {
        const auto all = fittingOperators(m_builtins.ops, dialect, Semantics::Fixed, shape, type);
        return std::any_of(all.begin(), all.end(),
                           [op](const OpSpec *spec) { return spec->name == op; });
    }

private Q_SLOTS:
    void imagesGoIntoConvolutions()
    {
        QVERIFY(fits("conv2d", {1, 3, 8, 8}));
        QVERIFY(fits("max_pool2d", {1, 3, 8, 8}));
        QVERIFY(fits("relu", {1, 3, 8, 8}));
        QVERIFY(fits("elemwise_add", {1, 3, 8, 8}));
    }

    void rowsDoNot()
    {
        QVERIFY(!fits("conv2d", {1, 10}));
        QVERIFY(!fits("max_pool2d", {1, 10}));
        QVERIFY(fits("dense", {1, 10}));
        QVERIFY(fits("softmax", {1, 10}));
    }

    void anUnknownShapeTakesEverythingThatReads()
    {
        QVERIFY(fits("conv2d", {}));
        QVERIFY(fits("dense", {}));
    }

    void operatorsWithoutInputsReadNothing()
    {
        QVERIFY(!fits("ones", {1, 10}));
        QVERIFY(!fits("create", {1, 10}, Dialect::LightNet));
    }

    void onlyTheDialectsOwn()
    {
        QVERIFY(fits("relu", {1, 3, 8, 8}, Dialect::LightNet));
        const auto all = fittingOperators(m_builtins.ops, Dialect::LightNet, Semantics::Fixed,
                                          {1, 3, 8, 8}, DType::Float32);
        QVERIFY(!all.empty());
        for (const OpSpec *spec : all) {
            QCOMPARE(spec->dialect, Dialect::LightNet);
        }
    }
};

NERVURE_TEST(TstFittingOperators)
#include "tst_fitting_operators.moc"
