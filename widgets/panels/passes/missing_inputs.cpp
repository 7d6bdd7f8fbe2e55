// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/missing_inputs.h"

#include "core/graph/edits/type_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/models/input_model.h"
#include "widgets/style/deferred_call.h"
#include "widgets/style/form.h"
#include "widgets/text/format.h"
#include "widgets/text/mnemonics.h"

#include <QEvent>
#include <QFontDatabase>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {

constexpr int widestName = 130;

/// As high as its lines while they are few, else it scrolls: no number of them makes the window grow.
class FormArea : public QScrollArea {
public:
    explicit FormArea(QWidget *parent)
        : QScrollArea(parent),
          m_grow(new DeferredCall(this, [this] { updateGeometry(); }))
    {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return widget() == nullptr ? QSize() : widget()->sizeHint().boundedTo({widest, highest});
    }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        if (widget() == nullptr) {
            return {};
        }
        const QSize lines = widget()->minimumSizeHint();
        return {lines.width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent),
                std::min(lines.height(), lowest)};
    }

protected:
    /// New lines are shown after they were added: only then the height is known.
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) {
            m_grow->request();
        }
        return QScrollArea::eventFilter(watched, event);
    }

private:
    static constexpr int widest = 480;
    static constexpr int highest = 240;
    static constexpr int lowest = 60;
    DeferredCall *m_grow;
};

} // namespace

MissingInputs::MissingInputs(QWidget *parent)
    : QWidget(parent),
      m_area(new FormArea(this)),
      m_form(new Form),
      m_failure(new QLabel(this))
{
    setObjectName(QStringLiteral("passes-missing"));
    auto *title = new QLabel(tr("These inputs have no shape yet:"), this);
    m_failure->setObjectName(QStringLiteral("passes-missing-failure"));
    m_failure->setWordWrap(true);
    m_failure->hide();
    auto *use = new QPushButton(tr("Use these shapes"), this);
    use->setObjectName(QStringLiteral("passes-use-shapes"));
    connect(use, &QPushButton::clicked, this, &MissingInputs::giveShapes);
    auto *lines = new QWidget;
    m_form->setContentsMargins(0, 0, 0, 0);
    lines->setLayout(m_form);
    m_area->setObjectName(QStringLiteral("passes-missing-lines"));
    m_area->setWidget(lines);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(title);
    column->addWidget(m_area);
    column->addWidget(m_failure);
    column->addWidget(use, 0, Qt::AlignLeft);
}

void MissingInputs::setDocument(const GraphDocument &document)
{
    m_hasNames = hasValueTypes(document.graph().dialect());
    std::vector<QString> missing;
    const bool isDue = !bringsShapes(document) || !document.passSteps().empty();
    for (const InputRow &input : isDue ? inputsOf(document) : std::vector<InputRow>()) {
        if (isShapeMissing(input)) {
            missing.push_back(input.name);
        }
    }
    setVisible(!missing.empty());
    const bool isSame = std::equal(missing.begin(), missing.end(), m_lines.begin(), m_lines.end(),
                                   [](const QString &a, const auto &b) { return a == b.first; });
    if (isSame) {
        return; // keeps what is being typed
    }
    m_form->shrinkTo(0);
    m_lines.clear();
    for (const QString &name : missing) {
        addLine(name);
    }
}

void MissingInputs::addLine(const QString &name)
{
    auto *line = new QLineEdit(this);
    line->setObjectName(QStringLiteral("shape-") + name);
    line->setAccessibleName(tr("Shape of %1").arg(name));
    line->setPlaceholderText(QStringLiteral("1,3,224,224"));
    line->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    connect(line, &QLineEdit::returnPressed, this, &MissingInputs::giveShapes);
    const QFontMetrics metrics(font());
    const QString shown = metrics.elidedText(name, Qt::ElideMiddle, widestName);
    auto *label = new QLabel(withoutMnemonics(shown), this);
    label->setBuddy(line);
    label->setToolTip(shown == name ? QString() : name);
    m_form->addRow(label, line);
    m_lines.emplace_back(name, line);
}

void MissingInputs::giveShapes()
{
    std::vector<std::pair<QString, Dimensions>> shapes;
    for (const auto &[name, line] : m_lines) {
        const std::optional<Shape> numbers = parseShape(line->text());
        const auto sizes = numbers ? Dimensions(numbers->begin(), numbers->end())
                           : m_hasNames
                               ? dimensionsTyped(line->text().toStdString()).value_or(Dimensions())
                               : Dimensions();
        if (sizes.empty()) {
            m_failure->setText(
                line->text().trimmed().isEmpty()
                    ? tr("%1 needs a shape, such as 1,3,224,224.").arg(name)
                    : tr("%1 is not a shape for %2; expected dimensions such as 1,3,224,224.")
                          .arg(line->text(), name));
            m_failure->show();
            line->setFocus(Qt::OtherFocusReason);
            m_area->ensureWidgetVisible(line);
            return;
        }
        shapes.emplace_back(name, sizes);
    }
    m_failure->hide();
    Q_EMIT shapesGiven(shapes);
}

} // namespace nervure
