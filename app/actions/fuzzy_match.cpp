// SPDX-License-Identifier: Apache-2.0
#include "app/actions/fuzzy_match.h"

namespace nervure {

namespace {

constexpr int letterScore = 1;
constexpr int followsScore = 6;
constexpr int startScore = 8;
constexpr int wholeScore = 30;

bool startsWord(const QString &text, qsizetype at)
{
    return at == 0 || !text.at(at - 1).isLetterOrNumber()
           || (text.at(at).isUpper() && text.at(at - 1).isLower());
}

/// Greedy from `start`: the next place of every letter.
std::optional<int> scoreFrom(const QString &typed, const QString &text, qsizetype start)
{
    int score = 0;
    qsizetype last = -2;
    qsizetype at = start;
    for (const QChar letter : typed) {
        if (letter.isSpace()) {
            last = -2;
            continue;
        }
        at = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (at < 0) {
            return std::nullopt;
        }
        score += letterScore + (at == last + 1 ? followsScore : 0)
                 + (startsWord(text, at) ? startScore : 0);
        last = at++;
    }
    return score;
}

} // namespace

std::optional<int> fuzzyMatch(const QString &typed, const QString &text)
{
    const QString wanted = typed.trimmed();
    if (wanted.isEmpty()) {
        return 0;
    }
    std::optional<int> best;
    // Every place where the first letter is may be the beginning of the best fit.
    for (qsizetype start = text.indexOf(wanted.front(), 0, Qt::CaseInsensitive); start >= 0;
         start = text.indexOf(wanted.front(), start + 1, Qt::CaseInsensitive)) {
        const auto score = scoreFrom(wanted, text, start);
        if (!score) {
            break;
        }
        best = std::max(best.value_or(*score), *score);
    }
    if (best && text.contains(wanted, Qt::CaseInsensitive)) {
        *best += wholeScore;
    }
    return best ? std::optional(*best * 8 - static_cast<int>(std::min<qsizetype>(text.size(), 60)))
                : std::nullopt;
}

} // namespace nervure
