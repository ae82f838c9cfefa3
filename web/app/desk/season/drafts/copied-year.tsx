import { Form } from 'react-router'
import { weekdayDay } from '#desk/season/meetings/weekday-day.ts'
import { PriceChoice } from '#desk/season/price-choice.tsx'
import { counted } from '#desk/season/session-form-view.tsx'
import type { FormReply } from '#platform/forms/submit.server.ts'
import type { copyPreview } from '#season/copy/copy-rows.ts'
import type { CopyWishes } from '#season/copy/copy-year.ts'
import { Button } from '#ui/button.tsx'
import { Cell, Row, Table } from '#ui/table.tsx'
import { Unbroken } from '#ui/unbroken.tsx'

type Props = {
  wishes: Required<Omit<CopyWishes, 'keys'>>
  preview: ReturnType<typeof copyPreview>
  answer: FormReply | undefined
}

/** Above this, dates are folded. */
const perScreen = 50

/** Preview of the copy, and its form. */
export function CopiedYear({ wishes, preview, answer }: Props) {
  const { from, to, weeks, skips } = wishes
  const { rows, questions, texts, skippedByNobody } = preview
  if (rows.length === 0)
    return <p className="muted copied">No session begins in {from}: choose another year.</p>
  return (
    <Form method="post" className="stack copied">
      <details open={rows.length <= perScreen}>
        <summary>Old and new dates of {counted(rows.length, 'session')}</summary>
        <Table
          caption="Old and new dates"
          columns={[{ name: 'Session' }, { name: String(from) }, { name: String(to) }]}
        >
          {rows.map(({ name, before, after, lines }) => (
            <Row key={name}>
              <Cell>
                <b>{name}</b>
              </Cell>
              <Cell className="dates">
                <Unbroken>{before}</Unbroken>
              </Cell>
              <Cell className="dates to">
                <b>
                  <Unbroken>{after}</Unbroken>
                </b>
                {lines.map((line) => (
                  <span className="line fewer" key={line}>
                    <Unbroken>{line}</Unbroken>
                  </span>
                ))}
              </Cell>
            </Row>
          ))}
        </Table>
      </details>
      {skippedByNobody.map((day) => (
        <p className="muted" key={day}>
          {weekdayDay(day)}: nobody would meet on that day anyway.
        </p>
      ))}
      {questions.map((question) => (
        <PriceChoice key={question.key} question={question} year={from} answer={answer} />
      ))}
      {texts.length > 0 && (
        <section aria-labelledby="texts">
          <h2 className="as-h3" id="texts">
            Read these texts again: they name a day, a month or a year
          </h2>
          <ul className="rows">
            {texts.map(({ what, name, text }) => (
              <li key={`${what} ${name} ${text}`} className="break">
                <b>{what}</b>, {name}: {text}
              </li>
            ))}
          </ul>
        </section>
      )}
      {Object.entries({ from, to, weeks, skips: skips.join(',') }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="act">
        <Button type="submit" variant="ball">
          Make the draft of {to}
        </Button>
        <span className="muted">
          {[
            counted(rows.length, 'session'),
            `${counted(skips.length, 'day')} skipped`,
            `${counted(texts.length, 'text')} to read`,
          ].join(', ')}
          . Families see nothing yet.
        </span>
      </p>
    </Form>
  )
}
