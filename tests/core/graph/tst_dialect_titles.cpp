// SPDX-License-Identifier: Apache-2.0
#include "core/graph/dialect_titles.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cctype>

using namespace nervure;

class TstDialectTitles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void titlesAreTheNamesAsPeopleWriteThem()
    {
        for (const Dialect dialect : allDialects) {
            std::string title(dialectTitle(dialect));
            std::erase(title, ' ');
            std::transform(title.begin(), title.end(), title.begin(), [](unsigned char letter) {
                return static_cast<char>(std::tolower(letter));
            });
            QCOMPARE(title, std::string(dialectName(dialect)));
        }
    }
};

NERVURE_TEST(TstDialectTitles)
#include "tst_dialect_titles.moc"
