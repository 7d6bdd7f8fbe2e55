// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_slice.h"

#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstWeightSlice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// What NumPy gives for `numpy.arange(24).reshape(2, 3, 4)[slice]`.
    void elements_data()
    {
        QTest::addColumn<QByteArray>("slice");
        QTest::addColumn<QByteArray>("shape");
        QTest::addColumn<QByteArray>("elements");
        const auto add = [](const char *slice, const char *shape, const char *elements) {
            QTest::newRow(slice) << QByteArray(slice) << QByteArray(shape) << QByteArray(elements);
        };
        add("", "2,3,4,", "0+24 ");
        add("1", "3,4,", "12+12 ");
        add("-1,0", "4,", "12+4 ");
        add("1,2,3", "", "23+1 ");
        add(":,1", "2,4,", "4+4 16+4 ");
        add("[0, 1:3]", "2,4,", "4+8 ");
        add("0,::2,1:3", "2,2,", "1+2 9+2 ");
        add(":,:,-1", "2,3,", "3+1 7+1 11+1 15+1 19+1 23+1 ");
        add("0,0,::3", "2,", "0+1 3+1 ");
        add("0,2:1", "0,4,", "");
        add("5:9", "0,3,4,", "");
        add("0,0,-2:", "2,", "2+2 ");
    }

    void elements()
    {
        QFETCH(QByteArray, slice);
        QFETCH(QByteArray, shape);
        QFETCH(QByteArray, elements);
        const std::vector<std::int64_t> whole{2, 3, 4};
        const auto part = parseSlice(slice.toStdString(), whole);
        QVERIFY(part.ok());
        std::string sizes;
        std::uint64_t count = 1;
        for (const std::int64_t size : part->shape()) {
            sizes += std::to_string(size) + ',';
            count *= static_cast<std::uint64_t>(size);
        }
        QCOMPARE(QByteArray::fromStdString(sizes), shape);
        QCOMPARE(part->count(), count);
        std::string runs;
        QVERIFY(eachRun(*part, whole, [&](std::uint64_t first, std::uint64_t length) {
            runs += std::to_string(first) + '+' + std::to_string(length) + ' ';
            return Status();
        }));
        QCOMPARE(QByteArray::fromStdString(runs), elements);
    }

    void faults()
    {
        const std::vector<std::int64_t> whole{2, 3};
        NERVURE_VERIFY_ERROR(parseSlice("x", whole), "slice",
                             "found 'x' in the slice, expected an index");
        NERVURE_VERIFY_ERROR(parseSlice("1:2:3:4", whole), "slice", "found '1:2:3:4'");
        NERVURE_VERIFY_ERROR(parseSlice("2", whole), "slice", "an index of a dimension of size 2");
        NERVURE_VERIFY_ERROR(parseSlice("-3", whole), "slice", "an index of a dimension of size 2");
        NERVURE_VERIFY_ERROR(parseSlice("::0", whole), "slice", "a positive step");
        NERVURE_VERIFY_ERROR(parseSlice("0,0,0", whole), "slice", "at most 2 dimensions");
        NERVURE_VERIFY_ERROR(parseSlice("0,", whole), "slice", "found '' in the slice");
    }

    void scalars()
    {
        const auto part = parseSlice("", {});
        QVERIFY(part.ok());
        QCOMPARE(part->count(), std::uint64_t(1));
        std::uint64_t length = 0;
        QVERIFY(eachRun(*part, {}, [&](std::uint64_t, std::uint64_t count) {
            length += count;
            return Status();
        }));
        QCOMPARE(length, std::uint64_t(1));
    }
};

NERVURE_TEST(TstWeightSlice)
#include "tst_weight_slice.moc"
