// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/kernel_spec.h"

#include "core/graph/op/tuning_key.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>

using namespace nervure;

class TstKernelSpec : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFirstVariantIsTheRulesOwn()
    {
        KernelSpec spec;
        QCOMPARE(chooseVariant(spec, {}, "key", {"a", "b"}), std::size_t{0});
        QCOMPARE(spec.choices.size(), std::size_t{1});
        QCOMPARE(spec.choices[0].key, std::string("key"));
        QCOMPARE(spec.choices[0].variants, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(spec.choices[0].chosen, std::string("a"));
    }

    void winnersAreTaken()
    {
        auto tuning = std::make_shared<KernelTuning>();
        tuning->winners = {{"key", "b"}, {"gone", "c"}};
        DeviceTraits device;
        device.tuning = tuning;
        KernelSpec spec;
        QCOMPARE(chooseVariant(spec, device, "key", {"a", "b"}), std::size_t{1});
        QCOMPARE(spec.choices[0].chosen, std::string("b"));
        // Of another version of the program, or for other sizes.
        QCOMPARE(chooseVariant(spec, device, "gone", {"a", "b"}), std::size_t{0});
        QCOMPARE(chooseVariant(spec, device, "other", {"a", "b"}), std::size_t{0});
    }

    void keysTellSourcesAndSizesApart()
    {
        const std::array<std::int64_t, 2> sizes{3, 224};
        const std::array<std::int64_t, 2> others{32, 24};
        const std::string key = tuningKey("conv2d", "source", sizes);
        QVERIFY(key.starts_with("conv2d@"));
        QVERIFY(key.ends_with(" 3 224"));
        QVERIFY(key != tuningKey("conv2d", "source, changed", sizes));
        QVERIFY(key != tuningKey("conv2d", "source", others));
    }
};

NERVURE_TEST(TstKernelSpec)
#include "tst_kernel_spec.moc"
