import { Form } from 'react-router'
import { countedFamilies } from '#desk/season/drafts/published-texts.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/fields/field.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import type { planUpload } from './season-upload.server.ts'
import { FixForm } from './upload-fixes.tsx'

type Props = {
  readAt: number
  text: string
  plan: Extract<Awaited<ReturnType<typeof planUpload>>, { isInOrder: true }>
  problem: string | undefined
  /** Why publishing is disabled. */
  why: string | undefined
}

export function UploadPlan({ readAt, text, plan, problem, why }: Props) {
  const { changes, same, counts, undoes, revision } = plan
  return (
    <section className="baseline stack" aria-labelledby="plan">
      <h2 id="plan">{changes.length === 0 ? 'In order, and nothing changes' : 'In order. What changes'}</h2>
      {changes.length > 0 && (
        <ul className="rows upload-changes">
          {changes.map(({ did, what, how }) => (
            <li key={`${did} ${what}`}>
              <span className="muted">{did}</span>
              <span className="break">
                {what}
                {how && `: ${how}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="muted">{same} unchanged</p>
      {counts.owed.length > 0 && (
        <Banner tone="due">
          <p>Paid, and closed then:</p>
          <Lines lines={counts.owed} />
        </Banner>
      )}
      {changes.length > 0 && (
        <Form method="post" encType="multipart/form-data" className="stack">
          <input type="hidden" name="readAt" value={readAt} />
          {revision !== undefined && <input type="hidden" name="revision" value={revision} />}
          {undoes.length > 0 && (
            <>
              <h3>This would undo what was changed at the desk</h3>
              <Lines lines={undoes} />
              <CheckField label="Undo that" name="undo" problem={problem} />
            </>
          )}
          {counts.reworded > 0 && (
            <CheckField
              label={`Tell ${countedFamilies(counts.reworded)} of words for hours or place that change`}
              name="tell"
              defaultChecked
            />
          )}
          {why ? (
            <p className="muted">{why}</p>
          ) : (
            <p className="act">
              <Button type="submit" variant="ball" name="what" value="publish">
                Publish
              </Button>
              <span className="muted">
                {counts.families === 0
                  ? 'Nobody is mailed.'
                  : `Up to ${countedFamilies(counts.families)} will be told, one mail each.`}{' '}
                You can take it back.
              </span>
            </p>
          )}
        </Form>
      )}
      <details>
        <summary>Change the text of the file</summary>
        <FixForm text={text} />
      </details>
    </section>
  )
}

const Lines = ({ lines }: { lines: string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line} className="break">
        {line}
      </li>
    ))}
  </ul>
)
