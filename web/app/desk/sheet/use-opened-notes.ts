import { useState } from 'react'
import type { DaySheet } from '#meetings/sheet/sheet.server.ts'
import type { OpenNote } from './care-note.tsx'
import { shortTime } from './sheet-state.ts'
import type { StoredNote } from './use-stored-sheet.ts'

/** Notes opened on this page, from the site or the stored sheet. */
export function useOpenedNotes(sheet: DaySheet, fromSite: StoredNote[] | undefined, stored: StoredNote[]) {
  const [seen, setSeen] = useState<StoredNote[]>()
  const [opened, setOpened] = useState<Record<string, OpenNote>>({})

  function add(notes: StoredNote[], how: string, at: number) {
    const caption = `${how} by ${sheet.readBy}, ${shortTime(at, sheet.timeZone)}. The family sees this.`
    setOpened((before) => ({
      ...before,
      ...Object.fromEntries(
        notes.map(({ personId, note, whatToDo }) => [personId, { note, whatToDo, caption }]),
      ),
    }))
  }
  if (fromSite && fromSite !== seen) {
    setSeen(fromSite)
    add(fromSite, 'Opened', Date.now())
  }
  const openStored = (personId: string) =>
    add(
      stored.filter((note) => note.personId === personId),
      'Kept on this phone',
      sheet.now,
    )
  return { opened, openStored }
}
