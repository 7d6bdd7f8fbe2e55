// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/net/c_preprocessor.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <sys/resource.h>

using namespace nervure;

namespace {

std::string squeezed(const std::string &text)
{
    std::string out;
    for (const char c : text) {
        if (c != '\n' || (!out.empty() && out.back() != '\n')) {
            out += c;
        }
    }
    return out;
}

} // namespace

class TstCPreprocessor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void processes_data();
    void processes();
    void reportsFaults_data();
    void reportsFaults();
    void placesAreThoseOfTheFile();
    void expansionsHaveAnEnd();
    void memoryIsBounded_data();
    void memoryIsBounded();
};

void TstCPreprocessor::processes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *text, const char *expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("plain", "a(b | c | d=1.5e-6)", "a(b | c | d=1.5e-6)");
    row("comments",
        "a /"
        "* b *"
        "/ c /"
        "/ d\ne",
        "a c\ne");
    row("comment in a string",
        "\"/"
        "/ no\"",
        "\"/"
        "/ no\"");
    row("constant", "#define N 3\nN+N", "3+3");
    row("constant of a constant", "#define A B\n#define B 2\nA", "2");
    row("function", "#define F(a, b) b=a\nF(1, 2)", "2=1");
    row("parentheses keep commas", "#define F(a) <a>\nF((1, 2))", "<(1, 2)>");
    row("function without arguments", "#define F(a) a\nF + F", "F + F");
    row("arguments over lines", "#define F(a, b) a b\nx F(1,\n  2) y", "x 1 2\ny");
    row("joined", "#define F(n) n##_w=n ## 1\nF(conv)", "conv_w=conv1");
    row("joined to nothing", "#define F(a, b) x a##b y\nF(, 2) F(1, ) F(,)", "x 2 y x 1 y x y");
    row("as a string", "#define S(x) #x\nS(a  \"b\\n\" c)", "\"a \\\"b\\\\n\\\" c\"");
    row("arguments first", "#define ONE 1\n#define F(a) a a##a #a\nF(ONE)", "1 ONEONE \"ONE\"");
    row("itself", "#define x x + y\n#define y x\nx", "x + x");
    row("further arguments", "#define F(a, ...) a(__VA_ARGS__)\nF(f, 1, 2) F(f)", "f(1, 2) f()");
    row("nested calls", "#define F(a) [a]\n#define G(a) F(F(a))\nG(F(1))", "[[[1]]]");
    row("long lines", "#define F(a) \\\n  a; \\\n  a\nF(1)", "1; 1");
    row("redefined", "#define A 1\nA\n#undef A\nA\n#define A 2\nA", "1\nA\n2");
    row("ifdef", "#define A\n#ifdef A\n1\n#else\n2\n#endif\n#ifndef A\n3\n#endif", "1\n");
    row("if", "#define A 4\n#if A > 3 && defined(A) && !defined B\n1\n#elif 1\n2\n#endif", "1\n");
    row("elif", "#if 0\n1\n#elif 2 - 1\n2\n#else\n3\n#endif", "2\n");
    row("nested", "#if 0\n#if 1\n1\n#else\n2\n#endif\n#else\n3\n#endif", "3\n");
    row("skipped faults", "#if 0\n#nonsense\n#include <x>\n#endif\na", "a");
    row("pragmas", "#pragma once\n#\n# 12 \"f\"\na", "a");
    row("signs stay apart", "#define M -\n-M 1", "- - 1");
    row("dollars are letters", "#define eval 1\n${eval x}", "${1 x}");
}

void TstCPreprocessor::processes()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const auto result = preprocessC(text.toStdString());
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QCOMPARE(result->places.size(), result->text.size());
    QString found = QString::fromStdString(squeezed(result->text));
    QCOMPARE(found.startsWith(QLatin1Char('\n')) ? found.mid(1) : found,
             QString::fromUtf8(expected));
}

