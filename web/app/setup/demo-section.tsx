import { Form, useNavigation } from 'react-router'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/fields/field.tsx'
import { FormAnswer } from '#ui/refused.tsx'

type Demo = { what: 'whole' | 'accounts'; others: number }

/** Confirmed by a checkbox, which works without script. */
export function DemoSection({ demo, reply }: { demo: Demo; reply: FormReply | undefined }) {
  const isBusy = useNavigation().state === 'submitting'
  const isWhole = demo.what === 'whole'
  return (
    <section className="baseline form-column stack" aria-labelledby="own">
      <h2 id="own">{isWhole ? 'Begin with my own programme' : 'Take the demo’s accounts away'}</h2>
      {isWhole ? (
        <>
          <p>
            Everything that stands here goes: the season with its pictures, the team and the families of the
            demo, their places and payments, mails and the log{andOthers(demo.others)}. You too are logged
            out. It cannot be brought back.
          </p>
          <p>Then you name your programme and make the account of its owner, here and now.</p>
        </>
      ) : (
        <p>
          The demo’s accounts go with all that they booked and paid, and so does its team; the season stays.
          An owner of your own must be on the team.
        </p>
      )}
      <Form method="post" action="/desk/settings?form=demo" className="stack" noValidate>
        <FormAnswer reply={reply} />
        <CheckField label="Yes, all of this goes" name="sure" value="yes" problem={reply?.problems?.sure} />
        <Button type="submit" variant="danger" busy={isBusy}>
          {isBusy ? 'Leaving the demo' : isWhole ? 'Begin with my own programme' : 'Take them away'}
        </Button>
      </Form>
    </section>
  )
}

const andOthers = (many: number) => {
  if (many === 0) return ''
  return many === 1 ? ', and one account that was made since' : `, and ${many} accounts that were made since`
}
