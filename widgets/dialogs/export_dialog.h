// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QSizeF>
#include <QString>

#include <functional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace nervure {

/// How a picture is to be written.
struct PictureChoice {
    QString format = QStringLiteral("svg"); ///< "svg", "png", "pdf" or "dot"
    bool selectionOnly = false;
    double scale = 2; ///< pixels a picture pixel; of png and pdf
    bool isDark = false;
    bool hasLegend = false; ///< what the colors mean, below the picture
};

/// How large a picture will be.
struct PictureExtent {
    QSizeF size;   ///< in pixels; of a page in points, for pdf
    int pages = 1; ///< of pdf
};

/// What there is to write.
struct PictureFacts {
    std::function<PictureExtent(const PictureChoice &)> extentOf; ///< asked for all formats but dot
    int selectedNodes = 0;
    bool isDark = false;    ///< how the window looks
    bool isColored = false; ///< by more than categories
    PictureChoice last{};   ///< whose format and scale the dialog begins with
};

/// Asks what of the picture is written, and how.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ExportDialog(const PictureFacts &facts, QWidget *parent = nullptr);

    [[nodiscard]] PictureChoice choice() const;

private:
    void showSize();

    PictureFacts m_facts;
    QComboBox *m_format;
    QComboBox *m_part;
    QDoubleSpinBox *m_scale;
    QCheckBox *m_dark;
    QCheckBox *m_legend;
    QLabel *m_size;
};

} // namespace nervure
