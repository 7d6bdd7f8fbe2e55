// SPDX-License-Identifier: Apache-2.0
#include "core/frontends/models/models.h"

#include "core/builtins.h"
#include "core/support/file.h"
#include "tests/support/golden.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QCryptographicHash>
#include <QTest>

#include <algorithm>

using namespace nervure;

class TstModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void samplesAreWhatTheBuildersWrite_data() { addModels(); }
    void samplesAreWhatTheBuildersWrite()
    {
        QFETCH(QString, name);
        const std::string text = canonicalText(name.toStdString());
        const auto path = samplePath(name);
        if (tests::isSwitchedOn("NERVURE_UPDATE_GOLDEN")) {
            QVERIFY(writeFile(path, text).ok());
        }
        const std::string committed = tests::readFile(path);
        QVERIFY2(committed == text, tests::describeDifference(committed, text).c_str());
    }

    void samplesKeepTheirChecksums()
    {
        std::string sums;
        for (const models::Model &model : models::allModels()) {
            const std::string bytes = canonicalText(std::string(model.name));
            const QByteArray sum = QCryptographicHash::hash(QByteArray::fromStdString(bytes),
                                                            QCryptographicHash::Sha256);
            sums += sum.toHex().toStdString() + "  " + std::string(model.name) + ".json\n";
        }
        NERVURE_COMPARE_GOLDEN(sums, "samples/sha256.txt");
    }

    void samplesEqualNnvmsFilesButForTheShape_data() { addModels(); }
    void samplesEqualNnvmsFilesButForTheShape()
    {
        NERVURE_NEED_ORACLES();
        QFETCH(QString, name);
        const auto original =
            tests::oraclesFolder() / "nnvm/corpus" / (name.toStdString() + ".json");
        if (!std::filesystem::exists(original)) {
            QVERIFY2(name.endsWith(QStringLiteral("_v1")), "only the v1 nets have no original");
            return;
        }
        std::string text = canonicalText(name.toStdString());
        const std::string addition = "      \"attrs\": {\"shape\": \"(1, 3, 224, 224)\"}, \n";
        const std::size_t place = text.find(addition);
        QVERIFY(place != std::string::npos);
        text.erase(place, addition.size());
        const std::string expected = tests::readFile(original);
        QVERIFY2(text == expected, tests::describeDifference(expected, text).c_str());
    }

private:
    static void addModels()
    {
        QTest::addColumn<QString>("name");
        for (const models::Model &model : models::allModels()) {
            const QByteArray name(model.name.data(), static_cast<qsizetype>(model.name.size()));
            QTest::newRow(name.constData()) << QString::fromUtf8(name);
        }
    }

    static std::filesystem::path samplePath(const QString &name)
    {
        return tests::sourceFolder() / "resources/samples" / (name.toStdString() + ".json");
    }

    std::string canonicalText(const std::string &name) const
    {
        const auto all = models::allModels();
        const auto model = std::find_if(all.begin(), all.end(),
                                        [&](const models::Model &m) { return m.name == name; });
        const Result<Graph> graph = model->build(m_builtins.ops);
        if (!graph) {
            qWarning("%s", graph.error().message.c_str());
            return {};
        }
        Diagnostics diagnostics;
        const auto text = m_builtins.formats.find("nnvm")->write(
            *graph, FormatContext{m_builtins.ops, Semantics::Exact, {}}, diagnostics);
        return text ? *text : std::string();
    }

    const Builtins m_builtins = makeBuiltins();
};

NERVURE_TEST(TstModels)
#include "tst_models.moc"
