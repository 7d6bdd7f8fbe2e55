// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <random>

using namespace nervure;

/// Model files with seeded damage: they open or are refused with a message, and what opens saves.
class TstDamagedModels : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    void tryText(const std::string &text, const std::string &label);

private Q_SLOTS:
    void damageIsSurvived_data();
    void damageIsSurvived();
    void truncationIsRefused();
};

namespace {

/// One to four small changes: bytes flipped, cut, doubled or swapped for something telling.
std::string damaged(std::string text, std::mt19937 &random)
{
    static const std::string pieces[] = {"-1",   "99999999999999999999",
                                         "\"",   "{",
                                         "}",    "[",
                                         "]",    ",",
                                         "null", "1e9",
                                         ":",    "\\",
                                         "/*",   "[[[[",
                                         "0.5",  "\xff"};
    const std::size_t changes = 1 + random() % 4;
    for (std::size_t i = 0; i < changes && !text.empty(); ++i) {
        const std::size_t at = random() % text.size();
        const std::size_t length = std::min<std::size_t>(1 + random() % 8, text.size() - at);
        switch (random() % 4) {
        case 0: text[at] = static_cast<char>(random() % 256); break;
        case 1: text.erase(at, length); break;
        case 2: text.insert(at, text.substr(at, length)); break;
        default: text.replace(at, length, pieces[random() % std::size(pieces)]);
        }
    }
    return text;
}

} // namespace

void TstDamagedModels::tryText(const std::string &text, const std::string &label)
{
    for (const char *name : {"nnvm", "lightnet", "tvm"}) {
        const FormatSpec &format = *m_builtins.formats.find(name);
        const FormatContext context{m_builtins.ops, Semantics::Fixed, label};
        const auto loaded = format.read(text, context);
        if (!loaded) {
            QVERIFY2(!loaded.error().message.empty() && !loaded.error().code.empty(),
                     label.c_str());
            continue;
        }
        Diagnostics diagnostics;
        const bool mayRefuse = format.name == "tvm"; // what is not compiled
        QVERIFY2(format.write(loaded->graph, context, diagnostics).ok() || mayRefuse,
                 label.c_str());
        const auto kept = format.writePreserving(loaded->graph, text, context, diagnostics);
        QVERIFY2(kept.ok() && *kept == text, label.c_str());
    }
}

void TstDamagedModels::damageIsSurvived_data()
{
    NERVURE_NEED_ORACLES();
    QTest::addColumn<QString>("path");
    for (const char *path :
         {"nnvm/corpus/mlp.json", "nnvm/corpus/g_lstm_cell.json", "nnvm/corpus/rand_003.json",
          "nnvm/corpus/subgraph_node.json", "nnvm/corpus/attrs_after_infer_shape.json",
          "nnvm/corpus/legacy_mxnet_like.json", "lightnet/corpus/doc_example.json",
          "lightnet/corpus/op_conv2d_valid.json", "lightnet/corpus/onnx_small_cnn.json"}) {
        QTest::newRow(path) << QString::fromUtf8(path);
    }
}

void TstDamagedModels::damageIsSurvived()
{
    QFETCH(QString, path);
    const std::string original = tests::readFile(tests::oraclesFolder() / path.toStdString());
    constexpr unsigned seeds = 400;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        std::mt19937 random(seed);
        tryText(damaged(original, random), path.toStdString() + " seed " + std::to_string(seed));
    }
}

void TstDamagedModels::truncationIsRefused()
{
    NERVURE_NEED_ORACLES();
    const std::string text = tests::readFile(tests::oraclesFolder() / "nnvm/corpus/op_relu.json");
    for (std::size_t size = 0; size < text.size(); ++size) {
        const auto model =
            openModelText(text.substr(0, size), "t.json", m_builtins.formats, m_builtins.ops);
        QVERIFY(!model.ok());
        QVERIFY(model.error().where.line > 0 || size < 30);
    }
}

NERVURE_TEST(TstDamagedModels)
#include "tst_damaged_models.moc"
