import CircleAlert from 'lucide-react/icons/circle-alert'
import { Form } from 'react-router'
import type { DraftChange } from '#season/drafts/draft-changes.ts'
import type { OwnLine } from '#season/drafts/draft-merge.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { CheckField } from '#ui/fields/field.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { ChangeWords } from './change-lists.tsx'

type Props = {
  since: { when: string; who: string }
  theirs: DraftChange[]
  conflicts: OwnLine[]
  others: OwnLine[]
  revision: number
}

/** Somebody published since the draft began: what that changed, and the draft's own lines, all or one by one. */
export function Stale({ since: { when, who }, theirs, conflicts, others, revision }: Props) {
  return (
    <section className="stack stale" aria-labelledby="since">
      <h2 className="as-h3" id="since">
        <bdi>{who}</bdi> published since, <Unbroken>{when}</Unbroken>: here is what changed
      </h2>
      {theirs.length === 0 && <p>It stands as it stood when you began.</p>}
      <ul className="rows changes">
        {theirs.map((change) => (
          <li key={`${change.thing} ${change.name}`}>
            <ChangeWords {...change} />
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
            {others.map(({ key, thing, name, theirs: now, mine }) => (
              <div key={key}>
                {/* What is not ticked stays as it is published: the last of a name counts. */}
                <input type="hidden" name={key} value="theirs" />
                <CheckField
                  name={key}
                  value="mine"
                  defaultChecked
                  label={
                    <>
                      {thing}: <b>{name}</b>, {now} → {mine}
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

type ConflictProps = { line: OwnLine; who: string; id: string }

/** Both changed it: nobody but a person knows whose it is. */
const Conflict = ({ line: { key, thing, name, was, theirs, mine }, who, id }: ConflictProps) => (
  <section className="conflict" aria-labelledby={id}>
    <h3 id={id}>
      <CircleAlert aria-hidden size="1.25em" />
      <span>You both changed the same line</span>
    </h3>
    <ChoiceCards
      legend={
        <>
          {thing}: <b>{name}</b>. It was {was} when you began.
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
