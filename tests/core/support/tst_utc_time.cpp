// SPDX-License-Identifier: Apache-2.0
#include "core/support/utc_time.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstUtcTime : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theAgeOfNowIsNothing()
    {
        const std::string now = utcTimeText();
        QCOMPARE(now.size(), std::size_t{20});
        const auto age = secondsSince(now);
        QVERIFY(age && *age >= 0 && *age <= 5);
    }

    void agesAreInSeconds()
    {
        const auto older = secondsSince("2020-01-01T00:00:00Z");
        const auto younger = secondsSince("2020-01-02T00:00:01Z");
        QVERIFY(older && younger);
        QVERIFY(std::abs(*older - *younger - 86401) <= 5);
        QVERIFY(*secondsSince("2500-01-01T00:00:00Z") < 0);
    }

    void otherTextsAreNoTimes()
    {
        for (const char *text : {"", "yesterday", "2020-01-01", "2020-01-01T00:00:00Z "}) {
            QVERIFY2(!secondsSince(text), text);
        }
    }
};

NERVURE_TEST(TstUtcTime)
#include "tst_utc_time.moc"
