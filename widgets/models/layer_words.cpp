// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/layer_words.h"

#include "core/support/units.h"
#include "widgets/text/format.h"

#include <QCoreApplication>

namespace nervure {

namespace {

QString layerWords(const char *text)
{
    return QCoreApplication::translate("LayerWords", text);
}

QString sharesText(const LayerVerdict &verdict)
{
    return layerWords(
               verdict.isFromCache
                   ? QT_TRANSLATE_NOOP("LayerWords",
                                       "%1 of the multiply-add peak, %2 of the bandwidth of the "
                                       "cache")
                   : QT_TRANSLATE_NOOP("LayerWords",
                                       "%1 of the multiply-add peak, %2 of the bandwidth of "
                                       "memory"))
        .arg(formatShare(verdict.computeShare), formatShare(verdict.bandwidthShare));
}

QString sizesText(const std::array<std::size_t, 3> &sizes)
{
    std::size_t count = sizes.size();
    while (count > 1 && sizes[count - 1] == 1) {
        --count;
    }
    QStringList parts;
    for (std::size_t i = 0; i < count; ++i) {
        parts.append(QString::number(sizes[i]));
    }
    return parts.join(u'×');
}

} // namespace

QString verdictSentence(const LayerProfile &layer)
{
    const LayerVerdict &verdict = layer.verdict;
    switch (verdict.bound) {
    case LayerBound::Launch:
        return layerWords(QT_TRANSLATE_NOOP(
                              "LayerWords",
                              "Bound by launching: takes less than twice the %1 that "
                              "launching its kernels costs. Fusing it with another layer, or "
                              "a larger batch, would help."))
            .arg(formatTime(verdict.enqueueMs));
    case LayerBound::Bandwidth:
        return layerWords(
                   QT_TRANSLATE_NOOP("LayerWords",
                                     "Bound by bandwidth: %1. Only moving fewer bytes would make "
                                     "it faster."))
            .arg(sharesText(verdict));
    case LayerBound::Compute:
        return layerWords(
                   QT_TRANSLATE_NOOP("LayerWords",
                                     "Bound by arithmetic: %1. Only fewer operations would make "
                                     "it faster."))
            .arg(sharesText(verdict));
    case LayerBound::Neither:
        return layerWords(
                   QT_TRANSLATE_NOOP("LayerWords",
                                     "At neither roof: %1. The kernel, or too little parallel "
                                     "work, keeps it from being up to %2 times as fast."))
            .arg(sharesText(verdict),
                 toQString(threeDigits(verdict.roofShare > 0 ? 1 / verdict.roofShare : 0)));
    case LayerBound::Host: return layerWords(QT_TRANSLATE_NOOP("LayerWords", "Runs on the host."));
    case LayerBound::Unknown: break;
    }
    return verdict.isUncertain
               ? layerWords(QT_TRANSLATE_NOOP("LayerWords",
                                              "No verdict: its times lie %1 apart and say "
                                              "different things. Run it again when less else "
                                              "runs on the machine."))
                     .arg(formatShare(verdict.doubt))
               : QString();
}

QString workSizes(const KernelProfile &kernel)
{
    const bool isChosen = kernel.local != std::array<std::size_t, 3>{0, 0, 0};
    return isChosen ? layerWords(QT_TRANSLATE_NOOP("LayerWords", "%1 in groups of %2"))
                          .arg(sizesText(kernel.global), sizesText(kernel.local))
                    : sizesText(kernel.global);
}

} // namespace nervure
