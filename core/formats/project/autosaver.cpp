// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/autosaver.h"

#include <ctime>
#include <iterator>
#include <utility>

namespace nervure {

Autosaver::Autosaver(std::filesystem::path folder, Told told)
    : m_folder(std::move(folder)),
      m_told(std::move(told)),
      m_thread([this] { run(); })
{}

Autosaver::~Autosaver()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void Autosaver::begin(JournalHeader header, TextSource text, std::vector<Edit> since)
{
    startWith({true, std::move(header), std::move(text), {}, std::move(since)});
}

void Autosaver::resume(EditJournal journal)
{
    // There is a text in it already.
    startWith({true, {}, [] { return std::string(); }, std::move(journal), {}});
}

void Autosaver::startWith(Work work)
{
    {
        const std::lock_guard lock(m_mutex);
        // A journal that was to be gone on with and never was is not needed either.
        m_waiting.journal.remove();
        m_waiting = std::move(work);
    }
    m_changed.notify_all();
}

void Autosaver::append(Edit edit)
{
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.edits.push_back(std::move(edit));
    }
    m_changed.notify_all();
}

void Autosaver::end()
{
    begin({}, {});
}

void Autosaver::wait()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(
        lock, [this] { return !m_isBusy && !m_waiting.startsAnew && m_waiting.edits.empty(); });
}

void Autosaver::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] {
            return m_isEnding || m_waiting.startsAnew || !m_waiting.edits.empty();
        });
        if (!m_waiting.startsAnew && m_waiting.edits.empty()) {
            return;
        }
        Work work = std::exchange(m_waiting, {});
        m_isBusy = true;
        lock.unlock();
        perform(work);
        lock.lock();
        m_isBusy = false;
        m_changed.notify_all();
    }
}

void Autosaver::perform(Work &work)
{
    if (work.startsAnew) {
        m_before.remove();
        m_before = std::exchange(m_journal, std::move(work.journal));
        m_unwritten.clear();
        m_hasFailed = false;
        m_header = std::move(work.header);
        m_text = std::move(work.text);
    }
    if (!m_text) {
        m_before.remove();
        return;
    }
    m_unwritten.insert(m_unwritten.end(), std::make_move_iterator(work.edits.begin()),
                       std::make_move_iterator(work.edits.end()));
    if (m_unwritten.empty()) {
        m_before.remove();
        return;
    }
    const Status status = write(m_unwritten);
    if (status) {
        m_unwritten.clear();
        m_before.remove();
    }
    if (m_told && m_hasFailed == status.ok()) {
        m_told(status);
    }
    m_hasFailed = !status;
}

Status Autosaver::write(const std::vector<Edit> &edits)
{
    // One that could not be mended stays as it is: a second one would lack its edits.
    if (!m_journal.isOpen() && m_journal.file().empty()) {
        ASSIGN_OR_RETURN(const std::string text, m_text());
        if (m_header.time == 0) {
            m_header.time = std::time(nullptr);
        }
        ASSIGN_OR_RETURN(EditJournal journal, EditJournal::begin(m_folder, m_header, text));
        m_journal = std::move(journal);
    }
    return m_journal.append(edits);
}

} // namespace nervure
