// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_choice.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstAttrChoice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void otherTextsAreRefusedWithTheLegalOnes()
    {
        const std::vector<std::string> choices{"SAME", "VALID"};
        QVERIFY(checkChoice(choices, "SAME").ok());
        NERVURE_VERIFY_ERROR(checkChoice(choices, "same"), "attr-invalid",
                             "expected one of SAME, VALID");
        QVERIFY(checkChoice({}, "anything").ok());
    }
};

NERVURE_TEST(TstAttrChoice)
#include "tst_attr_choice.moc"
