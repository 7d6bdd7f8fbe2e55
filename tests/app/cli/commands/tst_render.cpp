// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace nervure::tests;

class TstRender : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void svgIsWellFormedAndSaysTheNames();
    void shapesAreOnTheLinesWhenTheyAreKnown();
    void aPartIsDrawnAlone();
    void aSelectionOfNothingIsTheInputsFault();
    void subgraphsUnfoldByLevels_data();
    void subgraphsUnfoldByLevels();
    void dotShowsWhatSvgShows();
    void aPictureNobodyCanPaintIsWrongUsage_data();
    void aPictureNobodyCanPaintIsWrongUsage();
};

namespace {

const QByteArray drawnModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "first", "inputs": [[0, 0, 0]]},
    {"op": "sigmoid", "name": "second", "inputs": [[1, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]]})";

const QByteArray loops = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "_foreach", "name": "outer", "inputs": [[0, 0, 0]], "subgraphs": [
        {"nodes": [{"op": "null", "name": "item", "inputs": []},
                   {"op": "_foreach", "name": "inner", "inputs": [[0, 0, 0]], "subgraphs": [
                       {"nodes": [{"op": "null", "name": "part", "inputs": []},
                                  {"op": "tanh", "name": "bent", "inputs": [[0, 0, 0]]}],
                        "arg_nodes": [0], "heads": [[1, 0, 0]]}]}],
         "arg_nodes": [0], "heads": [[1, 0, 0]]}]}],
    "arg_nodes": [0], "heads": [[1, 0, 0]]})";

/// All texts of the picture; nothing if it is not well-formed.
QStringList textsOf(const QByteArray &svg)
{
    QXmlStreamReader reader(svg);
    QStringList texts;
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::Characters && !reader.isWhitespace()) {
            texts.append(reader.text().toString());
        }
    }
    return reader.hasError() ? QStringList() : texts;
}

} // namespace

void TstRender::svgIsWellFormedAndSaysTheNames()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(s("a.svg"));
    const CliResult result = runCli({s("render"), s("-"), s("-o"), file}, drawnModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QFile svg(file);
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const QStringList texts = textsOf(svg.readAll());
    for (const char *word : {"x", "relu", "first", "sigmoid", "second"}) {
        QVERIFY2(texts.contains(s(word)), word);
    }
}

void TstRender::shapesAreOnTheLinesWhenTheyAreKnown()
{
    const CliResult result = runCli(
        {s("render"), s("-"), s("--to"), s("svg"), s("-o"), s("-"), s("--shape"), s("x=2,3")},
        drawnModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(textsOf(result.out).contains(s("2×3")));
}

void TstRender::aPartIsDrawnAlone()
{
    const CliResult result = runCli({s("render"), s("-"), s("--to"), s("svg"), s("-o"), s("-"),
                                     s("--select"), s("ancestors(second)")},
                                    drawnModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QStringList texts = textsOf(result.out);
    QVERIFY(texts.contains(s("first")) && texts.contains(s("x")));
    QVERIFY(!texts.contains(s("second")));
    const CliResult dot = runCli(
        {s("render"), s("-"), s("--to"), s("dot"), s("-o"), s("-"), s("--select"), s("op:relu")},
        drawnModel);
    QVERIFY(dot.out.contains("first") && !dot.out.contains("second"));
    const CliResult png = runProgram(
        s("nervure"),
        {s("render"), s("-"), s("--to"), s("png"), s("-o"), s("-"), s("--scale"), s("0")},
        drawnModel);
    NERVURE_VERIFY_EXIT(png, 2, "--scale: Value 0 not in range");
}

void TstRender::aSelectionOfNothingIsTheInputsFault()
{
    const auto select = [](const char *query) {
        return runCli(
            {s("render"), s("-"), s("--to"), s("svg"), s("-o"), s("-"), s("--select"), s(query)},
            drawnModel);
    };
    const CliResult nothing = select("nobody");
    QCOMPARE(nothing.exitCode, 1);
    QVERIFY2(nothing.err.contains("no node fits 'nobody'"), nothing.err.constData());
    QCOMPARE(select("op:").exitCode, 2);
}

void TstRender::subgraphsUnfoldByLevels_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("shown");
    QTest::addColumn<QStringList>("folded");
    const QString once = s("item");
    const QString twice = s("bent");
    QTest::newRow("folded") << QStringList() << QStringList{s("outer: body"), s("2 nodes")}
                            << QStringList{once, twice};
    QTest::newRow("one level") << QStringList{s("--collapse"), s("1")}
                               << QStringList{s("outer: body"), once, s("inner: body")}
                               << QStringList{twice};
    QTest::newRow("all") << QStringList{s("--group"), s("none"), s("--collapse"), s("9")}
                         << QStringList{s("outer: body"), once, s("inner: body"), twice}
                         << QStringList();
    QTest::newRow("of a part") << QStringList{s("--select"), s("name:outer"), s("--collapse"),
                                              s("9")}
                               << QStringList{s("outer"), once, twice} << QStringList{s("x")};
}

void TstRender::subgraphsUnfoldByLevels()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QStringList, shown);
    QFETCH(const QStringList, folded);
    const CliResult result = runCli(
        QStringList{s("render"), s("-"), s("--to"), s("svg"), s("-o"), s("-")} + arguments, loops);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QStringList texts = textsOf(result.out);
    for (const QString &text : shown) {
        QVERIFY2(texts.contains(text), qPrintable(texts.join(u'|')));
    }
    for (const QString &text : folded) {
        QVERIFY2(!texts.contains(text), qPrintable(texts.join(u'|')));
    }
}

void TstRender::dotShowsWhatSvgShows()
{
    const CliResult result =
        runCli({s("render"), s("-"), s("--to"), s("dot"), s("-o"), s("-"), s("--collapse"), s("9"),
                s("--direction"), s("right"), s("--dark")},
               loops);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(result.out.contains("label=\"outer: body\""));
    QVERIFY(result.out.contains("label=\"inner: body\""));
    QVERIFY(result.out.contains("rankdir=LR"));
    QVERIFY(!runCli({s("render"), s("-"), s("--to"), s("dot"), s("-o"), s("-")}, loops)
                 .out.contains("cluster"));
}

void TstRender::aPictureNobodyCanPaintIsWrongUsage_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("png") << s("a.png") << QByteArray("'nervure render' paints");
    QTest::newRow("no ending") << s("picture") << QByteArray("expected a file name ending in");
    QTest::newRow("another") << s("a.bmp") << QByteArray("'bmp'");
}

void TstRender::aPictureNobodyCanPaintIsWrongUsage()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, told);
    const CliResult result = runCli({s("render"), s("-"), s("-o"), file}, drawnModel);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains(told), result.err.constData());
}

NERVURE_TEST(TstRender)
#include "tst_render.moc"
