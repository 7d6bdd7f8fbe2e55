// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/kernel_sources.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPlainTextEdit;

namespace nervure {

/// The kernels of one layer: their work sizes, and the OpenCL C that is compiled for them. Stays open beside
/// the window.
class KernelWindow : public QDialog {
    Q_OBJECT

public:
    /// There is at least one kernel.
    KernelWindow(const QString &layer, std::vector<LayerKernel> kernels, QWidget *parent);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void showKernel(int number);

    std::vector<LayerKernel> m_kernels;
    QComboBox *m_choice;
    QLabel *m_facts;
    QPlainTextEdit *m_source;
};

} // namespace nervure
