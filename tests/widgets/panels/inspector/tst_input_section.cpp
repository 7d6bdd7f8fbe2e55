// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

using namespace nervure;
using nervure::tests::PanelFixture;

/// The shape and type of an input, as the file has them.
class TstInputSection : public QObject {
    Q_OBJECT

private:
    static std::string attribute(const PanelFixture &window, const char *key)
    {
        const std::string *value =
            window.document.graph().node(window.node("data")).attrs.find(key);
        return value == nullptr ? "(none)" : *value;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void aShapeIsTypedAndSaved()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {480, 900}));
        window.selection.select(window.node("data"));
        auto *shape = window.child<QLineEdit>("inspector-input-shape");
        QVERIFY(shape->isVisible());
        shape->selectAll();
        QTest::keyClicks(shape, QStringLiteral("1x3xz"));
        QVERIFY(window.child<QLabel>("inspector-input-problem")->isVisible());
        QTest::keyClick(shape, Qt::Key_Return);
        QCOMPARE(window.document.undoStack().count(), 0);
        QTest::keyClick(shape, Qt::Key_Backspace);
        QTest::keyClicks(shape, QStringLiteral("8x8"));
        QTest::keyClick(shape, Qt::Key_Return);
        QCOMPARE(window.document.undoStack().count(), 1);
        QVERIFY2(attribute(window, "shape").find("3") != std::string::npos,
                 attribute(window, "shape").c_str());
        window.document.undoStack().undo();
        QCOMPARE(attribute(window, "shape"), std::string("(none)"));
    }

    void aTypeIsChosen()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {480, 900}));
        window.selection.select(window.node("data"));
        auto *type = window.child<QComboBox>("inspector-input-type");
        type->setFocus();
        QTest::keyClicks(type, QStringLiteral("float16"));
        QTRY_VERIFY(attribute(window, "dtype") != "(none)");
        window.document.goToHistory(0); // every letter chose one
        QCOMPARE(attribute(window, "dtype"), std::string("(none)"));
    }

    void operatorsHaveNoneToGive()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {480, 900}));
        window.selection.select(window.node("conv0"));
        QVERIFY(!window.child<QLineEdit>("inspector-input-shape")->isVisible());
    }
};

NERVURE_GUI_TEST(TstInputSection)
#include "tst_input_section.moc"
