// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/stored_digests.h"

#include "core/graph/difference/graph_difference.h"
#include "tests/core/graph/difference/small_graph.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <set>

using namespace nervure;
using namespace nervure::tests;

namespace {

std::string digestOf(const std::string &bytes)
{
    TensorDigest digest;
    digest.add(bytes);
    return digest.text();
}

} // namespace

class TstStoredDigests : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Of any size, at any place, any bit.
    void oneChangedBitChangesTheDigest()
    {
        for (const std::size_t size : {1U, 7U, 8U, 33U, 260U, 4097U}) {
            const std::string bytes(size, '\0');
            std::set<std::string> digests{digestOf(bytes)};
            for (std::size_t at = 0; at < size; ++at) {
                std::string changed = bytes;
                changed[at] = static_cast<char>(1U << (at % 8));
                QVERIFY2(digests.insert(digestOf(changed)).second, QByteArray::number(int(at)));
            }
            QVERIFY(digests.insert(digestOf(bytes + '\0')).second);
        }
    }

    void piecesOfWholeWordsMakeNoDifference()
    {
        std::string bytes;
        for (int i = 0; i < 1000; ++i) {
            bytes += static_cast<char>(i * 7);
        }
        TensorDigest pieces;
        pieces.add(bytes.substr(0, 320));
        pieces.add(bytes.substr(320, 32));
        pieces.add(bytes.substr(352));
        QCOMPARE(pieces.text(), digestOf(bytes));
    }

    void differentValuesAreADifferenceOfTheirNode()
    {
        SmallGraph small;
        const NodeId w = small.add("null", "w");
        const NodeId b = small.add("null", "b");
        small.add("dense", "fc", {w, b});
        SmallGraph same = small;
        Provenance provenance;
        StoredDigests before;
        before.values = {{w, "float32[2] 1"}, {b, "float32[2] 2"}};
        StoredDigests after = before;
        after.values[w] = "float32[2] 3";
        const KnownGraph first{small.graph, nullptr, nullptr, &before};
        const GraphDifference difference =
            differenceOf(first, {same.graph, nullptr, nullptr, &after}, &provenance);
        QVERIFY(!difference.empty() && !difference.isIdentical());
        const NodeChange change = changeAt(difference.nodes, w);
        QCOMPARE(change.mark, ChangeMark::Changed);
        QCOMPARE(change.details,
                 (ChangeDetails{{DetailKind::Values, "", "float32[2] 1", "float32[2] 3"}}));
        QCOMPARE(difference.counts.changed, std::size_t{1});
        const StoredDigests equal = before;
        QVERIFY(
            differenceOf(first, {same.graph, nullptr, nullptr, &equal}, &provenance).isIdentical());
    }

    /// What was not read is not equal, and not different.
    void valuesThatCannotBeReadAreNotCompared()
    {
        SmallGraph small;
        const NodeId w = small.add("null", "w");
        small.add("relu", "r", {w});
        SmallGraph same = small;
        Provenance provenance;
        StoredDigests before;
        before.values = {{w, "float32[2] 1"}};
        StoredDigests after;
        after.unread = {{w, "the file is gone"}};
        const KnownGraph first{small.graph, nullptr, nullptr, &before};
        const GraphDifference difference =
            differenceOf(first, {same.graph, nullptr, nullptr, &after}, &provenance);
        QVERIFY(difference.empty() && !difference.isIdentical());
        QCOMPARE(difference.uncompared, (std::vector<UncomparedValue>{{w, "the file is gone"}}));
        const StoredDigests none;
        QCOMPARE(differenceOf(first, {same.graph, nullptr, nullptr, &none}, &provenance)
                     .uncompared.size(),
                 std::size_t{1});
    }
};

NERVURE_TEST(TstStoredDigests)
#include "tst_stored_digests.moc"
