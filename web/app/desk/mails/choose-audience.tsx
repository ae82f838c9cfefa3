import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { listWritableSessions } from '#messages/write-message.server.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { CheckField, Field, SelectField } from '#ui/fields/field.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { Problem } from '#ui/problem.tsx'
import { Unbroken } from '#ui/unbroken.tsx'

type Choice = Awaited<ReturnType<typeof listWritableSessions>>[number]
type Props = {
  sessions: Choice[]
  /** The way submitted without a choice. */
  to: string | undefined
}

/** Above this, sessions are folded by event. */
const few = 12

/** Each way is a GET form that leads to the message. */
export function ChooseAudience({ sessions, to }: Props) {
  const eventNames = new Map(sessions.map(({ key, event }) => [key, event]))
  return (
    <div className="wrap">
      <PageTitle lead="One mail a family, however many of its children come. Nothing is sent before you read it through.">
        Write to families
      </PageTitle>
      {sessions.length === 0 ? (
        <Empty title="There is nobody to write to.">
          No session that you may write to goes on or is to come.
        </Empty>
      ) : (
        <div className="audiences">
          <Way title="Everybody" to="all">
            <p>Who has a place in a session that goes on or is to come.</p>
          </Way>
          <Way title="Without a release" to="unsigned">
            <p>Who has a place, and has not signed the release.</p>
          </Way>
          <Way title="A day" to="day">
            <Field
              label="Who meets on"
              type="date"
              name="day"
              required
              problem={to === 'day' ? 'Write the day.' : undefined}
            />
          </Way>
          <Way title="An event" to="event">
            <SelectField
              label="All of its sessions to come"
              name="event"
              required
              problem={to === 'event' ? 'Choose the event.' : undefined}
            >
              <option value="">Choose</option>
              {[...eventNames].map(([key, event]) => (
                <option value={key} key={key}>
                  {event}
                </option>
              ))}
            </SelectField>
          </Way>
          <Way title="Sessions" to="sessions">
            {to === 'sessions' && <Problem id="sessions-problem">Choose a session or more.</Problem>}
            {[...eventNames].map(([key, event]) => {
              const eventSessions = sessions.filter((session) => session.key === key)
              return (
                <details key={key} open={sessions.length <= few}>
                  <summary>
                    {event}, {eventSessions.length === 1 ? '1 session' : `${eventSessions.length} sessions`}
                  </summary>
                  <fieldset className="picks">
                    <legend className="visually-hidden">{event}</legend>
                    {eventSessions.map(({ id, title }) => (
                      <CheckField
                        key={id}
                        label={<Unbroken>{title}</Unbroken>}
                        name="session"
                        value={id}
                        id={`session-${id}`}
                      />
                    ))}
                  </fieldset>
                </details>
              )
            })}
          </Way>
        </div>
      )}
    </div>
  )
}

const Way = ({ title, to, children }: { title: string; to: string; children: ReactNode }) => (
  <section className="baseline" aria-labelledby={`to-${to}`}>
    <h2 id={`to-${to}`} className="as-h3">
      {title}
    </h2>
    <Form method="get" className="stack form-column">
      <input type="hidden" name="to" value={to} />
      {children}
      <p>
        <Button type="submit" aria-describedby={`to-${to}`}>
          Write to them
        </Button>
      </p>
    </Form>
  </section>
)
