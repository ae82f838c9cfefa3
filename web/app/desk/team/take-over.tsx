import { Form } from 'react-router'
import type { coachesFor } from '#meetings/coaches.db.server.ts'
import { nearDay } from '#platform/format/dates.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/fields/field.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { Refused } from '#ui/refused.tsx'

/** Value for "no replacement". */
export const nobody = 'nobody'

type Coach = Awaited<ReturnType<typeof coachesFor>>[number]

/** One form per departed coach. */
export function TakeOver({ coaches, answer }: { coaches: Coach[]; answer: FormReply | undefined }) {
  const departed = coaches.filter(({ isOfSession, isOnTeam }) => isOfSession && !isOnTeam)
  const others = coaches.filter(({ isOnTeam }) => isOnTeam)
  if (departed.length === 0) return null
  const banners = departed.map(({ id, name, lastDay }) => (
    <Banner tone="due" key={id}>
      <Form method="post" action="?form=take-over" className="stack form-column" preventScrollReset>
        <p>
          <b>
            <bdi>{name}</bdi> {lastDay ? `left on ${nearDay(lastDay)}` : 'is not on the team'}: who takes
            over?
          </b>
        </p>
        <input type="hidden" name="left" value={id} />
        <SelectField label="Coach" name="coach" defaultValue="" problem={answer?.problems?.coach}>
          <option value="">Choose</option>
          {others.map((coach) => (
            <option value={coach.id} key={coach.id}>
              {coach.name}
              {coach.isOfSession && ', coaches it already'}
            </option>
          ))}
          <option value={nobody}>Nobody: take {name} off</option>
        </SelectField>
        <p className="act">
          <Button type="submit" size="small">
            Save
          </Button>
        </p>
      </Form>
    </Banner>
  ))
  return (
    <div className="stack take-over">
      <Refused reply={answer} />
      {banners}
    </div>
  )
}
