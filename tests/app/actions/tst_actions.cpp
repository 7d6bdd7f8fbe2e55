// SPDX-License-Identifier: Apache-2.0
#include "app/actions/actions.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QKeySequence>
#include <QSet>
#include <QTest>

using namespace nervure;

/// The table of actions as data: nothing twice, nothing without its icon, Netron's keys as they are.
class TstActions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idsAreUnique();
    void noKeyDoesTwoThings();
    void everyKeyIsOne();
    void everyIconExists();
    void netronsKeysAreKept_data();
    void netronsKeysAreKept();
};

namespace {

QList<QKeySequence> keysOf(const ActionSpec &spec)
{
    return spec.keys == nullptr ? QList<QKeySequence>()
                                : QKeySequence::listFromString(QString::fromLatin1(spec.keys));
}

} // namespace

void TstActions::idsAreUnique()
{
    QSet<QString> ids;
    for (const ActionSpec &spec : actionTable()) {
        const QString id = QString::fromLatin1(spec.id);
        QVERIFY2(!ids.contains(id), spec.id);
        ids.insert(id);
        QVERIFY2(spec.trigger != nullptr, spec.id);
    }
    QVERIFY(ids.size() > 30);
}

void TstActions::noKeyDoesTwoThings()
{
    QSet<QString> seen;
    for (const ActionSpec &spec : actionTable()) {
        for (const QKeySequence &keys : keysOf(spec)) {
            const QString text = keys.toString(QKeySequence::PortableText);
            QVERIFY2(!seen.contains(text), qPrintable(text));
            seen.insert(text);
        }
    }
}

void TstActions::everyKeyIsOne()
{
    for (const ActionSpec &spec : actionTable()) {
        for (const QKeySequence &keys : keysOf(spec)) {
            QVERIFY2(keys.count() == 1 && keys[0].key() != Qt::Key_unknown, spec.id);
        }
    }
}

void TstActions::everyIconExists()
{
    for (const ActionSpec &spec : actionTable()) {
        if (spec.icon != nullptr) {
            const QString path =
                QStringLiteral(":/nervure/icons/%1.svg").arg(QLatin1StringView(spec.icon));
            QVERIFY2(QFile::exists(path), qPrintable(path));
        }
    }
}

void TstActions::netronsKeysAreKept_data()
{
    QTest::addColumn<QString>("keys");
    const std::pair<const char *, const char *> rows[] = {{"open", "Ctrl+O"},
                                                          {"export", "Ctrl+Shift+E"},
                                                          {"close", "Ctrl+W"},
                                                          {"quit", "Ctrl+Q"},
                                                          {"copy", "Ctrl+C"},
                                                          {"select-all", "Ctrl+A"},
                                                          {"find", "Ctrl+F"},
                                                          {"show-attributes", "Ctrl+D"},
                                                          {"show-weights", "Ctrl+I"},
                                                          {"show-names", "Ctrl+U"},
                                                          {"wheel-zooms", "Ctrl+M"},
                                                          {"reload", "F5"},
                                                          {"zoom-in", "Shift+Up"},
                                                          {"zoom-out", "Shift+Down"},
                                                          {"full-screen", "F11"},
                                                          {"actual-size", "Shift+Backspace"},
                                                          {"graph-properties", "Ctrl+Return"}};
    for (const auto &[id, keys] : rows) {
        QTest::newRow(id) << QString::fromLatin1(keys);
    }
}

void TstActions::netronsKeysAreKept()
{
    QFETCH(QString, keys);
    const QLatin1StringView id(QTest::currentDataTag());
    bool isFound = false;
    for (const ActionSpec &spec : actionTable()) {
        if (id == QLatin1StringView(spec.id)) {
            isFound = keysOf(spec).contains(QKeySequence(keys));
        }
    }
    QVERIFY(isFound);
}

NERVURE_TEST(TstActions)
#include "tst_actions.moc"
