// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_completion.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstQueryCompletion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void offersWhatMayStandThere_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("first");
        QTest::addColumn<int>("from");
        const auto row = [](const char *text, const char *first, int from) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(first) << from;
        };
        row("o", "op:", 0);
        row("op:", "variable", 3);
        row("op:con", "conv2d", 3);
        row("op!=re", "relu", 4);
        row("conv", "conv2d", 0);
        row("relu & pa", "params>", 7);
        row("pat", "path(", 0);
        row("is:par", "parameter", 3);
        row("dtype:float1", "float16", 6);
        row("category:", "convolution", 9);
        row("attr.ker", "attr.kernel_size", 0);
        row("!(anc", "ancestors(", 2);
        row("nothing", "", 0);
        row("\"op:", "", 0);
        row("params>1", "", 7);
        row("", "", 0);
    }
    void offersWhatMayStandThere()
    {
        QFETCH(QString, text);
        QFETCH(QString, first);
        QFETCH(int, from);
        const std::string query = text.toStdString();
        const QueryCompletion completion =
            completeQuery(query, query.size(), {{"conv2d", "relu"}, {"channels", "kernel_size"}});
        QCOMPARE(completion.texts.empty() ? QString()
                                          : QString::fromStdString(completion.texts.front()),
                 first);
        if (!completion.texts.empty()) {
            QCOMPARE(static_cast<int>(completion.from), from);
            QCOMPARE(completion.to, query.size());
        }
    }
};

NERVURE_TEST(TstQueryCompletion)
#include "tst_query_completion.moc"
