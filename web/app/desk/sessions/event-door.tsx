import type { ReactNode } from 'react'
import { href, Link, useRouteLoaderData } from 'react-router'
import type { DeskFacts } from '#desk/desk-links.ts'
import { may } from '#team/rights.ts'

type Props = { eventKey: string; children: ReactNode }

/** The name of an event: the door to its page for whoever may edit the season. */
export function EventDoor({ eventKey, children }: Props) {
  return useMayEdit() ? (
    <Link to={href('/desk/season/events/:key', { key: eventKey })}>{children}</Link>
  ) : (
    children
  )
}

function useMayEdit() {
  const desk = useRouteLoaderData<DeskFacts>('desk')
  return desk !== undefined && may(desk, 'season')
}

/** A session below its event's name. It leads `to` a page of its own; for whoever cannot edit the event the name does. */
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
