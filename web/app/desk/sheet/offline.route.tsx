import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { deskFrame } from '#desk/desk-frame.tsx'
import { forgetSheets, openStore, storedAccount, storedIds, unsealed } from '#meetings/phone/store.ts'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { type LayoutFrame, unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/offline.route.ts'
import { SheetScreen } from './sheet-screen.tsx'
import type { StoredSheet } from './use-stored-sheet.ts'
import '#ui/styles/desk.css'
import './day-sheet.css'
import './day-sheet-paper.css'

/** Cached by the service worker for everybody: must not contain personal data. */
export const loader = () => ({ isForAll: true })

export const handle: LayoutFrame = { frame: deskFrame }

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Day sheet')

export default function OfflinePage() {
  const [stored, setStored] = useState<StoredSheet[]>()
  const [meeting, setMeeting] = useState<string | null>(null)
  useEffect(() => {
    setMeeting(new URLSearchParams(location.search).get('meeting'))
    readStored().then(setStored, (problem) => {
      console.warn(problem)
      setStored([])
    })
  }, [])
  const shown = stored?.find(({ sheet }) => sheet.id === meeting)
  if (shown) return <SheetScreen sheet={shown.sheet} stored={shown} />
  return (
    <div className="wrap">
      <PageTitle>No signal</PageTitle>
      {stored && <StoredList stored={stored} />}
    </div>
  )
}

function StoredList({ stored }: { stored: StoredSheet[] }) {
  if (stored.length === 0)
    return <p>This phone keeps no day sheet. A coach’s sheets of today are kept when the desk is opened.</p>
  return (
    <>
      <p>These day sheets are on this phone.</p>
      <ul>
        {stored.map(({ sheet }) => (
          <li key={sheet.id}>
            <a href={`${href('/desk/offline')}?meeting=${sheet.id}`}>
              {sheet.event}, {sheet.when.day}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

async function readStored(): Promise<StoredSheet[]> {
  const account = storedAccount()
  if (!account) return []
  const store = await openStore(account)
  await forgetSheets(store)
  const stored: StoredSheet[] = []
  for (const id of await storedIds(store)) {
    const sheet = await unsealed<StoredSheet>(store, id)
    if (sheet) stored.push(sheet)
  }
  store.close()
  return stored
}
