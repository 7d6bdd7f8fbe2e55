// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/style/form.h"

#include <QLabel>

using namespace nervure;
using nervure::tests::PanelFixture;

/// What the inspector tells of a node's time.
class TstTimeSection : public QObject {
    Q_OBJECT

private:
    static std::shared_ptr<const ProfileReport> report(double ms)
    {
        ProfileReport made;
        LayerProfile layer;
        layer.node = {NodeId(), "conv0"};
        layer.nodes = {layer.node, {NodeId(), "relu0"}};
        layer.ms.median = ms;
        layer.ms.interval = Interval{ms * 0.9, ms * 1.1, 0.95};
        layer.launchMs = 0.5;
        layer.flops = 2000000;
        layer.bytes = 3000;
        KernelProfile kernel;
        kernel.name = "conv2d_direct";
        kernel.calls = 2;
        kernel.global = {64, 8, 1};
        kernel.local = {8, 8, 1};
        layer.kernels = {kernel};
        layer.verdict.bound = LayerBound::Compute;
        layer.verdict.computeShare = 0.71;
        made.data.layers = {layer};
        return std::make_shared<const ProfileReport>(std::move(made));
    }
    /// "Median 2.00 ms ±10.0 %": the lines of the section; empty where it is hidden.
    static QStringList lines(PanelFixture &window)
    {
        const auto *section = window.child<QWidget>("inspector-times");
        QStringList all;
        const auto *form = section->findChild<Form *>();
        for (int row = 0; section->isVisible() && row < form->rows(); ++row) {
            const auto *value = qobject_cast<QLabel *>(form->fieldAt(row));
            QString line = form->titleAt(row)->text() + u' ' + value->text();
            all.append(line.replace(QChar(0xA0), u' ').remove(QChar(0x200B)));
        }
        return all;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void aNodeTellsTheTimeOfItsLayer()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {400, 700}));
        window.selection.setNodes({window.node("conv0")});
        QTRY_COMPARE(lines(window), QStringList()); // nothing was run
        window.document.setProfile(report(2), window.document.revision());
        QTRY_COMPARE(
            lines(window),
            (QStringList{QStringLiteral("Median 2.00 ms ±10.0 %"), QStringLiteral("Share 100.0 %"),
                         QStringLiteral("Launch 0.500 ms"),
                         QStringLiteral("Operations 2.00 MFLOP, 0 GFLOP/s"),
                         QStringLiteral("Bytes 3.0 kB, 0 GB/s"),
                         QStringLiteral("Kernel conv2d_direct · 64×8 in groups of 8×8 · ×2")}));
        QVERIFY(window.child<QLabel>("inspector-verdict")
                    ->text()
                    .startsWith(QStringLiteral("Bound by arithmetic: 71.0")));
        window.selection.setNodes({window.node("relu0")});
        QTRY_COMPARE(lines(window).front(), QStringLiteral("In layer conv0"));
        window.selection.setNodes({window.node("fc0")}); // no layer runs it
        QTRY_VERIFY(lines(window).isEmpty());
    }

    void aComparisonTellsTheTimeBefore()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {400, 700}));
        window.document.setProfile(report(4), window.document.revision());
        window.document.setProfile(report(1), window.document.revision());
        window.selection.setNodes({window.node("conv0")});
        window.document.runs().compareWith(1);
        QTRY_VERIFY2(lines(window).contains(QStringLiteral("Before 4.00 ms, -75.0 %")),
                     qPrintable(lines(window).join(u'\n')));
        window.document.runs().compareWith(0);
        QTRY_VERIFY(!lines(window).join(u'\n').contains(QStringLiteral("Before")));
    }
};

NERVURE_GUI_TEST(TstTimeSection)
#include "tst_time_section.moc"
