// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/machine_dialog.h"

#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_class.h"
#include "widgets/jobs/worker_process.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace nervure;

namespace {

QString machineProgram()
{
    return QString::fromStdString(tests::program("nervure-cli").string());
}

void type(QLineEdit *field, const QString &text)
{
    field->selectAll();
    QTest::keyClicks(field, text);
}

} // namespace

/// Another machine, by a real ssh to this one.
class TstMachineDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        NERVURE_NEED_SSHD(m_server);
        qputenv("NERVURE_SSH", m_server.command());
    }

    void whatIsWrongIsToldWhereItCanBeMended()
    {
        WorkerProcess worker(machineProgram());
        MachineDialog dialog(worker, {});
        dialog.show();
        auto *host = dialog.findChild<QComboBox *>(QStringLiteral("machine-host"));
        auto *program = dialog.findChild<QLineEdit *>(QStringLiteral("machine-program"));
        const auto *failure = dialog.findChild<QLabel *>(QStringLiteral("machine-failure"));
        auto *connectButton = dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
        QVERIFY(failure->isHidden());
        type(host->lineEdit(), QStringLiteral("-oProxyCommand=x"));
        QTest::mouseClick(connectButton, Qt::LeftButton);
        QVERIFY(failure->text().contains(QStringLiteral("-oProxyCommand=x")));
        QVERIFY(!worker.isBusy());

        type(host->lineEdit(), QStringLiteral("here"));
        type(program, QStringLiteral("/no/such/nervure-cli"));
        QTest::mouseClick(connectButton, Qt::LeftButton);
        QVERIFY(failure->isHidden() && !host->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!failure->isHidden(), 60000);
        QVERIFY2(failure->text().contains(QStringLiteral("/no/such/nervure-cli")),
                 qPrintable(failure->text()));
        QVERIFY(host->isEnabled() && dialog.isVisible());

        type(program, machineProgram());
        QTest::keyClick(program, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isVisible(), 60000);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        QCOMPARE(dialog.machine(), tests::SshServer::device(QString()));
        compareWithCommandLine(worker);
    }

    void knownMachinesAreThere()
    {
        WorkerProcess worker(machineProgram());
        const MachineDialog dialog(
            worker, {QStringLiteral("ssh:gpu1=/opt/nervure-cli/"), QStringLiteral("ssh:me@gpu2")});
        const auto *host = dialog.findChild<QComboBox *>(QStringLiteral("machine-host"));
        QCOMPARE(host->currentText(), QStringLiteral("gpu1"));
        QCOMPARE(host->itemText(1), QStringLiteral("me@gpu2"));
        QCOMPARE(dialog.machine(), QStringLiteral("ssh:gpu1=/opt/nervure-cli/"));
    }

    void cancelStopsTheConnection()
    {
        qputenv("NERVURE_SSH", "bash -c tac");
        WorkerProcess worker(machineProgram());
        MachineDialog dialog(worker, {QStringLiteral("ssh:gpu1")});
        dialog.show();
        QTest::keyClick(&dialog, Qt::Key_Return);
        QVERIFY(worker.isBusy());
        QSignalSpy failed(&worker, &WorkerProcess::failed);
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QCOMPARE(dialog.result(), int(QDialog::Rejected));
        QTRY_VERIFY(!worker.isBusy());
        QCOMPARE(failed.size(), 1);
        qputenv("NERVURE_SSH", m_server.command());
    }

private:
    /// Both ask the machine by one function.
    static void compareWithCommandLine(const WorkerProcess &worker)
    {
        const tests::CliResult result =
            tests::runCli({QStringLiteral("devices"), QStringLiteral("--json"),
                           QStringLiteral("--device"), tests::SshServer::device(QString())});
        const QJsonArray told = result.json().value(QStringLiteral("devices")).toArray();
        QCOMPARE(worker.devices().size(), told.size());
        QVERIFY(!told.isEmpty());
        for (qsizetype i = 0; i < told.size(); ++i) {
            const WorkerDevice &device = worker.devices()[i];
            QCOMPARE(device.id, told[i].toObject().value(QStringLiteral("id")).toString());
            QCOMPARE(device.machine, QStringLiteral("here"));
            QVERIFY2(device.label.endsWith(QStringLiteral(" on here")), qPrintable(device.label));
        }
    }

    tests::SshServer m_server;
};

NERVURE_GUI_TEST(TstMachineDialog)
#include "tst_machine_dialog.moc"
