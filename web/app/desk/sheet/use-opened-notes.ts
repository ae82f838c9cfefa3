import { useState } from 'react'
import type { DaySheet } from '#meetings/sheet.server.ts'
import type { OpenNote } from './care-note.tsx'
import { shortTime } from './sheet-state.ts'
import type { KeptNote } from './use-kept-sheet.ts'

/** The notes that were asked for on this page: from the site, or without signal from this phone. */
export function useOpenedNotes(sheet: DaySheet, fromSite: KeptNote[] | undefined, kept: KeptNote[]) {
  const [seen, setSeen] = useState<KeptNote[]>()
  const [opened, setOpened] = useState<Record<string, OpenNote>>({})

  function add(notes: KeptNote[], how: string, at: number) {
    const said = `${how} by ${sheet.readBy}, ${shortTime(at, sheet.timeZone)}. The family sees this.`
    setOpened((before) => ({
      ...before,
      ...Object.fromEntries(
        notes.map(({ personId, note, whatToDo }) => [personId, { note, whatToDo, said }]),
      ),
    }))
  }
  if (fromSite && fromSite !== seen) {
    setSeen(fromSite)
    add(fromSite, 'Opened', Date.now())
  }
  const openKept = (personId: string) =>
    add(
      kept.filter((note) => note.personId === personId),
      'Kept on this phone',
      sheet.now,
    )
  return { opened, openKept }
}
