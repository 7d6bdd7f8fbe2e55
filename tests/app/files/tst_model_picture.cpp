// SPDX-License-Identifier: Apache-2.0
#include "app/files/model_picture.h"

#include "app/settings/program_paths.h"
#include "core/builtins.h"
#include "core/layout/diagram/palette.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstModelPicture : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSampleGivesAPicture();
    void aFileThatIsNoModelGivesNone();
    void anEmptyModelGivesNone();
};

namespace {

bool hasInk(const QImage &image)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y).alpha() > 0) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

void TstModelPicture::aSampleGivesAPicture()
{
    const Builtins builtins = makeBuiltins();
    const QString path = samplesFolder() + QStringLiteral("/resnet18.json");
    const QImage image = drawModelPicture(builtins, {path, QSize(200, 96), 2.0}, {});
    QCOMPARE(image.size(), QSize(400, 192));
    QCOMPARE(image.devicePixelRatio(), 2.0);
    QVERIFY(hasInk(image));
    // All of it is there, in strips: the flatten before the last layer too.
    const Rgb flatten = categoryColor(OpCategory::Layout, false);
    bool hasEnd = false;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            hasEnd |= image.pixelColor(x, y) == QColor(flatten.red, flatten.green, flatten.blue);
        }
    }
    QVERIFY(hasEnd);
}

void TstModelPicture::aFileThatIsNoModelGivesNone()
{
    const Builtins builtins = makeBuiltins();
    const QString path = samplesFolder() + QStringLiteral("/no-such-file.json");
    QVERIFY(drawModelPicture(builtins, {path, QSize(200, 96), 1.0}, {}).isNull());
}

void TstModelPicture::anEmptyModelGivesNone()
{
    const Builtins builtins = makeBuiltins();
    QVERIFY(drawGraphPicture(builtins, Graph(), {{}, QSize(200, 96), 1.0}, {}).isNull());
}

NERVURE_GUI_TEST(TstModelPicture)
#include "tst_model_picture.moc"
