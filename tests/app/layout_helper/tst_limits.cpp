// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/layout_protocol.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QProcess>
#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// What nervure-layout may take of a machine grows with the graph that it lays out.
class TstLimits : public QObject {
    Q_OBJECT

private:
    /// Boxes in a row, each below the one before.
    static LayoutRequest chain(std::uint32_t count)
    {
        LayoutRequest request;
        for (std::uint32_t i = 0; i < count; ++i) {
            request.nodes.push_back({100, 40});
            if (i > 0) {
                LayoutEdge edge;
                edge.from = i - 1;
                edge.to = i;
                request.edges.push_back(edge);
            }
        }
        return request;
    }

    /// The soft limit of that name after the request was answered; -1 where there is none.
    static qint64 limitAfter(QProcess &helper, const LayoutRequest &request, const char *name)
    {
        helper.write(QByteArray::fromStdString(encodeLayoutRequest(request)) + '\n');
        while (!helper.canReadLine() && helper.waitForReadyRead(60'000)) {
        }
        const QByteArray answer = helper.readLine();
        if (!answer.contains("\"nodes\"")) {
            qWarning("%s", answer.constData());
            return -2;
        }
        const std::string file = "/proc/" + std::to_string(helper.processId()) + "/limits";
        const QByteArray limits = QByteArray::fromStdString(readFile(file));
        for (const QByteArray &line : limits.split('\n')) {
            if (line.startsWith(name)) {
                bool isNumber = false;
                const qint64 limit =
                    line.mid(26).simplified().split(' ').first().toLongLong(&isNumber);
                return isNumber ? limit : -1;
            }
        }
        return -2;
    }

private Q_SLOTS:
    void theyGrowWithTheGraph()
    {
        QProcess helper;
        helper.start(QString::fromStdString(program("nervure-layout").string()), QStringList());
        QVERIFY(helper.waitForStarted());
        const qint64 small = limitAfter(helper, chain(5), "Max cpu time");
        const qint64 large = limitAfter(helper, chain(1500), "Max cpu time");
        QVERIFY2(small > 0 && small < 60, qPrintable(QString::number(small)));
        QVERIFY2(large >= small + 20, qPrintable(QString::number(large)));
        QVERIFY(limitAfter(helper, chain(5), "Max address space") > 0);
        helper.closeWriteChannel();
        QVERIFY(helper.waitForFinished());
        QCOMPARE(helper.exitCode(), 0);
    }
};

NERVURE_TEST(TstLimits)
#include "tst_limits.moc"
