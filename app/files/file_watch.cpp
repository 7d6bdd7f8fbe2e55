// SPDX-License-Identifier: Apache-2.0
#include "app/files/file_watch.h"

#include "core/support/fingerprint.h"
#include "widgets/document/graph_document.h"

#include <QFileInfo>
#include <QGuiApplication>

#include <filesystem>
#include <sys/stat.h>

namespace nervure {

namespace {

/// Programs write in several steps; what is between them is of no interest.
constexpr int settlingMs = 150;
constexpr int firstLookMs = 1000;

} // namespace

FileWatch::FileWatch(GraphDocument &document, QObject *parent)
    : QObject(parent),
      m_document(document)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(settlingMs);
    connect(&m_soon, &QTimer::timeout, this, &FileWatch::check);
    const auto later = [this] { m_soon.start(); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, later);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, later);
    // Not every file system tells of changes.
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, later);
    connect(&document, &GraphDocument::contentReplaced, this, &FileWatch::follow);
    connect(&document, &GraphDocument::saved, this, &FileWatch::follow);
}

FileWatch::Stamp FileWatch::stampOf(const std::string &file)
{
    struct stat found = {};
    if (::stat(file.c_str(), &found) != 0) {
        return {};
    }
    constexpr qint64 second = 1'000'000'000;
    return {static_cast<qint64>(found.st_size),
            static_cast<qint64>(found.st_mtim.tv_sec) * second + found.st_mtim.tv_nsec,
            static_cast<quint64>(found.st_ino)};
}

FileWatch::Seen FileWatch::read(const std::string &file, const Seen &last)
{
    Seen seen{stampOf(file), {}};
    if (seen.stamp == last.stamp) {
        return last;
    }
    // A device would not come to an end, and a pipe not begin.
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error)) {
        seen.fingerprint = fileChecksum(file);
    }
    return seen;
}

void FileWatch::follow()
{
    if (m_document.path() != m_path) {
        m_path = m_document.path();
        const QStringList watched = m_watcher.files() + m_watcher.directories();
        if (!watched.isEmpty()) {
            m_watcher.removePaths(watched);
        }
        if (!m_path.isEmpty()) {
            m_watcher.addPath(QFileInfo(m_path).path());
        }
    }
    // What was seen of it is what the document knows, unless it changed before we looked.
    m_seen = {};
    m_isGoneKnown = false;
    if (m_state != State::Same) {
        m_state = State::Same;
        Q_EMIT stateChanged();
    }
    // The picture of a model that was opened comes first.
    QTimer::singleShot(firstLookMs, this, &FileWatch::check);
}

void FileWatch::check()
{
    if (m_path.isEmpty() || m_isHeld) {
        return;
    }
    // A file that was replaced is watched no more.
    if (!m_watcher.files().contains(m_path) && QFileInfo::exists(m_path)) {
        m_watcher.addPath(m_path);
    }
    m_jobs.start(
        {{}, QStringLiteral("look")}, this,
        [file = m_path.toStdString(), last = m_seen](const JobControl &) {
            return read(file, last);
        },
        [this, path = m_path](const Seen &seen) {
            if (path == m_path) {
                take(seen);
            }
        });
}

void FileWatch::take(const Seen &seen)
{
    if (m_isHeld) {
        return;
    }
    const bool isNew = seen.fingerprint != m_seen.fingerprint;
    m_seen = seen;
    const std::string &known = m_document.fileFingerprint();
    const bool isGone = seen.stamp.size < 0;
    m_isGoneKnown = m_isGoneKnown && isGone;
    State state = State::Same;
    if (isGone) {
        state = m_isGoneKnown ? State::Same : State::Gone;
    } else if (!known.empty() && !seen.fingerprint.empty() && seen.fingerprint != known) {
        state = State::Changed;
    }
    if (state != m_state || (isNew && state == State::Changed)) {
        m_state = state;
        Q_EMIT stateChanged();
    }
    Q_EMIT looked();
}

void FileWatch::keepMine()
{
    if (m_state == State::Changed) {
        m_document.setFileFingerprint(m_seen.fingerprint);
    }
    m_isGoneKnown = m_state == State::Gone;
    m_state = State::Same;
    m_document.markUnsaved();
    Q_EMIT stateChanged();
}

void FileWatch::look(QObject *receiver, std::function<void(State)> done)
{
    if (m_path.isEmpty()) {
        done(m_state);
        return;
    }
    m_jobs.start(
        {}, receiver,
        [file = m_path.toStdString(), last = m_seen](const JobControl &) {
            return read(file, last);
        },
        [this, path = m_path, done = std::move(done)](const Seen &seen) {
            if (path == m_path) {
                take(seen);
            }
            done(m_state);
        });
}

void FileWatch::release()
{
    m_isHeld = false;
    check();
}

} // namespace nervure
