import { href, Link } from 'react-router'
import { DraftForm } from '#desk/season/drafts/draft-form.tsx'
import { type Kind, kinds } from '#events/kinds.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { refuse } from '#platform/refusal.ts'
import { formatDayRange } from '#season/drafts/draft-changes.ts'
import { eventIn, eventsIn, toSessionId, withEvent, withoutEvent } from '#season/drafts/draft-edits.ts'
import { editDraft } from '#season/drafts/drafts.server.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import { eventForm, readEvent } from '#season/forms/event-form.ts'
import { fieldLabel } from '#season/forms/form-labels.ts'
import type { FormValues } from '#season/forms/session-form.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CheckField, Field, SelectField } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/event.route.ts'
import { keepInDraft, seasonDesk } from './season-desk.server.ts'
import { SeasonFrame } from './season-frame.tsx'
import { TextField } from './text-field.tsx'

export async function loader({ params: { key }, context }: Route.LoaderArgs) {
  const { structure, frame } = await seasonDesk(context)
  const known = eventIn(structure, key)
  if (!known && key !== 'new') refuse('not-found')
  return {
    frame,
    kind: known?.kind,
    name: known?.event.name,
    staff: staffNames(structure),
    form: known ? eventForm(known.event) : ({ active: 'on' } as FormValues),
    sessions: (known?.event.sessions ?? []).map((session) => ({
      id: toSessionId(session),
      name: `Session ${session.number}`,
      days: formatDayRange(session.starts, session.ends),
    })),
  }
}

export async function action({ params: { key }, request, context }: Route.ActionArgs) {
  const { db, writer, structure } = await seasonDesk(context)
  const known = eventIn(structure, key)
  if (!known && key !== 'new') refuse('not-found')
  const read = (values: FormValues) =>
    readEvent(values, {
      kind: known?.kind ?? kindIn(values.kind),
      before: known?.event,
      keys: eventsIn(structure).map(({ event }) => event.key),
      staff: staffNames(structure),
    })
  return keepInDraft(request, read, async ({ found }, isRemoved) => {
    await editDraft(db, writer, (season) =>
      isRemoved ? withoutEvent(season, key) : withEvent(season, withItsSessions(season, found)),
    )
    return href('/desk/season/events/:key', { key: found.event.key })
  })
}

const staffNames = ({ staff = [] }: SeasonStructure) => [...new Set(staff.map(({ name }) => name))]

type Found = Parameters<typeof withEvent>[1]

/** Sessions are taken from the stored draft: another window may have changed them. */
const withItsSessions = (season: Parameters<typeof withEvent>[0], { kind, event }: Found): Found => ({
  kind,
  event: { ...event, sessions: eventIn(season, event.key)?.event.sessions ?? event.sessions },
})

const kindIn = (word: string | undefined): Kind => kinds.find((kind) => kind === word) ?? 'clinic'

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'An event at the desk')

export default function EventPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { frame, kind, name, staff, form, sessions } = loaderData
  return (
    <SeasonFrame
      title={name ?? 'A new event'}
      lead={kind ? undefined : 'Families see it once you publish.'}
      frame={frame}
    >
      <DraftForm
        className="split"
        what={name ?? 'a new event'}
        form={form}
        answer={actionData}
        isNew={!kind}
        remove={
          kind && {
            verb: 'Remove this event',
            question: `Remove ${name}?`,
            consequence:
              sessions.length > 0 ? 'It leaves your draft with all its sessions.' : 'It leaves your draft.',
          }
        }
      >
        {({ values, ...typed }) => {
          const field = (name: string) => ({ label: fieldLabel(name), ...typed.field(name) })
          return (
            <>
              <div className="stack">
                {!kind && (
                  <SelectField label="Kind" name="kind" defaultValue={values.kind}>
                    {kinds.map((one) => (
                      <option key={one}>{one}</option>
                    ))}
                  </SelectField>
                )}
                <Field {...field('name')} />
                <Field {...field('summary')} hint="Who, when, where: the line below the name." />
                <div className="fields">
                  <Field
                    {...field('price')}
                    inputMode="decimal"
                    hint="A new price is for new families only. 0 is free."
                  />
                  <Field {...field('price note')} hint="Such as: per player and session." />
                </div>
                <TextField {...field('location')} hint="One line each; a line with a clock time says when." />
                <TextField {...field('description')} hint="An empty line begins a new paragraph." />
                <div className="fields">
                  <TextField {...field('format')} optional hint="One line each." />
                  {(kind ?? values.kind ?? 'clinic') === 'clinic' && (
                    <TextField {...field('missions')} optional hint="One line each." />
                  )}
                </div>
                <div className="fields">
                  <SelectField {...field('coach-name')} hint="Who stands on the staff list.">
                    <option value="">Nobody named</option>
                    {[...new Set([...staff, values['coach-name']])].filter(Boolean).map((member) => (
                      <option key={member}>{member}</option>
                    ))}
                  </SelectField>
                  <Field {...field('coach-line')} optional hint="One sentence, 160 letters at most." />
                </div>
                <TextField {...field('bring')} optional hint="One thing a line, such as: a hat." />
                <CheckField label="Families see this event" {...typed.box('active')} />
              </div>
              <aside className="split-side" aria-labelledby="sessions">
                <div className="box">
                  <div className="box-head on-surround">
                    <h2 className="as-h3" id="sessions">
                      Its sessions
                    </h2>
                  </div>
                  <ul className="rows meets">
                    {sessions.map(({ id, name: session, days }) => (
                      <li key={id}>
                        <Link
                          to={href('/desk/season/events/:key/:session', { key: params.key, session: id })}
                        >
                          {session}
                        </Link>
                        <span className="s">{days}</span>
                      </li>
                    ))}
                  </ul>
                  <div className="box-body stack">
                    {kind ? (
                      <p>
                        <ButtonLink
                          size="small"
                          to={href('/desk/season/events/:key/:session', { key: params.key, session: 'new' })}
                        >
                          Add a session
                        </ButtonLink>
                      </p>
                    ) : (
                      <p className="muted">They come next, once the event is in the draft.</p>
                    )}
                  </div>
                </div>
              </aside>
            </>
          )
        }}
      </DraftForm>
    </SeasonFrame>
  )
}
