// SPDX-License-Identifier: Apache-2.0
#include "core/proof/value_trace.h"

#include "core/graph/edits/model_builder.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;

class TstValueTrace : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();
    DeviceCatalog m_devices;
    ExecutionRequest m_how;

    /// x → tanh → log → relu → sigmoid: the logarithm of what is negative is none.
    [[nodiscard]] RunnableGraph chain() const
    {
        ModelBuilder model(m_builtins.ops);
        Entry at = model.variable("x", {{"shape", "(2, 3)"}});
        for (const char *op : {"tanh", "log", "relu", "sigmoid"}) {
            at = model.apply(op, {at}, {}, op);
        }
        ExecutionRequest request;
        request.graph = model.finish({at}).value();
        return makeRunnable(request, m_builtins).value().graph;
    }
    static Entry entryOf(const RunnableGraph &graph, const char *name)
    {
        return {*graph.graph().findByName(name), 0, 0};
    }

private Q_SLOTS:
    void initTestCase() { m_how.device = "reference"; }

    void littleMemoryMakesNoOtherValues()
    {
        const RunnableGraph graph = chain();
        ExecutionContext execution{m_builtins, m_devices, {}};
        const ProofContext context{m_how, execution};
        ValueTrace whole(graph, context);
        for (const std::size_t bytes : {std::size_t{1}, std::size_t{48}}) {
            ValueTrace parts(graph, context, bytes);
            for (const char *name : {"tanh", "log", "relu", "sigmoid", "tanh"}) { // and back again
                const auto expected = whole.value(entryOf(graph, name));
                const auto found = parts.value(entryOf(graph, name));
                QVERIFY(expected.ok() && found.ok());
                QVERIFY(std::equal((*expected)->bytes().begin(), (*expected)->bytes().end(),
                                   (*found)->bytes().begin(), (*found)->bytes().end()));
            }
        }
    }

    void variablesHaveTheirValues()
    {
        const RunnableGraph graph = chain();
        ExecutionContext execution{m_builtins, m_devices, {}};
        const ProofContext context{m_how, execution};
        ValueTrace trace(graph, context);
        const auto x = trace.value(entryOf(graph, "x"));
        QVERIFY(x.ok());
        QCOMPARE((*x)->shape(), (Shape{2, 3}));
        NERVURE_VERIFY_ERROR(trace.value({NodeId{99}, 0, 0}), "compare", "no such value");
    }

    void theNodeThatMakesNoNumbersIsNamed()
    {
        const RunnableGraph graph = chain();
        ExecutionContext execution{m_builtins, m_devices, {}};
        const ProofContext context{m_how, execution};
        for (const std::size_t bytes : {std::size_t{1}, ValueTrace::usualBytes}) {
            ValueTrace trace(graph, context, bytes);
            const auto source = trace.firstNonFinite();
            QVERIFY(source.ok() && source->has_value());
            QCOMPARE((*source)->name, std::string("log"));
            QVERIFY((*source)->count.nans > 0);
        }
    }
};

NERVURE_TEST(TstValueTrace)
#include "tst_value_trace.moc"
