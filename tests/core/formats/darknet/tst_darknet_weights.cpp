// SPDX-License-Identifier: Apache-2.0
#include "core/formats/darknet/darknet_weights.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/edits/delete_edits.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cstring>

using namespace nervure;
using namespace nervure::tests;

class TstDarknetWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void arraysComeOneAfterTheOther();
    void oldHeadersAreShorter();
    void hugeVersionsTransposeConnectedLayers();
    void layersThatAreLeftOut();
    void filesThatEndTooSoon();
    void bytesBehindTheEnd();
    void layersOfNoKnownSize();
    void filtersAsColumns();
    void denormalsAreZero();
    void renamedLayersKeepTheirArrays();
    void sharedArraysAreReadOnce();
    void arraysThatWereDeleted();

private:
    [[nodiscard]] Graph graphOf(const std::string &text) const
    {
        return openModelText(text, "net.cfg", m_builtins.formats, m_builtins.ops)->graph;
    }
    [[nodiscard]] Result<TensorMap> read(const std::string &bytes, const std::string &text)
    {
        m_found.clear();
        return readDarknetWeights(bytes, graphOf(text), m_builtins.ops, m_found);
    }
    /// A file of that version with the numbers 1, 2, 3, …
    [[nodiscard]] static std::string fileOf(std::int32_t major, std::int32_t minor, int count)
    {
        const bool isLong = major * 10 + minor >= 2 && major < 1000;
        std::string bytes(isLong ? 20 : 16, '\0');
        std::memcpy(bytes.data(), &major, sizeof major);
        std::memcpy(bytes.data() + 4, &minor, sizeof minor);
        for (int i = 1; i <= count; ++i) {
            const auto number = static_cast<float>(i);
            bytes.append(reinterpret_cast<const char *>(&number), sizeof number);
        }
        return bytes;
    }
    [[nodiscard]] static std::vector<float> numbers(const TensorMap &tensors, const char *name)
    {
        const auto found = tensors.find(name);
        if (found == tensors.end()) {
            return {};
        }
        const auto elements = found->second.elements<float>();
        return {elements.begin(), elements.end()};
    }

    static constexpr const char *twoLayers = "[net]\ninputs=2\n[connected]\noutput=2\n"
                                             "[convolutional]\nbatch_normalize=1\n";
    Builtins m_builtins = makeBuiltins();
    Diagnostics m_found;
};

using Floats = std::vector<float>;

void TstDarknetWeights::arraysComeOneAfterTheOther()
{
    const auto tensors = read(fileOf(0, 2, 12), twoLayers);
    QVERIFY2(tensors.ok(), tensors.ok() ? "" : tensors.error().message.c_str());
    QCOMPARE(numbers(*tensors, "connected_0_biases"), (Floats{1, 2}));
    QCOMPARE(numbers(*tensors, "connected_0_weights"), (Floats{3, 4, 5, 6}));
    QCOMPARE(numbers(*tensors, "convolutional_1_biases"), (Floats{7}));
    QCOMPARE(numbers(*tensors, "convolutional_1_rolling_variance"), (Floats{10}));
    QCOMPARE(numbers(*tensors, "convolutional_1_weights"), (Floats{11, 12}));
    QVERIFY(m_found.empty());
}

void TstDarknetWeights::oldHeadersAreShorter()
{
    const auto tensors = read(fileOf(0, 1, 12), twoLayers);
    QVERIFY(tensors.ok());
    QCOMPARE(numbers(*tensors, "connected_0_biases"), (Floats{1, 2}));
}

void TstDarknetWeights::hugeVersionsTransposeConnectedLayers()
{
    const auto tensors = read(fileOf(1001, 0, 12), twoLayers);
    QVERIFY(tensors.ok());
    QCOMPARE(numbers(*tensors, "connected_0_weights"), (Floats{3, 5, 4, 6}));
}

void TstDarknetWeights::layersThatAreLeftOut()
{
    const auto tensors =
        read(fileOf(0, 2, 2), "[net]\ninputs=2\n[connected]\ndontload=1\n[connected]\n");
    QVERIFY(tensors.ok());
    QCOMPARE(tensors->size(), std::size_t{2});
    QCOMPARE(numbers(*tensors, "connected_1_biases"), (Floats{1}));
}

