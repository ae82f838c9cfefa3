import CircleAlert from 'lucide-react/icons/circle-alert'
import { Form } from 'react-router'
import type { Conflict } from '#season/draft-merge.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { counted } from './session-form-view.tsx'

type Props = { conflicts: Conflict[]; since: { when: string; who: string }; theirs: number }

/** Somebody published since the draft began: what both changed waits for an answer. */
export function Stale({ conflicts, since: { when, who }, theirs }: Props) {
  return (
    <Form method="post" className="stack stale">
      {conflicts.length === 0 && (
        <p className="lead">
          <bdi>{who}</bdi> published at <Unbroken>{when}</Unbroken>: {counted(theirs, 'line')} changed, none
          of them yours.
        </p>
      )}
      {conflicts.map(({ key, thing, name, was, theirs: published, mine }, index) => (
        <section className="conflict" aria-labelledby={`conflict-${index}`} key={key}>
          <h2 className="as-h3" id={`conflict-${index}`}>
            <CircleAlert aria-hidden size="1.25em" />
            <span>
              <bdi>{who}</bdi> changed the same line, <Unbroken>{when}</Unbroken>
            </span>
          </h2>
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
              { value: 'theirs', name: published, hint: <>{who}, published</> },
              { value: 'mine', name: mine, hint: 'You, in this draft' },
            ]}
          />
        </section>
      ))}
      <p>
        <Button type="submit">
          {conflicts.length > 0 ? 'Use these answers' : 'Bring my draft onto this season'}
        </Button>
      </p>
    </Form>
  )
}
