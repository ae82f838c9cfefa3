import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { forgetSheets, openStore, storedIds } from '#meetings/phone/store.ts'
import type { DaySheet } from '#meetings/sheet/sheet.server.ts'
import { useOffset } from './sheet-screen.tsx'
import type { LocalEntry } from './sheet-state.ts'
import { useStoredSheet } from './use-stored-sheet.ts'

type Props = { account: string; meetings: string[] }

/** Prefetches day sheets that are not stored yet, for a court without signal. */
export function KeepSheets({ account, meetings }: Props) {
  const [sheets, setSheets] = useState<DaySheet[]>([])
  const all = meetings.join(' ')
  useEffect(() => {
    if (all) missingSheets(account, all.split(' ')).then(setSheets, console.warn)
  }, [account, all])
  return sheets.map((sheet) => <Keep key={sheet.id} sheet={sheet} />)
}

async function missingSheets(account: string, meetings: string[]): Promise<DaySheet[]> {
  const store = await openStore(account)
  await forgetSheets(store)
  const known = await storedIds(store)
  store.close()
  return Promise.all(meetings.filter((id) => !known.includes(id)).map(readSheet))
}

async function readSheet(id: string): Promise<DaySheet> {
  const answer = await fetch(href('/desk/meetings/:id/sheet.json', { id }))
  if (!answer.ok) throw new Error(`The sheet was answered ${answer.status}.`)
  return answer.json()
}

const noMarks: LocalEntry[] = []

function Keep({ sheet }: { sheet: DaySheet }) {
  useStoredSheet(sheet, noMarks, useOffset(sheet), false)
  return null
}
