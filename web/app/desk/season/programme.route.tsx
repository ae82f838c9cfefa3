import { href } from 'react-router'
import { DraftForm } from '#desk/season/drafts/draft-form.tsx'
import { presets } from '#donations/donations.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { usualLimits } from '#platform/settings/usual-limits.ts'
import { editDraft } from '#season/drafts/drafts.server.ts'
import { fieldLabel } from '#season/forms/form-labels.ts'
import { programmeForm, readProgrammeForm } from '#season/forms/programme-form.ts'
import type { FormValues } from '#season/forms/session-form.ts'
import { readStaffForm, staffForm, withStaff } from '#season/forms/staff-form.ts'
import { CheckField, Field, SelectField } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/programme.route.ts'
import { keepInDraft, seasonDesk } from './season-desk.server.ts'
import { SeasonFrame } from './season-frame.tsx'
import { TextField } from './text-field.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { structure, frame } = await seasonDesk(context)
  return {
    frame,
    form: { ...programmeForm(structure), ...staffForm(structure) },
    members: structure.staff?.length ?? 0,
    // Browsers' lists of zones differ from the server's.
    timeZones: ['UTC', ...Intl.supportedValuesOf('timeZone')],
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, writer, structure } = await seasonDesk(context)
  const read = (values: FormValues) => {
    const { programme, problems } = readProgrammeForm(values, structure)
    const { problems: staffProblems, ...staff } = readStaffForm(values, structure)
    return { programme, ...staff, problems: { ...problems, ...staffProblems } }
  }
  return keepInDraft(request, read, async ({ programme, staff, names }) => {
    await editDraft(db, writer, (season) => withStaff({ ...season, programme }, staff, names))
    return href('/desk/season/programme')
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Programme and staff')

const kinds = { clinics: 'clinics', lessons: 'lessons', leagues: 'leagues', tournaments: 'tournaments' }

const causes = { MCT: 'The programme', DBF: 'The memorial fund' }

export default function ProgrammePage({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, form, members, timeZones } = loaderData
  return (
    <SeasonFrame title="Programme and staff" frame={frame}>
      <DraftForm className="stack far" what="programme and staff" form={form} answer={actionData}>
        {({ values, ...typed }) => {
          const field = (name: string, label = fieldLabel(name)) => ({ label, ...typed.field(name) })
          return (
            <>
              <section className="baseline stack" aria-labelledby="words">
                <h2 id="words">The programme’s words</h2>
                <Field {...field('name')} />
                <TextField {...field('blurb')} />
                <div className="fields">
                  <Field {...field('email')} />
                  <Field {...field('phone')} />
                  <Field
                    {...field('wallet')}
                    optional
                    hint="Such as @our-club. Families can send transfers to it."
                  />
                  <SelectField {...field('time zone')} hint="Whose “today” is today.">
                    {[...new Set([...timeZones, values['time zone']])].filter(Boolean).map((zone) => (
                      <option key={zone}>{zone}</option>
                    ))}
                  </SelectField>
                </div>
                <Field
                  {...field('accent')}
                  optional
                  hint="Of header and footer, such as #0e3b29: dark, for white words."
                />
                <div className="fields">
                  <TextField {...field('address')} hint="Checks are mailed here." />
                  <TextField {...field('clubs')} hint="One line each." />
                </div>
                <div className="fields">
                  {Object.entries(kinds).map(([kind, name]) => (
                    <Field key={kind} {...field(`of-${kind}`, `Line below ${name}`)} optional />
                  ))}
                </div>
              </section>
              <section className="baseline stack" aria-labelledby="limits">
                <h2 id="limits">What one family may have</h2>
                <div className="fields">
                  {Object.entries(usualLimits).map(([line, usual]) => (
                    <Field
                      key={line}
                      {...field(`limits-${line}`)}
                      optional
                      inputMode="numeric"
                      hint={`${usual}, if you leave it empty.`}
                    />
                  ))}
                </div>
                <CheckField label={fieldLabel('reliability page')} {...typed.box('reliability page')} />
              </section>
              <section className="baseline stack" aria-labelledby="causes">
                <h2 id="causes">What gifts are for</h2>
                {Object.entries(causes).map(([key, name]) => {
                  const causeField = (line: string) => field(`causes-${key}-${line}`)
                  return (
                    <fieldset key={key} className="stack">
                      <legend className="choices-legend">{name}</legend>
                      <div className="fields">
                        <Field {...causeField('name')} />
                        <Field
                          {...causeField('ein')}
                          optional
                          hint="Such as 12-3456789: it stands on receipts."
                        />
                      </div>
                      <TextField {...causeField('blurb')} />
                      <TextField {...causeField('about')} optional />
                      <div className="fields">
                        {presets.map((dollars) => (
                          <Field key={dollars} {...causeField(`gifts-${dollars}`)} optional maxLength={60} />
                        ))}
                      </div>
                    </fieldset>
                  )
                })}
              </section>
              <section className="baseline stack" aria-labelledby="staff">
                <h2 id="staff">Staff</h2>
                {[...Array(members + 1).keys()].map((index) => (
                  <fieldset key={index} className="stack">
                    <legend className="choices-legend">
                      {index < members ? <bdi>{values[`name-${index}`]}</bdi> : 'Somebody new'}
                    </legend>
                    <div className="fields">
                      <Field {...field(`name-${index}`, 'Name')} optional={index === members} />
                      <Field {...field(`years-${index}`, 'Years')} hint="Such as 2027, 2028." />
                    </div>
                    <TextField {...field(`bio-${index}`, 'A sentence or two')} />
                    {index < members && (
                      <CheckField label="Remove from the list" {...typed.box(`gone-${index}`)} />
                    )}
                  </fieldset>
                ))}
              </section>
            </>
          )
        }}
      </DraftForm>
    </SeasonFrame>
  )
}
