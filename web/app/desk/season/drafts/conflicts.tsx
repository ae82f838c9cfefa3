import CircleAlert from 'lucide-react/icons/circle-alert'
import { Form } from 'react-router'
import type { DraftChange } from '#season/drafts/draft-changes.ts'
import type { MergeLine } from '#season/drafts/draft-merge.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { CheckField } from '#ui/fields/field.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { ChangeText } from './change-lists.tsx'

type Props = {
  since: { when: string; who: string }
  theirs: DraftChange[]
  conflicts: MergeLine[]
  others: MergeLine[]
  revision: number
}

/** Shown on a stale draft: what others published, and the draft's lines to keep. */
export function Stale({ since: { when, who }, theirs, conflicts, others, revision }: Props) {
  return (
    <section className="stack stale" aria-labelledby="since">
      <h2 className="as-h3" id="since">
        <bdi>{who}</bdi> published since, <Unbroken>{when}</Unbroken>: here is what changed
      </h2>
      {theirs.length === 0 && <p>It stands as it stood when you began.</p>}
      <ul className="rows changes">
        {theirs.map((change) => (
          <li key={`${change.entity} ${change.name}`}>
            <ChangeText {...change} />
          </li>
        ))}
      </ul>
      <Form method="post" className="stack">
        <input type="hidden" name="revision" value={revision} />
        {conflicts.map((line, index) => (
          <Conflict key={line.key} line={line} who={who} id={`conflict-${index}`} />
        ))}
        {others.length > 0 && (
          <fieldset>
            <legend className="choices-legend">Your draft changes too</legend>
            {others.map(({ key, entity, name, theirs: now, mine }) => (
              <div key={key}>
                {/* Hidden default for an unticked box: the last value of a name wins. */}
                <input type="hidden" name={key} value="theirs" />
                <CheckField
                  name={key}
                  value="mine"
                  defaultChecked
                  label={
                    <>
                      {entity}: <b>{name}</b>, {now} → {mine}
                    </>
                  }
                />
              </div>
            ))}
          </fieldset>
        )}
        <p>
          <Button type="submit">
            {conflicts.length > 0 ? 'Use these answers' : 'Bring my draft onto this season'}
          </Button>
        </p>
      </Form>
    </section>
  )
}

type ConflictProps = { line: MergeLine; who: string; id: string }

/** A conflict, to be decided by a person. */
const Conflict = ({ line: { key, entity, name, was, theirs, mine }, who, id }: ConflictProps) => (
  <section className="conflict" aria-labelledby={id}>
    <h3 id={id}>
      <CircleAlert aria-hidden size="1.25em" />
      <span>You both changed the same line</span>
    </h3>
    <ChoiceCards
      legend={
        <>
          {entity}: <b>{name}</b>. It was {was} when you began.
        </>
      }
      name={key}
      layout="two"
      required
      choices={[
        { value: 'theirs', name: theirs, hint: <>{who}, published</> },
        { value: 'mine', name: mine, hint: 'You, in this draft' },
      ]}
    />
  </section>
)
