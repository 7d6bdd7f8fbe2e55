// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"

#include <QTest>

class TstFromOnnx : public QObject {
    Q_OBJECT
};

NERVURE_TEST(TstFromOnnx)
#include "tst_from_onnx.moc"
