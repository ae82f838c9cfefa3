import { isScalar, isSeq, parseDocument, visit } from 'yaml'

const formerCoach = 'former-coach@deleted.invalid'

/** The text of a season in which the coach of this address has none any more; all else stays letter by letter. */
export function withoutCoach(text: string, email: string): string {
  const places: [number, number][] = []
  visit(parseDocument(text), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== 'coaches' || !isSeq(value)) return
      for (const coach of value.items)
        if (isScalar(coach) && coach.value === email && coach.range)
          places.push([coach.range[0], coach.range[1]])
    },
  })
  return places.reduceRight((kept, [from, to]) => kept.slice(0, from) + formerCoach + kept.slice(to), text)
}
