// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/kernel_sources.h"
#include "core/engine/layer_peek.h"

#include <QDialog>

#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;

namespace nervure {

class ProfileRunner;

/// The kernels of one layer: their work sizes, what the device says of them, and the OpenCL C that is compiled for
/// them. Runs the layer alone with other sizes of work-groups. Stays open beside the window.
class KernelWindow : public QDialog {
    Q_OBJECT

public:
    /// There is at least one kernel. `layer` is the node that the layer is called after.
    KernelWindow(const QString &layer, std::vector<LayerKernel> kernels, ProfileRunner &runner,
                 QWidget *parent);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void createSource();
    void createSizes();
    void showKernel(int number);
    void showState();
    void showSizes();
    void showLog();

    QString m_layer;
    std::vector<LayerKernel> m_kernels;
    ProfileRunner &m_runner;
    std::optional<LayerPeek> m_peek; ///< once the layer was run alone
    bool m_isTrying = false;
    QComboBox *m_choice;
    QLabel *m_facts;
    QLabel *m_log;
    QPushButton *m_try;
    QLabel *m_state;
    QTreeWidget *m_sizes;
    QPlainTextEdit *m_source;
};

} // namespace nervure
