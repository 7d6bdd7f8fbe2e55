// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/document/graph_changes.h"

#include <QTest>

using namespace nervure;

class TstGraphChanges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyMarkHasASignAndAWord()
    {
        for (const ChangeMark mark :
             {ChangeMark::Added, ChangeMark::Changed, ChangeMark::Fused, ChangeMark::Removed}) {
            QVERIFY(!changeSign(mark).isEmpty());
            QVERIFY(!changeWord(mark).isEmpty());
        }
        QVERIFY(changeSign(ChangeMark::None).isEmpty());
    }

    void originsAreNamed()
    {
        Graph before;
        Node node;
        node.name = "Größe";
        const NodeId id = before.add(node);
        QCOMPARE(originText({ChangeMark::Added, id, {id}, "why"}, before),
                 QStringLiteral("Größe: why"));
    }
};

NERVURE_TEST(TstGraphChanges)
#include "tst_graph_changes.moc"
