import { href } from 'react-router'
import { DraftForm, type Typed } from '#desk/season/drafts/draft-form.tsx'
import type { ListedMeeting } from '#desk/season/meetings/meetings-at.server.ts'
import { weekdayDay } from '#desk/season/meetings/weekday-day.ts'
import { describeWaiting } from '#desk/waiting-list/place-text.ts'
import { skillLevels } from '#people/people.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { CheckField, Field } from '#ui/fields/field.tsx'
import { Problem } from '#ui/problem.tsx'

type Props = {
  name: string
  event: { name: string }
  form: Record<string, string>
  skips: string[]
  extra: string[]
  coaches: { email: string; name: string }[]
  proposal: string | undefined
  agesProposal: string | undefined
  meetings: ListedMeeting[]
  isNew: boolean
  registration: string | undefined
  roster: string | undefined
  waiting: number
  isClosed: boolean
  timeZone: string
  answer: FormReply | undefined
}

const removal = {
  verb: 'Remove this session',
  question: 'Remove this session?',
  consequence: 'It leaves your draft.',
}

export function SessionForm(props: Props) {
  const { name, event, form, answer, isNew, meetings, proposal, timeZone } = props
  return (
    <DraftForm
      className="split"
      what={`${name} of ${event.name}`}
      form={form}
      answer={answer}
      isNew={isNew}
      remove={isNew ? undefined : removal}
    >
      {(typed) => (
        <>
          <div className="stack">
            <div className="fields">
              <Field label="First day" type="date" {...typed.field('starts')} />
              <Field label="Last day" type="date" {...typed.field('ends')} />
            </div>
            <Weekdays {...typed} />
            {proposal && (
              <p className="act">
                <span>The text says {proposal}.</span>
                <Button type="submit" size="small" name="what" value="confirm-hours">
                  Use these days and hours
                </Button>
              </p>
            )}
            <div className="fields">
              <Field label="From" type="time" {...typed.field('from')} />
              <Field label="Until" type="time" {...typed.field('until')} />
              <Field label="Courts" optional {...typed.field('court')} />
              <Field
                label="Places"
                optional
                inputMode="numeric"
                hint="Empty: never full."
                {...typed.field('places')}
              />
              <Field
                label="Registration opens"
                optional
                type="datetime-local"
                hint={`Time in ${timeZone.replace(/^.*\//, '').replaceAll('_', ' ')}. Empty: it is open.`}
                {...typed.field('opens')}
              />
              <Field label="Number" inputMode="numeric" readOnly={!isNew} {...typed.field('number')} />
            </div>
            <Field
              label="Text for families"
              hint="Days and hours; what stands in brackets groups the sessions."
              {...typed.field('note')}
            />
            <ForWhom {...props} {...typed} />
            <Coaches {...props} {...typed} />
            <CheckField label="Families see this session" {...typed.box('active')} />
          </div>
          <aside className="split-side" aria-labelledby="meetings">
            <div className="box">
              <div className="box-head on-surround">
                <h2 className="as-h3" id="meetings">
                  {counted(meetings.filter(({ why }) => !why).length, 'meeting')}
                </h2>
              </div>
              <Meetings meetings={meetings} />
              <div className="box-body stack">
                <Skips {...props} {...typed} />
                <Extra {...props} {...typed} />
                {props.registration && (
                  <p>
                    <ButtonLink size="small" to={props.registration}>
                      {props.isClosed ? 'Open registration' : 'Close registration'}
                    </ButtonLink>
                  </p>
                )}
                {props.roster && (
                  <p>
                    <ButtonLink size="small" to={props.roster}>
                      Who plays in it
                    </ButtonLink>
                  </p>
                )}
                {props.roster && props.waiting > 0 && (
                  <p>
                    <ButtonLink size="small" to={`${props.roster}#waiting-list`}>
                      {describeWaiting(props.waiting)}
                    </ButtonLink>
                  </p>
                )}
              </div>
            </div>
          </aside>
        </>
      )}
    </DraftForm>
  )
}