void TstCPreprocessor::reportsFaults_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("line");
    const auto row = [](const char *name, const char *text, const char *code, int line) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(code) << line;
    };
    row("include", "a\n#include \"b.net\"\n", "cpp-include", 2);
    row("error", "#error no", "cpp-error", 1);
    row("unknown directive", "#foo", "cpp-directive", 1);
    row("no name", "#define 1", "cpp-directive", 1);
    row("bad parameters", "#define F(a b) a", "cpp-directive", 1);
    row("open parameters", "#define F(a,", "cpp-directive", 1);
    row("joint at the end", "#define F(a) a##", "cpp-directive", 1);
    row("too few arguments", "#define F(a, b) a\n\nF(1)", "cpp-arguments", 3);
    row("too many arguments", "#define F(a) a\nF(1, 2)", "cpp-arguments", 2);
    row("open arguments", "#define F(a) a\nF(1", "cpp-arguments", 2);
    row("no token", "#define J(a, b) a##b\nJ(x, +)", "cpp-join", 2);
    row("no endif", "\n#if 1\n", "cpp-directive", 2);
    row("no if", "#endif", "cpp-directive", 1);
    row("second else", "#if 1\n#else\n#else\n#endif", "cpp-directive", 3);
    row("condition", "#if 1 +\n#endif", "cpp-directive", 1);
    row("condition divides by 0", "#if 1 / 0\n#endif", "cpp-directive", 1);
}

void TstCPreprocessor::reportsFaults()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    QFETCH(int, line);
    const auto result = preprocessC(text.toStdString());
    QVERIFY(!result.ok());
    QCOMPARE(QByteArray::fromStdString(result.error().code), code);
    QCOMPARE(result.error().where.line, line);
}

void TstCPreprocessor::placesAreThoseOfTheFile()
{
    const auto result = preprocessC("#define A 1 2\n\n  x A y");
    QVERIFY(result.ok());
    const std::size_t two = result->text.find('2');
    QCOMPARE(result->places[two].line, 3);
    QCOMPARE(result->places[two].column, 5);
}

void TstCPreprocessor::expansionsHaveAnEnd()
{
    std::string text = "#define A0 x x x x x x x x\n";
    for (int i = 1; i < 20; ++i) {
        const std::string last = " A" + std::to_string(i - 1);
        text += "#define A" + std::to_string(i);
        for (int k = 0; k < 8; ++k) {
            text += last;
        }
        text += '\n';
    }
    const auto result = preprocessC(text + "A19");
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, std::string("cpp-limit"));
    std::string nested(100000, '(');
    NERVURE_VERIFY_ERROR(preprocessC("#if " + nested + "\n#endif"), "cpp-directive",
                         ":1:2: the condition of #if cannot be worked out: the expression");
    std::string calls = "#define F(a) a\n";
    for (int i = 0; i < 1000; ++i) {
        calls += "F(";
    }
    NERVURE_VERIFY_ERROR(preprocessC(calls + std::string(1000, ')')), "cpp-limit",
                         ":2:403: macro 'F' is nested too deeply");
}

void TstCPreprocessor::memoryIsBounded_data()
{
    const auto row = [](const char *name, const std::string &text) {
        QTest::newRow(name) << QString::fromStdString(text);
    };
    const auto repeated = [](const std::string &piece, int count) {
        std::string text;
        for (int i = 0; i < count; ++i) {
            text += piece;
        }
        return text;
    };
    QTest::addColumn<QString>("text");
    const std::string argument = repeated("a ", 5000);
    row("joined", "#define F(x) x" + repeated("##x", 5000) + "\nF(" + argument + ")\n");
    row("one long word", "#define F(x) x" + repeated("##x", 20000) + "\nF(a)\n");
    row("as text", "#define F(x) " + repeated("#x ", 5000) + "\nF(" + argument + ")\n");
    row("parameters", "#define F(a" + repeated(", a", 300) + ") a\n");
    row("conditions", repeated("#if 1\n", 300) + repeated("#endif\n", 300));
}

void TstCPreprocessor::memoryIsBounded()
{
    QFETCH(QString, text);
    rusage before{};
    getrusage(RUSAGE_SELF, &before);
    const auto result = preprocessC(text.toStdString());
    rusage after{};
    getrusage(RUSAGE_SELF, &after);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, std::string("cpp-limit"));
    QVERIFY2(after.ru_maxrss - before.ru_maxrss < 1024 * 1024, "more than 1 GiB was taken");
}

NERVURE_TEST(TstCPreprocessor)
#include "tst_c_preprocessor.moc"
