import { familiesThat, noFamilyThat, stateNames } from '#volunteer/family-states.ts'
import type { FamilyFilter } from '#volunteer/list-families.server.ts'

export type FamilySearch = FamilyFilter

export const newDaysChoices = [
  { days: 7, name: 'in the last 7 days' },
  { days: 30, name: 'in the last 30 days' },
  { days: 365, name: 'in the last year' },
]

/** What the address of a list says. */
export function searchIn(params: URLSearchParams): FamilySearch {
  const numberAt = (name: string) => {
    const text = params.get(name) ?? ''
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
  }
  return {
    text: (params.get('q') ?? '').trim().slice(0, 200),
    state: stateNames.find((state) => state === params.get('state')),
    event: params.get('event')?.slice(0, 200) || undefined,
    session: numberAt('session'),
    newDays: newDaysChoices.find(({ days }) => days === numberAt('new'))?.days,
    sort: params.get('sort') === 'newest' ? 'newest' : undefined,
    page: numberAt('page'),
  }
}

/** The address that says it. */
export function addressOf({ text, state, event, session, newDays, sort, page }: FamilySearch): string {
  const params = { q: text, state, event, session, new: newDays, sort, page: page === 1 ? undefined : page }
  const pairs = Object.entries(params).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  return pairs.length > 0 ? `/desk/families?${new URLSearchParams(pairs)}` : '/desk/families'
}

/** Whether it leaves anybody out. */
export const isNarrower = (search: FamilySearch) =>
  addressOf({ ...search, sort: undefined, page: undefined }) !== addressOf({})

type Names = { event?: string | undefined; session?: string | undefined }

/** "2 families owe for a session that has begun, in Green Ball Clinic, found by “lob”" */
export function headingOf({ text, state, newDays }: FamilySearch, many: number, { event, session }: Names) {
  const first = many === 0 ? noFamilyThat(state) : `${many} ${familiesThat(many, state)}`
  const more = [
    event && `in ${event}`,
    session,
    newDays && `new ${newDaysChoices.find(({ days }) => days === newDays)?.name}`,
    text && `found by “${text}”`,
  ]
  return [first, more.filter(Boolean).join(', ')].filter(Boolean).join(state ? ', ' : ' ')
}
