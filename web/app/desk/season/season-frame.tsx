import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { PageTitle } from '#ui/frame/page-title.tsx'
import './season-desk.css'

export type SeasonFrameData = { isDraft: boolean; changes: number }

const tabs = [
  { to: '/desk/season', name: 'Sessions' },
  { to: '/desk/season/programme', name: 'Programme and staff' },
  { to: '/desk/season/pictures', name: 'Pictures' },
  { to: '/desk/season/copy', name: 'Copy a year' },
  { to: '/desk/season/changes', name: 'What changes' },
]

/** Heading, draft state and tabs. */
export function SeasonFrame(props: {
  title: ReactNode
  lead?: ReactNode
  aside?: ReactNode
  frame: SeasonFrameData
  children: ReactNode
}) {
  const { title, aside, frame, children } = props
  const { pathname } = useLocation()
  const lead =
    props.lead ??
    (frame.isDraft ? 'You are writing a draft. Families see nothing of it yet.' : 'As families see it.')
  return (
    <div className="wrap">
      <PageTitle lead={lead} aside={aside}>
        {title}
      </PageTitle>
      <nav className="tabs" aria-label="Season">
        <ul>
          {tabs.map(({ to, name }) => (
            <li key={to}>
              <Link to={to} aria-current={pathname === to ? 'true' : undefined}>
                {name}
                {to.endsWith('changes') && frame.changes > 0 && (
                  <span className="count-6">{frame.changes}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}
