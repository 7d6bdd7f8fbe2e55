// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
QTEST_APPLESS_MAIN(QObject)
