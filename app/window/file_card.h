// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QIcon>
#include <QImage>

namespace nervure {

/// A file to open on the start page: a picture, a title and a muted second line.
class FileCard : public QAbstractButton {
    Q_OBJECT

public:
    /// `symbol` stands for the picture until there is one. Cards that share it draw it once.
    FileCard(const QString &path, const QString &title, const QString &detail, const QIcon &symbol,
             QWidget *parent = nullptr);

    [[nodiscard]] const QString &path() const { return m_path; }
    void setPicture(const QImage &picture);

    /// How large the picture is shown, in device-independent pixels.
    [[nodiscard]] static QSize pictureSize();

    [[nodiscard]] static QSize cardSize();
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintPicture(QPainter &painter, const QRect &frame) const;
    void paintWords(QPainter &painter, const QRect &frame) const;

    QString m_path;
    QString m_detail;
    QIcon m_symbol;
    QImage m_picture;
};

} // namespace nervure
