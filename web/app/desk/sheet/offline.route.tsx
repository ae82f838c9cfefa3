import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { deskFrame } from '#desk/desk-frame.tsx'
import { forgetSheets, keptAccount, keptIds, openStore, unsealed } from '#meetings/phone/store.ts'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { type OwnFrame, unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/offline.route.ts'
import { SheetScreen } from './sheet-screen.tsx'
import type { KeptSheet } from './use-kept-sheet.ts'
import '#ui/styles/desk.css'
import './day-sheet.css'
import './day-sheet-paper.css'

/** The same for everybody: the desk's worker keeps it for a court without signal, and nothing of it is of anybody. */
export const loader = () => ({ isForAll: true })

export const handle: OwnFrame = { frame: deskFrame }

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Day sheet')

export default function OfflinePage() {
  const [kept, setKept] = useState<KeptSheet[]>()
  const [meeting, setMeeting] = useState<string | null>(null)
  useEffect(() => {
    setMeeting(new URLSearchParams(location.search).get('meeting'))
    readKept().then(setKept, (problem) => {
      console.warn(problem)
      setKept([])
    })
  }, [])
  const shown = kept?.find(({ sheet }) => sheet.id === meeting)
  if (shown) return <SheetScreen sheet={shown.sheet} kept={shown} />
  return (
    <div className="wrap">
      <PageTitle>No signal</PageTitle>
      {kept && <KeptList kept={kept} />}
    </div>
  )
}

function KeptList({ kept }: { kept: KeptSheet[] }) {
  if (kept.length === 0)
    return <p>This phone keeps no day sheet. A coach’s sheets of today are kept when the desk is opened.</p>
  return (
    <>
      <p>These day sheets are on this phone.</p>
      <ul>
        {kept.map(({ sheet }) => (
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

async function readKept(): Promise<KeptSheet[]> {
  const account = keptAccount()
  if (!account) return []
  const store = await openStore(account)
  await forgetSheets(store)
  const kept: KeptSheet[] = []
  for (const id of await keptIds(store)) {
    const sheet = await unsealed<KeptSheet>(store, id)
    if (sheet) kept.push(sheet)
  }
  store.close()
  return kept
}
