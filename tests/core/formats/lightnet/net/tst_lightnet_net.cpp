// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

constexpr const char *example = "/"
                                "/ an example\n"
                                "#define DIMS [2, 4]\n"
                                "create(| dst=tensor1 | dtype=TL_FLOAT, dims=DIMS,\n"
                                "       data=[1, 2, 3, 4, 5, 6, 7, 8], ran=[0, 0],\n"
                                "       from_file=false);\n"
                                "slice(src=tensor1 | dst=tensor2 | axis=1, start=1, len=3);\n"
                                "print(src=tensor2 | | msg=\"tensor2:\");\n";

} // namespace

class TstLightnetNet : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    Result<OpenedModel> open(const std::string &text)
    {
        return openModelText(text, "test.net", m_builtins.formats, m_builtins.ops);
    }

private Q_SLOTS:
    void opensAsAModel();
    void faultsHaveTheirPlaceInTheFile();
    void isToldFromOtherTexts_data();
    void isToldFromOtherTexts();
};

void TstLightnetNet::opensAsAModel()
{
    const auto model = open(example);
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().message.c_str());
    QVERIFY(model->diagnostics.empty());
    QCOMPARE(model->format->name, std::string("net"));
    QCOMPARE(model->semantics, Semantics::Fixed);
    QCOMPARE(model->graph.dialect(), Dialect::LightNet);
    QCOMPARE(model->graph.nodeCount(), std::size_t{3});
    const auto slice = model->graph.findByName("slice0");
    QVERIFY(slice.has_value());
    QCOMPARE(*model->graph.node(*slice).attrs.find("len"), std::string("3"));
}

void TstLightnetNet::faultsHaveTheirPlaceInTheFile()
{
    const auto refused = open("create(| dst=a | dtype=TL_FLOAT,\n  dims=);");
    QVERIFY(!refused.ok());
    QCOMPARE(formatDiagnostic(refused.error()).substr(0, 14), std::string("test.net:2:8: "));
    std::string text = example;
    text.replace(text.find("len=3"), 5, "len=\"3\"");
    const auto model = open(text);
    QVERIFY(model.ok());
    QVERIFY(hasErrors(model->diagnostics));
    QCOMPARE(formatDiagnostic(model->diagnostics[0]).substr(0, 15), std::string("test.net:6:52: "));
}

void TstLightnetNet::isToldFromOtherTexts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isNet");
    QTest::newRow("call") << QByteArray("op(||)") << true;
    QTest::newRow("directives first") << QByteArray("#define A \\\n 1\n/"
                                                    "* b *"
                                                    "/ op (a=b||)")
                                      << true;
    QTest::newRow("json") << QByteArray("{\"ops\": []}") << false;
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("prose") << QByteArray("hello world") << false;
    QTest::newRow("comment without end") << QByteArray("/"
                                                       "* a")
                                         << false;
    QTest::newRow("directive without end") << QByteArray("#") << false;
}

void TstLightnetNet::isToldFromOtherTexts()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isNet);
    const FormatSpec *format = sniffFormat(text.toStdString(), m_builtins.formats, m_builtins.ops);
    QCOMPARE(format && format->name == "net", isNet);
}

NERVURE_TEST(TstLightnetNet)
#include "tst_lightnet_net.moc"
