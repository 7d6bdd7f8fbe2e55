// SPDX-License-Identifier: Apache-2.0
#include "widgets/text/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace nervure {

namespace {

constexpr QChar noBreakSpace(0x00a0);

QString dash()
{
    return QStringLiteral("–");
}

/// Three significant digits without an exponent.
QString threeDigits(double value)
{
    const double size = std::abs(value);
    int decimals = 0;
    if (size < 9.995) {
        decimals = 2;
    } else if (size < 99.95) {
        decimals = 1;
    }
    return QLocale().toString(value, 'f', decimals);
}

double factorOf(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Microseconds: return 1e3;
    case TimeUnit::Milliseconds: return 1;
    case TimeUnit::Seconds: break;
    }
    return 1e-3;
}

QString nameOf(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Microseconds: return QStringLiteral("µs");
    case TimeUnit::Milliseconds: return QStringLiteral("ms");
    case TimeUnit::Seconds: break;
    }
    return QStringLiteral("s");
}

/// `value` with the largest prefix that leaves at least 1 before the point.
QString withPrefix(double value, int decimalsBelowTen)
{
    static constexpr std::array<const char *, 6> prefixes{"", "k", "M", "G", "T", "P"};
    std::size_t step = 0;
    while (std::abs(value) >= 999.5 && step + 1 < prefixes.size()) {
        value /= 1000;
        ++step;
    }
    QString number = step == 0 && value == std::floor(value) ? QLocale().toString(value, 'f', 0)
                     : decimalsBelowTen == 1 ? QLocale().toString(value, 'f', value < 99.95 ? 1 : 0)
                                             : threeDigits(value);
    return number + noBreakSpace + QLatin1StringView(prefixes[step]);
}

} // namespace

TimeUnit timeUnitFor(double largestMs)
{
    if (largestMs >= 1000) {
        return TimeUnit::Seconds;
    }
    return largestMs >= 0.1 ? TimeUnit::Milliseconds : TimeUnit::Microseconds;
}

QString formatTime(double ms, TimeUnit unit)
{
    if (std::isnan(ms)) {
        return dash();
    }
    const double value = ms * factorOf(unit);
    const int decimals = value != 0 && std::abs(value) < 0.995 ? 3 : 2;
    const QString number =
        std::abs(value) < 0.995 ? QLocale().toString(value, 'f', decimals) : threeDigits(value);
    return number + noBreakSpace + nameOf(unit);
}

QString formatTime(double ms)
{
    return formatTime(ms, timeUnitFor(ms));
}

QString formatBytes(std::int64_t bytes)
{
    if (bytes < 0) {
        return dash();
    }
    return withPrefix(static_cast<double>(bytes), 1) + QLatin1Char('B');
}

QString formatBytesExactly(std::int64_t bytes)
{
    return QCoreApplication::translate("Format", "%1 bytes").arg(formatCount(bytes));
}

QString formatCount(std::int64_t count)
{
    return QLocale().toString(static_cast<qlonglong>(count));
}

QString formatAmount(double amount)
{
    if (std::isnan(amount)) {
        return dash();
    }
    return withPrefix(amount, 2).trimmed();
}

QString formatShare(double share)
{
    if (std::isnan(share)) {
        return dash();
    }
    return QLocale().toString(share * 100, 'f', 1) + noBreakSpace + QLatin1Char('%');
}

QString formatShape(const Shape &shape)
{
    return toQString(shapeLabel(shape));
}

QString inShortLines(const QString &text)
{
    constexpr qsizetype most = 100;
    QStringList lines;
    const QStringList paragraphs = text.split(u'\n');
    for (QString rest : paragraphs) {
        while (rest.size() > most) {
            const qsizetype gap = rest.lastIndexOf(u' ', most);
            if (gap <= 0) {
                break;
            }
            lines.append(rest.left(gap));
            rest = rest.mid(gap + 1);
        }
        lines.append(rest);
    }
    return lines.join(u'\n');
}

std::optional<Shape> parseShape(const QString &text)
{
    QString bare = text.trimmed();
    const bool bracketed = (bare.startsWith(u'(') && bare.endsWith(u')'))
                           || (bare.startsWith(u'[') && bare.endsWith(u']'));
    if (bracketed) {
        bare = bare.mid(1, bare.size() - 2);
    }
    static const QRegularExpression separator(QStringLiteral("\\s*[,x×*]\\s*|\\s+"));
    Shape shape;
    for (const QString &part : bare.trimmed().split(separator, Qt::SkipEmptyParts)) {
        bool ok = false;
        const qlonglong dimension = part.toLongLong(&ok);
        if (!ok || dimension <= 0) {
            return std::nullopt;
        }
        shape.push_back(dimension);
    }
    if (!elementCount(shape)) {
        return std::nullopt;
    }
    return shape;
}

} // namespace nervure
