import { type Day, nearDay } from '#platform/format/dates.ts'
import { formatList } from '#platform/format/format-list.ts'

export type Standing = { place: number; families: number; since: Day; movedAheadOn: Day[] }

/** "2nd of 5 families" */
function formatPlace({ place, families }: Pick<Standing, 'place' | 'families'>): string {
  const ending = endings[endingRule.select(place)] ?? 'th'
  return `${place}${ending} of ${families === 1 ? '1 family' : `${families} families`}`
}

const endingRule = new Intl.PluralRules('en-US', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** "Pip is on the list: 2nd of 5 families." */
export const joinedMessage = (names: string[], standing: Pick<Standing, 'place' | 'families'>) =>
  `${formatList(names)} ${names.length > 1 ? 'are' : 'is'} on the list: ${formatPlace(standing)}.`

export function StandingInLine(standing: Standing) {
  const { since, movedAheadOn } = standing
  return (
    <>
      <p>
        <b>{formatPlace(standing)}</b>, since {nearDay(since)}.
      </p>
      {movedAheadOn.length > 0 && (
        <p>The programme moved a family ahead on {formatList(movedAheadOn.map((day) => nearDay(day)))}.</p>
      )}
    </>
  )
}

export const waitingExplanation =
  'Places that come free are offered to the families in line, in order. When it is your turn we mail you and keep your places for 24 hours, for 6 in the last three days. From a day before the first meeting on, whoever in line takes a place first has it.'

export const bothOrNeither = (count: number) =>
  count === 2
    ? 'Both or neither: you are offered two places together, never one alone.'
    : `All or none: you are offered ${count} places together, never fewer.`
