import { Form, href, redirect } from 'react-router'
import { z } from 'zod'
import { weekdayDay } from '#desk/season/meetings/weekday-day.ts'
import { addProblems, seasonDesk } from '#desk/season/season-desk.server.ts'
import { SeasonFrame } from '#desk/season/season-frame.tsx'
import { counted } from '#desk/season/session-form-view.tsx'
import { isDay } from '#platform/format/dates.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { readPrices, withPrices } from '#season/copy/copy-prices.ts'
import { copyPreview } from '#season/copy/copy-rows.ts'
import { copyYear } from '#season/copy/copy-year.ts'
import { yearsIn } from '#season/drafts/draft-edits.ts'
import { editDraft } from '#season/drafts/drafts.server.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, Field, Options, SelectField } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/copy.route.ts'
import { CopiedYear } from './copied-year.tsx'

const year = z.coerce.number().int().min(2000).max(2100)
const Wishes = z.object({
  from: year,
  to: year,
  weeks: z.coerce.number().int().min(-8).max(8),
  skips: z
    .string()
    .transform((text) => [...new Set(text.split(',').filter(isDay))].sort())
    .default([]),
})
type Wishes = z.output<typeof Wishes>

/** The wishes, and new prices for events whose sessions lose meetings. */
const copyForm = (structure: SeasonStructure) =>
  Wishes.catchall(z.string()).transform(({ from, to, weeks, skips, ...answers }, context) => {
    const wishes = { from, to, weeks, skips }
    const { prices, problems } = readPrices(copyYear(structure, wishes).questions, answers)
    addProblems(context, problems)
    return { wishes, prices }
  })

/** A GET form, so that previews have no side effect. */
function wishesIn(params: URLSearchParams, years: number[]): Wishes {
  const last = years.at(-1) ?? new Date().getFullYear()
  const skips = [...params.getAll('skip'), params.get('skip-new') ?? '']
  const written = {
    from: params.get('from') ?? last,
    to: params.get('to') ?? last + 1,
    weeks: params.get('weeks') ?? 0,
    skips: skips.join(','),
  }
  return Wishes.safeParse(written).data ?? { from: last, to: last + 1, weeks: 0, skips: [] }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { structure, frame } = await seasonDesk(context)
  const years = yearsIn(structure)
  const wishes = wishesIn(new URL(request.url).searchParams, years)
  return { frame, years, wishes, preview: copyPreview(structure, wishes) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, writer, structure } = await seasonDesk(context)
  return submit(request, copyForm(structure), async ({ wishes, prices }) => {
    await editDraft(db, writer, (season) => withPrices(copyYear(season, wishes).structure, prices))
    throw redirect(`${href('/desk/season')}?year=${wishes.to}`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Copy a year')

/** Candidates: from the second year to two beyond the last, and the chosen one. */
function yearsAfter(years: number[], chosen: number): number[] {
  const [first = chosen, last = first] = [years[0], years.at(-1)]
  const after = Array.from({ length: last - first + 2 }, (_, index) => first + 1 + index)
  return [...new Set([chosen, ...after])].sort((left, right) => left - right)
}

const weeks = [0, 1, 2, 3, 4, -1, -2]
const describeWeeks = (count: number) =>
  count === 0 ? 'in the same weeks' : `${counted(Math.abs(count), 'week')} ${count > 0 ? 'later' : 'earlier'}`

export default function CopyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, years, wishes, preview } = loaderData
  const { from, to } = wishes
  const place = JSON.stringify(wishes)
  const fields = years.length > 0 ? years : [from]
  return (
    <SeasonFrame title="Copy a year" lead="Weekdays stay. Registrations are never copied." frame={frame}>
      <FormAnswer reply={actionData} />
      <Form className="stack" key={place}>
        <div className="fields">
          <SelectField label="Copy" name="from" defaultValue={from}>
            {fields.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          <SelectField label="To the year" name="to" defaultValue={to}>
            {yearsAfter(fields, to).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          <SelectField label="And move it" name="weeks" defaultValue={wishes.weeks}>
            <Options options={weeks.map((count) => [count, describeWeeks(count)])} />
          </SelectField>
        </div>
        <fieldset>
          <legend className="choices-legend">Days without tennis</legend>
          {wishes.skips.map((day) => (
            <CheckField
              key={day}
              label={`${weekdayDay(day)}, ${day.slice(0, 4)}`}
              name="skip"
              value={day}
              defaultChecked
            />
          ))}
          {preview.skippedThen.length > 0 && (
            <p className="muted">
              In {from} there was none on {preview.skippedThen.map(weekdayDay).join('; ')}. Such days are not
              copied: add those of {to}. A day counts for all sessions.
            </p>
          )}
          <div className="act">
            <Field label="Add a day" optional type="date" name="skip-new" />
          </div>
        </fieldset>
        <p>
          <Button type="submit">Show the new dates</Button>
        </p>
      </Form>
      <CopiedYear key={`${place} preview`} wishes={wishes} preview={preview} answer={actionData} />
    </SeasonFrame>
  )
}
