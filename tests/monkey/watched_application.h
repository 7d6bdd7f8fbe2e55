// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>

#include <set>
#include <string>
#include <vector>

namespace nervure::tests {

/// An application that finds widgets of ours which are shown or hidden while the layout that they are in is at work:
/// because a widget around them has got another size, or is told that its layout is due. Qt does not expect that.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override;
    /// One line for each kind of them until now.
    [[nodiscard]] const std::set<std::string> &faults() const { return m_faults; }

private:
    void check(const QWidget &widget);

    std::vector<const QObject *> m_laidOut; ///< what is being laid out, the innermost last
    std::set<std::string> m_faults;
};

} // namespace nervure::tests