export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const Weekdays = ({ problems, box }: Typed) => (
  <fieldset aria-describedby={problems.days && 'days-problem'}>
    <legend className="choices-legend">Days of the week</legend>
    {problems.days && <Problem id="days-problem">{problems.days}</Problem>}
    <div className="days-row">
      {weekdays.map((name, index) => (
        <label className="weekday" key={name}>
          <input
            type="checkbox"
            {...box(`day-${index + 1}`)}
            aria-invalid={problems.days && index === 0 ? true : undefined}
          />
          <span>{name}</span>
        </label>
      ))}
    </div>
  </fieldset>
)

/** Ages are enforced, levels are a hint. */
const ForWhom = ({ agesProposal, field, box }: Props & Typed) => (
  <>
    {agesProposal && (
      <p className="act">
        <span>From the text: {agesProposal}.</span>
        <Button type="submit" size="small" name="what" value="confirm-ages">
          Use these ages
        </Button>
      </p>
    )}
    <div className="fields">
      <Field
        label="Ages from"
        optional
        inputMode="numeric"
        hint="Empty: no lower end."
        {...field('ages-from')}
      />
      <Field label="Ages to" optional inputMode="numeric" hint="Empty: no upper end." {...field('ages-to')} />
      <Field
        label="Ages counted on"
        optional
        type="date"
        hint="Empty: on the first day."
        {...field('ages-on')}
      />
    </div>
    <fieldset>
      <legend className="choices-legend">Levels</legend>
      <p className="muted">None: for every level. Families are told, and decide themselves.</p>
      <div className="picks">
        {skillLevels.map((level) => (
          <CheckField key={level} label={level} {...box(`level:${level}`)} />
        ))}
      </div>
    </fieldset>
  </>
)

const Coaches = ({ coaches, problems, box }: Props & Typed) => (
  <fieldset aria-describedby={problems.coaches && 'coaches-problem'}>
    <legend className="choices-legend">Coaches</legend>
    {problems.coaches && <Problem id="coaches-problem">{problems.coaches}</Problem>}
    {coaches.length === 0 && <p className="muted">Nobody on the team coaches yet.</p>}
    <div className="picks">
      {coaches.map(({ email, name }) => (
        <CheckField key={email} label={<bdi>{name}</bdi>} {...box(`coach:${email}`)} />
      ))}
    </div>
  </fieldset>
)

const Meetings = ({ meetings }: { meetings: ListedMeeting[] }) => (
  <ul className="rows meets">
    {meetings.map(({ key, id, day, hours, why }) => (
      <li key={key}>
        <span className="d">{day}</span>
        <span className="t">{hours}</span>
        {why && (
          <span className="s">
            <Chip>Cancelled: {why}</Chip>
          </span>
        )}
        {id && (
          <span className="s">
            <ButtonLink size="small" variant="bare" to={href('/desk/season/meetings/:id', { id })}>
              Cancel<span className="visually-hidden"> the meeting on {day}</span>
            </ButtonLink>
          </span>
        )}
      </li>
    ))}
  </ul>
)

const Skips = ({ skips, field, box }: Props & Typed) => (
  <div className="stack">
    {skips.map((day) => (
      <CheckField key={day} label={`No meeting on ${weekdayDay(day)}`} {...box(`skip:${day}`)} />
    ))}
    <Field label="Skip a day" optional type="date" {...field('skip-new')} />
  </div>
)

const Extra = ({ extra, field, box }: Props & Typed) => (
  <div className="stack">
    {extra.map((line) => (
      <CheckField
        key={line}
        label={`Also on ${weekdayDay(line.slice(0, 10))}, ${line.slice(12)}`}
        {...box(`extra:${line}`)}
      />
    ))}
    <Field label="Add a meeting" optional type="date" {...field('extra-day')} />
    <div className="fields">
      <Field label="Its beginning" optional type="time" {...field('extra-from')} />
      <Field label="Its end" optional type="time" {...field('extra-until')} />
    </div>
  </div>
)
