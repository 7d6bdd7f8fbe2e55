// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_digests.h"

#include "core/builtins.h"
#include "core/support/file.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace nervure;
using namespace nervure::tests;

namespace {

std::string floats(std::size_t count, std::size_t other)
{
    std::string bytes;
    for (std::size_t i = 0; i < count; ++i) {
        const float value = i == other ? 2.0F : 1.0F;
        bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    return bytes;
}

std::string entryField(std::string_view key, std::string_view value)
{
    return bytesField(tensor::externalData,
                      bytesField(string_pair::key, key) + bytesField(string_pair::value, value));
}

/// A tensor of so many floats, given by these fields.
std::string floatTensor(std::string_view name, std::size_t count, const std::string &elements)
{
    return integerField(tensor::dims, static_cast<std::int64_t>(count))
           + integerField(tensor::dataType, 1) + bytesField(tensor::name, name) + elements;
}

std::string reluOf(const std::string &initializer)
{
    return modelOf(nodeField("Relu", {"w"}, {"y"}, "r")
                   + bytesField(graph::initializer, initializer)
                   + valueField(graph::output, "y", {}));
}

} // namespace

class TstWeightDigests : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();
    QTemporaryDir m_folder;

    [[nodiscard]] std::filesystem::path path(const char *name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    Result<OpenedModel> opened(const std::string &bytes)
    {
        RETURN_IF_FAILED(writeFile(path("m.onnx"), bytes));
        return openModel(path("m.onnx"), m_builtins.formats, m_builtins.ops);
    }
    std::string digestOfW(const std::string &bytes)
    {
        const auto model = opened(bytes);
        const auto digests =
            model ? digestsOf(*model, JobControl()) : Result<StoredDigests>(model.error());
        if (!digests) {
            return digests.error().message;
        }
        const auto w = digests->values.find(model->graph.findByName("w").value());
        return w == digests->values.end() ? std::string() : w->second;
    }

private Q_SLOTS:
    void oneElementOfAnySizeCounts()
    {
        for (const std::size_t count : {64U, 65U, 1000U, 300000U}) {
            const auto model = [count](std::size_t other) {
                return reluOf(
                    floatTensor("w", count, bytesField(tensor::rawData, floats(count, other))));
            };
            const std::string whole = digestOfW(model(count));
            QVERIFY2(whole.starts_with("float32[" + std::to_string(count) + "] "), whole.c_str());
            QCOMPARE(digestOfW(model(count)), whole);
            QVERIFY(digestOfW(model(0)) != whole);
            QVERIFY(digestOfW(model(count - 1)) != whole);
        }
    }

    /// Equal elements are equal, wherever the file keeps them.
    void storageMakesNoDifference()
    {
        const std::string raw =
            digestOfW(reluOf(floatTensor("w", 100, bytesField(tensor::rawData, floats(100, 3)))));
        QCOMPARE(
            digestOfW(reluOf(floatTensor("w", 100, bytesField(tensor::floatData, floats(100, 3))))),
            raw);
        QVERIFY(writeFile(path("w.bin"), floats(100, 3)).ok());
        const std::string outside = reluOf(floatTensor(
            "w", 100, entryField("location", "w.bin") + integerField(tensor::dataLocation, 1)));
        QCOMPARE(digestOfW(outside), raw);
        QVERIFY(writeFile(path("w.bin"), floats(100, 4)).ok());
        QVERIFY(digestOfW(outside) != raw);
    }

    void whatCannotBeReadIsListed()
    {
        std::filesystem::remove(path("w.bin"));
        const auto model = opened(reluOf(floatTensor(
            "w", 4, entryField("location", "w.bin") + integerField(tensor::dataLocation, 1))));
        QVERIFY(model.ok());
        const auto digests = digestsOf(*model, JobControl());
        QVERIFY(digests.ok());
        QVERIFY(digests->values.empty());
        QCOMPARE(digests->unread.size(), std::size_t{1});
        QCOMPARE(digests->unread.begin()->first, *model->graph.findByName("w"));
    }

    void cancelingStops()
    {
        const auto model =
            opened(reluOf(floatTensor("w", 100, bytesField(tensor::rawData, floats(100, 3)))));
        QVERIFY(model.ok());
        JobControl control;
        control.cancel.cancel();
        NERVURE_VERIFY_ERROR(digestsOf(*model, control), "cancelled", "cancelled");
    }

    void loadedParametersAreDigestedByName()
    {
        Graph graph;
        Node variable;
        variable.name = "w";
        const NodeId id = graph.add(variable);
        StoredDigests first;
        addDigests(graph,
                   {{"w", Tensor::ofFloats({2}, std::vector<float>{1, 2})},
                    {"gone", Tensor::ofFloats({1}, std::vector<float>{1})}},
                   first);
        StoredDigests second;
        addDigests(graph, {{"w", Tensor::ofFloats({2}, std::vector<float>{1, 3})}}, second);
        QCOMPARE(first.values.size(), std::size_t{1});
        QVERIFY(first.values.at(id) != second.values.at(id));
    }
};

NERVURE_TEST(TstWeightDigests)
#include "tst_weight_digests.moc"
