// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/weight_report.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace nervure {

class Form;
class HeatMapView;
class PlaneChooser;
class WeightHistogram;

/// What the elements of a tensor are like: figures, how they are distributed, a plane as a heat map, and the
/// first ones of a part. Whoever has the tensor is asked for what is to be shown.
class ValuesView : public QWidget {
    Q_OBJECT

public:
    /// `name` begins the object names of its parts.
    ValuesView(const QString &name, QWidget *parent);

    /// What is to be read of the tensor that is shown. What is known of all of it is not asked for again.
    [[nodiscard]] WeightRequest request() const;
    void showReport(const WeightReport &report, bool isDifference = false);
    /// Nothing can be shown, and why; empty: nothing is to be told.
    void showProblem(const QString &problem);
    /// What went wrong beside what is shown; empty: nothing.
    void tellProblem(const QString &problem);
    /// Another tensor follows.
    void forget();

Q_SIGNALS:
    /// The person wants another part or plane.
    void requestChanged();

private:
    void createFigures(const QString &name);
    void arrange();
    void showFigures(const WeightStatistics &found);
    void showRows(bool hasNumbers, bool hasValues);

    QWidget *m_figures;
    Form *m_form;
    QLabel *m_range = nullptr;
    QLabel *m_mean = nullptr;
    QLabel *m_odd = nullptr;
    WeightHistogram *m_histogram;
    PlaneChooser *m_plane;
    HeatMapView *m_heatMap;
    QLineEdit *m_slice;
    QLabel *m_values;
    QLabel *m_problem;
    WeightStatistics m_known; ///< of the tensor, once it was counted
    bool m_isKnown = false;
};

} // namespace nervure
