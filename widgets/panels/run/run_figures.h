// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace nervure {

struct ComparedProfiles;
class DeferredCall;
struct ProfileReport;
struct TuneReport;

/// A run in a few figures, each with its name below, and a line on how it was made. As many as the width
/// holds; the first are the most telling.
class RunFigures : public QWidget {
    Q_OBJECT

public:
    explicit RunFigures(QWidget *parent);

    /// `remark`: what else is to be said of the run; may be empty.
    void showRun(const ProfileReport &report, const QString &remark);
    /// What became of the run since another one.
    void showComparison(const ComparedProfiles &compared);
    /// What tuning gave the layers.
    void showTuning(const TuneReport &tuning);
    /// All that is told, as text.
    [[nodiscard]] QString text() const;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void clear();
    void add(const QString &value, const QString &title, const QString &toolTip = {});
    void showWhatFits();

    DeferredCall *m_fit; ///< hides what a new width has no room for
    QHBoxLayout *m_row;
    QLabel *m_line;
    QList<QWidget *> m_figures;
};

} // namespace nervure
