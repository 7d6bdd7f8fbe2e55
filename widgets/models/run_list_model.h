// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/table_model.h"

#include <QDateTime>
#include <QString>

namespace nervure {

class GraphDocument;

/// A run that is kept.
struct RunRow {
    std::uint32_t number = 0;
    QString name; ///< that somebody gave it, else the device and how it ran
    QString device;
    double wallMs = 0;
    QDateTime date;          ///< invalid where it is not told
    bool isShown = false;    ///< in tables and on the canvas
    bool isCompared = false; ///< the shown one is compared with it
    bool isFurther = false;  ///< stands in that comparison as well
    bool isPresent = true;   ///< of the model as it is now
    bool isTogether = false; ///< measured by turns with another one
    bool isStopped = false;
    QString facts; ///< all that is known of it, a line each
};

/// The runs of a document, the newest first. The name can be edited.
class RunListModel : public TableModel<RunRow> {
    Q_OBJECT

public:
    enum Columns { Name, Time, Date };

    explicit RunListModel(QObject *parent = nullptr);

    void setDocument(const GraphDocument &document);
    /// -1: there is none.
    [[nodiscard]] int rowOf(std::uint32_t number) const;

    /// What is edited is the name without what is remarked on it.
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

Q_SIGNALS:
    void renamed(quint32 number, const QString &name);
};

} // namespace nervure
