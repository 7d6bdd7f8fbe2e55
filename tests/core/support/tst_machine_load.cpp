// SPDX-License-Identifier: Apache-2.0
#include "core/support/machine_load.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>
#include <QThread>

#include <cmath>

using namespace nervure;

class TstMachineLoad : public QObject {
    Q_OBJECT

private:
    /// Works for some time, with a program beside it or not, and says what others had meanwhile.
    static double othersDuring(const char *program)
    {
        QProcess other;
        if (program != nullptr) {
            other.start(QStringLiteral("sh"), {QStringLiteral("-c"), QString::fromLatin1(program)});
            if (!other.waitForStarted()) {
                qFatal("cannot start a shell");
            }
        }
        const MachineLoad load;
        QElapsedTimer clock;
        clock.start();
        volatile double sink = 1;
        while (clock.elapsed() < 1000) {
            sink = std::sqrt(sink + 1);
        }
        const std::optional<double> others = load.ofOthers();
        other.kill();
        other.waitForFinished();
        return others.value_or(-1);
    }

private Q_SLOTS:
    void othersAreSeen()
    {
        const double quiet = othersDuring(nullptr);
        QVERIFY2(quiet >= 0 && quiet <= 1, "the system tells");
        const double busy = othersDuring("while :; do :; done");
        // A loop has a good part of one processor, if not all of it, whatever else is there.
        const double part = 0.2 / std::max(1, QThread::idealThreadCount());
        QVERIFY2(busy >= part, qPrintable(QString::number(busy)));
    }
};

NERVURE_TEST(TstMachineLoad)
#include "tst_machine_load.moc"