void TstDarknetWeights::filesThatEndTooSoon()
{
    const auto tensors = read(fileOf(0, 2, 11), twoLayers);
    QVERIFY(!tensors.ok());
    QCOMPARE(tensors.error().where.node, std::string("convolutional_1"));
    QCOMPARE(
        tensors.error().message,
        std::string("the file ends in 'convolutional_1_weights': 4 bytes are left, expected 8"));
    QCOMPARE(read("abc", twoLayers).error().message,
             std::string("found 3 bytes, expected the header of a .weights file"));
}

void TstDarknetWeights::bytesBehindTheEnd()
{
    QVERIFY(read(fileOf(0, 2, 14), twoLayers).ok());
    QCOMPARE(m_found.size(), std::size_t{1});
    QCOMPARE(m_found[0].message, std::string("8 bytes stand behind the network's last array"));
}

void TstDarknetWeights::layersOfNoKnownSize()
{
    const auto tensors = read(fileOf(0, 2, 14), "[net]\ninputs=2\n[iseg]\n[connected]\n");
    QVERIFY(!tensors.ok());
    QCOMPARE(tensors.error().message,
             std::string("'iseg' is unknown, expected a layer whose arrays have a size"));
}

void TstDarknetWeights::filtersAsColumns()
{
    const auto tensors = read(fileOf(0, 2, 6), "[net]\nheight=1\nwidth=1\nchannels=2\n"
                                               "[convolutional]\nfilters=2\nflipped=1\n");
    QVERIFY(tensors.ok());
    QCOMPARE(numbers(*tensors, "convolutional_0_weights"), (Floats{3, 5, 4, 6}));
}

/// Darknet's own build takes them for 0; the root of one below 0 is no number.
void TstDarknetWeights::denormalsAreZero()
{
    std::string bytes = fileOf(0, 2, 1);
    const float number = -7e-44F;
    bytes.append(reinterpret_cast<const char *>(&number), sizeof number);
    const auto tensors = read(bytes, "[net]\ninputs=1\n[connected]\n");
    QVERIFY(tensors.ok());
    QCOMPARE(numbers(*tensors, "connected_0_weights"), (Floats{0}));
}

void TstDarknetWeights::renamedLayersKeepTheirArrays()
{
    Graph graph = graphOf(twoLayers);
    graph.edit(*graph.findByName("connected_0")).name = "first";
    const auto tensors = readDarknetWeights(fileOf(0, 2, 12), graph, m_builtins.ops, m_found);
    QVERIFY(tensors.ok());
    QCOMPARE(numbers(*tensors, "connected_0_biases"), (Floats{1, 2}));
    QCOMPARE(numbers(*tensors, "convolutional_1_weights"), (Floats{11, 12}));
}

void TstDarknetWeights::sharedArraysAreReadOnce()
{
    const auto tensors =
        read(fileOf(0, 2, 4), "[net]\nheight=1\nwidth=1\nchannels=1\n[convolutional]\n"
                              "[convolutional]\nshare_index=0\n[convolutional]\n");
    QVERIFY(tensors.ok() && m_found.empty());
    QCOMPARE(numbers(*tensors, "convolutional_2_weights"), (Floats{4}));
    QCOMPARE(tensors->size(), std::size_t{4});
}

void TstDarknetWeights::arraysThatWereDeleted()
{
    Graph graph = graphOf(twoLayers);
    const auto biases = graph.findByName("connected_0_biases");
    QVERIFY(biases);
    const Result<Edit> edit = deleteNodes(graph, {&*biases, 1});
    QVERIFY(edit.ok());
    QVERIFY(apply(graph, *edit).ok());
    m_found.clear();
    const auto tensors = readDarknetWeights(fileOf(0, 2, 12), graph, m_builtins.ops, m_found);
    QVERIFY(!tensors.ok() || tensors->count("connected_0_biases") == 0);
}

NERVURE_TEST(TstDarknetWeights)
#include "tst_darknet_weights.moc"
