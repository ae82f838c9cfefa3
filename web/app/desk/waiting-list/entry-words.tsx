import { Unbroken } from '#ui/unbroken.tsx'
import type { FamilyWait } from './family-line.server.ts'

/** What an act on an entry is about. */
export const EntryWords = ({ wait }: { wait: FamilyWait | undefined }) =>
  wait ? (
    <p>
      <bdi>{wait.children.join(' and ')}</bdi>, {wait.event},{' '}
      <Unbroken>{`${wait.session}. ${standingOf(wait)}.`}</Unbroken>
    </p>
  ) : (
    <p>This family is not on the list any more.</p>
  )

/** "2nd of 5 families", "Held until tomorrow, 9:00 am" */
export const standingOf = ({ place, until, isBeingPaid }: FamilyWait) =>
  place ?? (isBeingPaid ? 'Being paid' : `Held until ${until}`)
