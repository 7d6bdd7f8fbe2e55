// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTextBrowser>

namespace nervure {

class DeferredCall;

/// Shows pages of the manual. Links to other pages go there, those to the world open outside.
class ManualBrowser : public QTextBrowser {
    Q_OBJECT

public:
    explicit ManualBrowser(QWidget *parent = nullptr);

    void showPage(const QString &language, const QString &page);
    /// The page that is shown: "files".
    [[nodiscard]] QString page() const;

    /// Marks all places of these words; returns how many there are.
    int markWords(const QStringList &words);
    /// Selects the next of the marked places behind the cursor; false if there is none.
    bool goToNextMark();

    [[nodiscard]] QVariant loadResource(int type, const QUrl &name) override;

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void recolor();
    void layOut();
    void layOutTables();
    void layOutCode();
    void layOutPictures();

    DeferredCall *m_pictures; ///< lays them out for a new width
    DeferredCall *m_recolor;
    bool m_isRecolored = true; ///< the page has the colors of the palette
    QString m_language;
    QStringList m_words;
};

} // namespace nervure
