// SPDX-License-Identifier: Apache-2.0
#include "core/engine/tuning/tune_report.h"

#include "tests/support/test_class.h"

#include <QTest>

#include <string>
#include <vector>

using namespace nervure;

namespace {

/// A choice between "default" and "other".
TunedChoice choiceOf(const std::string &key, const std::string &winner)
{
    TunedChoice choice;
    choice.key = key;
    choice.variants = {{"default", {}, true}, {"other", {}, true}};
    choice.winner = winner;
    return choice;
}

TunedLayer layerOf(const std::string &node, std::size_t choice, double defaultMs, double winnerMs)
{
    TunedLayer layer;
    layer.node = node;
    layer.choice = choice;
    layer.defaultMs = defaultMs;
    layer.winnerMs = winnerMs;
    return layer;
}

/// Two choices of which the first changed, and one that did not.
TuneReport report(const std::vector<TunedLayer> &layers)
{
    TuneReport made;
    made.choices = {choiceOf("tile@1 2", "other"), choiceOf("width 3", "default"),
                    choiceOf("depth 4", "other")};
    made.layers = layers;
    return made;
}

/// "conv0/tile conv1/width": the layers and what is told of them.
QStringList told(const TuneReport &report)
{
    QStringList all;
    for (const TunedLayer *layer : oneForEachLayer(report)) {
        all.append(QString::fromStdString(layer->node + '/'
                                          + kernelClassOf(report.choices[layer->choice])));
    }
    return all;
}

} // namespace

class TstTuneReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSlowestStandsFirst()
    {
        QCOMPARE(
            told(report({layerOf("a", 1, 1, 1), layerOf("b", 0, 3, 2), layerOf("c", 1, 2, 2)})),
            (QStringList{QStringLiteral("b/tile"), QStringLiteral("c/width"),
                         QStringLiteral("a/width")}));
        QVERIFY(told(report({})).isEmpty());
    }

    void theChoiceThatChangedStandsForItsLayer()
    {
        const QStringList tile{QStringLiteral("a/tile")};
        QCOMPARE(told(report({layerOf("a", 0, 2, 1), layerOf("a", 1, 2, 2)})), tile);
        QCOMPARE(told(report({layerOf("a", 1, 2, 2), layerOf("a", 0, 2, 1)})), tile);
        QCOMPARE(told(report({layerOf("a", 1, 2, 2), layerOf("a", 1, 2, 2)})),
                 QStringList{QStringLiteral("a/width")});
        // Both say something.
        QCOMPARE(
            told(report({layerOf("a", 0, 2, 1), layerOf("a", 1, 2, 2), layerOf("a", 2, 2, 1)})),
            (QStringList{QStringLiteral("a/tile"), QStringLiteral("a/depth")}));
    }

    /// Times of the same layer that are not the same, as a document may have them, and layers between.
    void aLayerIsFoundAgainBehindOthers()
    {
        QCOMPARE(
            told(report({layerOf("a", 1, 3, 3), layerOf("b", 1, 2, 2), layerOf("a", 0, 1, 0.5)})),
            (QStringList{QStringLiteral("a/tile"), QStringLiteral("b/width")}));
    }

    void theSumHasWhatWasChosenOnceForEachLayer()
    {
        // Timed and not chosen: 5 ms less would be in no figure.
        QCOMPARE(changeByChoices(report({layerOf("a", 1, 10, 5)})), 0.0);
        QCOMPARE(changeByChoices(report({layerOf("a", 0, 10, 7), layerOf("b", 0, 4, 3)})), -4.0);
        // Two choices of a layer are about the same launches.
        QCOMPARE(changeByChoices(report({layerOf("a", 0, 10, 7), layerOf("a", 2, 10, 7),
                                         layerOf("a", 1, 10, 10), layerOf("b", 2, 4, 4.5)})),
                 -2.5);
        QCOMPARE(changeByChoices(report({})), 0.0);
    }
};

NERVURE_TEST(TstTuneReport)
#include "tst_tune_report.moc"
