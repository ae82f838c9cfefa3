import { Unbroken } from '#ui/unbroken.tsx'
import type { FamilyEntry } from './family-line.server.ts'

export const EntryText = ({ entry }: { entry: FamilyEntry | undefined }) =>
  entry ? (
    <p>
      <bdi>{entry.children.join(' and ')}</bdi>, {entry.event},{' '}
      <Unbroken>{`${entry.session}. ${describeStanding(entry)}.`}</Unbroken>
    </p>
  ) : (
    <p>This family is not on the list any more.</p>
  )

/** "2nd of 5 families", "Held until tomorrow, 9:00 am" */
export const describeStanding = ({ place, until, isBeingPaid }: FamilyEntry) =>
  place ?? (isBeingPaid ? 'Being paid' : `Held until ${until}`)
