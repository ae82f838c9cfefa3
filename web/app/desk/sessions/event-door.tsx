import type { ReactNode } from 'react'
import { href, Link, useRouteLoaderData } from 'react-router'
import type { DeskData } from '#desk/desk-links.ts'
import { may } from '#team/rights.ts'

type Props = { eventKey: string; children: ReactNode }

/** Links to the event's page for members who may edit the season. */
export function EventDoor({ eventKey, children }: Props) {
  return useMayEdit() ? (
    <Link to={href('/desk/season/events/:key', { key: eventKey })}>{children}</Link>
  ) : (
    children
  )
}

function useMayEdit() {
  const desk = useRouteLoaderData<DeskData>('desk')
  return desk !== undefined && may(desk, 'season')
}

/** Links `to` the session; where the event is no link, its name carries this one. */
export function SessionDoor({
  eventKey,
  event,
  to,
  session,
  reloadDocument = false,
  children,
}: {
  eventKey: string
  event: string
  to: string | undefined
  session: string
  reloadDocument?: boolean
  children?: ReactNode
}) {
  const mayEdit = useMayEdit()
  return (
    <>
      <h3>
        {mayEdit || !to ? (
          <EventDoor eventKey={eventKey}>{event}</EventDoor>
        ) : (
          <Link {...{ to, reloadDocument }}>{event}</Link>
        )}
      </h3>
      <p className="muted">
        {mayEdit && to ? <Link {...{ to, reloadDocument }}>{session}</Link> : session}
        {children}
      </p>
    </>
  )
}
