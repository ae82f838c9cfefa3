import { href } from 'react-router'
import type { FormReply } from '#platform/submit.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { CheckField, Field } from '#ui/field.tsx'
import { Problem } from '#ui/problem.tsx'
import { DraftForm } from './draft-form.tsx'
import type { ListedMeeting } from './meetings-at.server.ts'
import { weekdayDay } from './weekday-day.ts'

type Props = {
  name: string
  event: { name: string }
  form: Record<string, string>
  skips: string[]
  extra: string[]
  coaches: { email: string; name: string }[]
  proposal: string | undefined
  meetings: ListedMeeting[]
  isNew: boolean
  registration: string | undefined
  roster: string | undefined
  isClosed: boolean
  timeZone: string
  answer: FormReply | undefined
}

/** One session in the draft. */
export function SessionForm(props: Props) {
  const { name, event, form, answer, isNew, meetings, proposal, timeZone } = props
  return (
    <DraftForm
      className="split"
      what={`${name} of ${event.name}`}
      form={form}
      answer={answer}
      isNew={isNew}
      remove={
        isNew
          ? undefined
          : {
              verb: 'Remove this session',
              question: 'Remove this session?',
              consequence: 'It leaves your draft.',
            }
      }
    >
      {({ values, problems, field }) => (
        <>
          <div className="stack">
            <div className="fields">
              <Field label="First day" type="date" {...field('starts')} />
              <Field label="Last day" type="date" {...field('ends')} />
            </div>
            <Weekdays values={values} problem={problems.days} />
            {proposal && (
              <p className="act">
                <span>The text says {proposal}.</span>
                <Button type="submit" size="small" name="what" value="confirm-hours">
                  Use these days and hours
                </Button>
              </p>
            )}
            <div className="fields">
              <Field label="From" type="time" {...field('from')} />
              <Field label="Until" type="time" {...field('until')} />
              <Field label="Courts" optional {...field('court')} />
              <Field
                label="Places"
                optional
                inputMode="numeric"
                hint="Empty: never full."
                {...field('places')}
              />
              <Field
                label="Registration opens"
                optional
                type="datetime-local"
                hint={`Time in ${timeZone.replace(/^.*\//, '').replaceAll('_', ' ')}. Empty: it is open.`}
                {...field('opens')}
              />
              <Field label="Number" inputMode="numeric" readOnly={!isNew} {...field('number')} />
            </div>
            <Field
              label="Text for families"
              hint="Days and hours; what stands in brackets groups the sessions."
              {...field('note')}
            />
            <Coaches {...props} values={values} problem={problems.coaches} />
            <CheckField
              label="Families see this session"
              name="active"
              defaultChecked={values.active === 'on'}
            />
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
                <Skips {...props} values={values} problem={problems['skip-new']} />
                <Extra {...props} values={values} problems={problems} />
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
              </div>
            </div>
          </aside>
        </>
      )}
    </DraftForm>
  )
}

export const counted = (count: number, of: string) => `${count} ${of}${count === 1 ? '' : 's'}`

type Values = { values: Record<string, string> }

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const Weekdays = ({ values, problem }: Values & { problem: string | undefined }) => (
  <fieldset aria-describedby={problem && 'days-problem'}>
    <legend className="choices-legend">Days of the week</legend>
    {problem && <Problem id="days-problem">{problem}</Problem>}
    <div className="days-row">
      {weekdays.map((name, index) => (
        <label className="weekday" key={name}>
          <input
            type="checkbox"
            name={`day-${index + 1}`}
            defaultChecked={values[`day-${index + 1}`] === 'on'}
            aria-invalid={problem && index === 0 ? true : undefined}
          />
          <span>{name}</span>
        </label>
      ))}
    </div>
  </fieldset>
)

const Coaches = ({ coaches, values, problem }: Props & Values & { problem: string | undefined }) => (
  <fieldset aria-describedby={problem && 'coaches-problem'}>
    <legend className="choices-legend">Coaches</legend>
    {problem && <Problem id="coaches-problem">{problem}</Problem>}
    {coaches.length === 0 && <p className="muted">Nobody on the team coaches yet.</p>}
    <div className="picks">
      {coaches.map(({ email, name }) => (
        <CheckField
          key={email}
          label={<bdi>{name}</bdi>}
          name={`coach:${email}`}
          defaultChecked={values[`coach:${email}`] === 'on'}
        />
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

const Skips = ({ skips, values, problem }: Props & Values & { problem: string | undefined }) => (
  <div className="stack">
    {skips.map((day) => (
      <CheckField
        key={day}
        label={`No meeting on ${weekdayDay(day)}`}
        name={`skip:${day}`}
        defaultChecked={values[`skip:${day}`] === 'on'}
      />
    ))}
    <Field
      label="Skip a day"
      optional
      type="date"
      name="skip-new"
      defaultValue={values['skip-new'] ?? ''}
      problem={problem}
    />
  </div>
)

const Extra = ({ extra, values, problems }: Props & Values & { problems: Record<string, string> }) => {
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', problem: problems[name] })
  return (
    <div className="stack">
      {extra.map((words) => (
        <CheckField
          key={words}
          label={`Also on ${weekdayDay(words.slice(0, 10))}, ${words.slice(12)}`}
          name={`extra:${words}`}
          defaultChecked={values[`extra:${words}`] === 'on'}
        />
      ))}
      <Field label="Add a meeting" optional type="date" {...field('extra-day')} />
      <div className="fields">
        <Field label="Its beginning" optional type="time" {...field('extra-from')} />
        <Field label="Its end" optional type="time" {...field('extra-until')} />
      </div>
    </div>
  )
}
