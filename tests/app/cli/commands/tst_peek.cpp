// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/layer_trial.h"
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTest>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// y = tanh(softmax(x)): two layers.
const QByteArray peekedModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "softmax", "name": "first", "inputs": [[0, 0, 0]]},
    {"op": "tanh", "name": "y", "inputs": [[1, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]]})";

bool hasOpencl()
{
    return runCli({s("devices"), s("--json")}).json().value(s("devices")).toArray().size() > 1;
}

QStringList peek(const QString &layer, const QStringList &options = {})
{
    return QStringList{s("peek"), s("-"), layer, s("--shape"), s("x=4,64"), s("--repeat"), s("5")}
           + options;
}

} // namespace

class TstPeek : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sizesDivideTheItems();
    void theFastestComesAfterThePlanned();
    void everySizeIsTimedAndChecked();
    void peopleGetATable();
    void whatCannotBePeekedAtIsOneLine();
};

void TstPeek::sizesDivideTheItems()
{
    const std::array<std::size_t, 3> global{56, 12, 1};
    const auto sizes = sizesToTry(global, {8, 4, 1}, 64);
    QVERIFY((sizes[0] == std::array<std::size_t, 3>{8, 4, 1}));
    QVERIFY((sizes[1] == std::array<std::size_t, 3>{0, 0, 0}));
    QVERIFY(sizes.size() > 10 && sizes.size() <= mostSizes);
    for (std::size_t i = 2; i < sizes.size(); ++i) {
        QVERIFY(std::count(sizes.begin(), sizes.end(), sizes[i]) == 1);
        QVERIFY(sizes[i][0] * sizes[i][1] * sizes[i][2] <= 64);
        for (std::size_t d = 0; d < 3; ++d) {
            QVERIFY(sizes[i].at(d) > 0 && global.at(d) % sizes[i].at(d) == 0);
        }
    }
    const std::array<std::size_t, 3> rows{56, 1, 1};
    QVERIFY(std::find(sizes.begin(), sizes.end(), rows) != sizes.end());
    QCOMPARE(sizesToTry({1024, 1024, 1024}, {0, 0, 0}, 4096).size(), mostSizes);
    QCOMPARE(sizesToTry({1, 1, 1}, {0, 0, 0}, 1).size(), std::size_t{2});
}

void TstPeek::theFastestComesAfterThePlanned()
{
    LaunchTrial launch;
    const auto add = [&launch](std::size_t local, double ms, bool isCorrect, const char *fault) {
        SizeTrial size{{local, 1, 1}, {}, isCorrect, fault};
        size.ms.median = ms;
        size.ms.count = *fault == '\0' ? 1 : 0;
        launch.sizes.push_back(size);
    };
    add(1, 5, true, "");
    add(2, 0, true, "CL_INVALID_WORK_GROUP_SIZE");
    add(4, 3, true, "");
    add(8, 1, false, "");
    add(16, 2, true, "");
    launch.sort();
    std::vector<std::size_t> order;
    for (const SizeTrial &size : launch.sizes) {
        order.push_back(size.local[0]);
    }
    QCOMPARE(order, (std::vector<std::size_t>{1, 16, 4, 2, 8}));
    QCOMPARE(launch.best(), &launch.sizes[1]);
}

void TstPeek::everySizeIsTimedAndChecked()
{
    NERVURE_NEED_OPENCL(hasOpencl());
    const CliResult result = runCli(peek(s("y"), {s("--json")}), peekedModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject document = result.json();
    QCOMPARE(document.value(s("op")).toString(), s("tanh"));
    const QJsonObject launch = document.value(s("launches")).toArray().first().toObject();
    QVERIFY(launch.value(s("facts")).toObject().value(s("most_items")).toInt() > 0);
    const QJsonArray sizes = launch.value(s("sizes")).toArray();
    QVERIFY(sizes.size() > 1);
    int fastest = 0;
    for (const QJsonValue &item : sizes) {
        const QJsonObject size = item.toObject();
        // An element-wise kernel computes the same whatever the size.
        QVERIFY(size.value(s("correct")).toBool() || !size.value(s("fault")).isNull());
        const bool ran = size.value(s("fault")).isNull();
        QCOMPARE(size.value(s("ms")).toObject().value(s("count")).toInt(), ran ? 5 : 0);
        fastest += size.value(s("fastest")).toBool() ? 1 : 0;
    }
    QCOMPARE(fastest, 1);
}

void TstPeek::peopleGetATable()
{
    NERVURE_NEED_OPENCL(hasOpencl());
    const CliResult result = runCli(peek(s("first")), peekedModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.out.startsWith("first (softmax) alone on "), result.out.constData());
    QVERIFY2(result.out.contains("private memory "), result.out.constData());
    QVERIFY2(result.out.contains("planned"), result.out.constData());
    QVERIFY2(result.out.contains("fastest"), result.out.constData());
}

void TstPeek::whatCannotBePeekedAtIsOneLine()
{
    NERVURE_VERIFY_EXIT(runCli(peek(s("first"), {s("--device"), s("reference")}), peekedModel), 1,
                        "this device has no kernels to try, expected an OpenCL one");
    NERVURE_VERIFY_EXIT(runCli(peek(s("fist"), {s("--device"), s("reference")}), peekedModel), 1,
                        "no layer runs a node 'fist', did you mean 'first'");
}

NERVURE_TEST(TstPeek)
#include "tst_peek.moc"
