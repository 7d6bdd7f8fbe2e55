// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/device_table.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstDeviceTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tilesAreThoseADeviceCanTake_data();
    void tilesAreThoseADeviceCanTake();
    void largeProductsTakeLargeTiles();
    void itemsShareTheLoadsOfATile();
    void groupsAreNoLargerThanTheDeviceAllows();
    void copiesTakeTilesTheDeviceCanHold();
};

void TstDeviceTable::tilesAreThoseADeviceCanTake_data()
{
    QTest::addColumn<DeviceClass>("deviceClass");
    QTest::newRow("nvidia") << DeviceClass::Nvidia;
    QTest::newRow("amd") << DeviceClass::Amd;
    QTest::newRow("intel") << DeviceClass::Intel;
    QTest::newRow("mobile") << DeviceClass::Mobile;
    QTest::newRow("unknown") << DeviceClass::Unknown;
}

void TstDeviceTable::tilesAreThoseADeviceCanTake()
{
    QFETCH(DeviceClass, deviceClass);
    DeviceTraits device;
    device.deviceClass = deviceClass;
    device.maxWorkGroup = 1024;
    device.localBytes = 48 << 10;
    const std::vector<ProductTile> all = productTiles(device);
    QVERIFY(all.size() > 1);
    QVERIFY2(all.front() == deviceTable(deviceClass).product, "its own comes first");
    device.maxWorkGroup = 64;
    device.localBytes = 3000;
    for (const ProductTile &tile : productTiles(device)) {
        QVERIFY(tile.items() <= 64);
        QVERIFY(tile.localBytes() <= 3000);
    }
    device.maxWorkGroup = 1;
    QVERIFY(productTiles(device).empty());
}

/// As measured on an H100: convolutions of VGG and ResNet-50, and products of BERT.
void TstDeviceTable::largeProductsTakeLargeTiles()
{
    DeviceTraits device;
    device.deviceClass = DeviceClass::Nvidia;
    device.maxWorkGroup = 1024;
    device.localBytes = 48 << 10;
    device.computeUnits = 132;
    const auto tileOf = [&](const ProductSize &size) {
        return productTiles(device, size).front().text();
    };
    const std::string large = "128x64x8/8x8";
    const std::string square = "64x64x16/4x4";
    QCOMPARE(tileOf({256, 3136, 2304}), large);
    QCOMPARE(tileOf({3072, 128, 768}), large);
    QCOMPARE(tileOf({64, 50176, 576}), square);  // half a tile would be empty
    QCOMPARE(tileOf({512, 12544, 128}), square); // short sums
    QCOMPARE(tileOf({768, 128, 3072}), square);  // too few groups
    device.deviceClass = DeviceClass::Amd;
    QCOMPARE(tileOf({256, 3136, 2304}), square);
}

/// What the kernels of tiles divide by.
void TstDeviceTable::itemsShareTheLoadsOfATile()
{
    DeviceTraits device;
    device.maxWorkGroup = 1024;
    device.localBytes = 1 << 20;
    for (const ProductTile &tile : productTiles(device)) {
        QVERIFY2(tile.rows % tile.rowsEach == 0, tile.text().c_str());
        QVERIFY2(tile.columns % tile.columnsEach == 0, tile.text().c_str());
        QVERIFY2(tile.items() % tile.columns == 0, tile.text().c_str());
        QVERIFY2(tile.items() % tile.depth == 0, tile.text().c_str());
        QVERIFY2(tile.depth % (tile.items() / tile.columns) == 0, tile.text().c_str());
        QVERIFY2(tile.rows % (tile.items() / tile.depth) == 0, tile.text().c_str());
    }
    QCOMPARE((ProductTile{64, 32, 8, 4, 2}.text()), std::string("64x32x8/4x2"));
}

void TstDeviceTable::groupsAreNoLargerThanTheDeviceAllows()
{
    DeviceTraits device;
    QCOMPARE(groupItems(device), std::size_t{1});
    device.deviceClass = DeviceClass::Nvidia;
    device.maxWorkGroup = 1024;
    QCOMPARE(groupItems(device), std::size_t{128});
    device.maxWorkGroup = 100;
    QCOMPARE(groupItems(device), std::size_t{64});
    QCOMPARE(groupItems(device, 33), std::size_t{64});
    QCOMPARE(groupItems(device, 32), std::size_t{32});
    QCOMPARE(groupItems(device, 0), std::size_t{1});
    device.maxWorkGroup = 0;
    QCOMPARE(groupItems(device), std::size_t{1});
}

void TstDeviceTable::copiesTakeTilesTheDeviceCanHold()
{
    DeviceTraits device;
    device.deviceClass = DeviceClass::Nvidia;
    device.maxWorkGroup = 1024;
    device.localBytes = 48 << 10;
    QCOMPARE(copyTile(device)->side, 32);
    QCOMPARE(copyTile(device)->rows, 8);
    device.maxWorkGroup = 100;
    QCOMPARE(copyTile(device)->rows, 2);
    device.maxWorkGroup = 31;
    QVERIFY(!copyTile(device));
    device.maxWorkGroup = 1024;
    device.localBytes = 8 << 10;
    QVERIFY(!copyTile(device));
    device.deviceClass = DeviceClass::Mobile;
    QCOMPARE(copyTile(device)->side, 16);
}

NERVURE_TEST(TstDeviceTable)
#include "tst_device_table.moc"
