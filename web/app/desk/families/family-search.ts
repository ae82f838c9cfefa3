import { addressAt, listSearchIn, numberAt, textAt } from '#desk/list-address.ts'
import { familiesThat, familyStateNames, noFamilyThat } from './family-states.ts'
import type { FamilyFilter } from './list-families.server.ts'

export type FamilySearch = FamilyFilter

export const newDaysChoices = [
  { days: 7, name: 'in the last 7 days' },
  { days: 30, name: 'in the last 30 days' },
  { days: 365, name: 'in the last year' },
]

/** Search parameters → filter. */
export const parseFamilySearch = (params: URLSearchParams): FamilySearch => ({
  ...listSearchIn(params),
  text: textAt(params, 'q') ?? '',
  state: familyStateNames.find((state) => state === params.get('state')),
  newDays: newDaysChoices.find(({ days }) => days === numberAt(params, 'new'))?.days,
  sort: params.get('sort') === 'newest' ? 'newest' : undefined,
})

/** Inverse. */
export const familyListUrl = ({ text, newDays, ...search }: FamilySearch): string =>
  addressAt('/desk/families', { q: text, ...search, new: newDays })

/** False: lists everybody. */
export const isNarrower = (search: FamilySearch) =>
  familyListUrl({ ...search, sort: undefined, page: undefined }) !== familyListUrl({})

type Names = { event?: string | undefined; session?: string | undefined }

/** "2 families owe for a session that has begun, in Green Ball Clinic, found by “lob”" */
export function describeFamilySearch(
  { text, state, newDays }: FamilySearch,
  many: number,
  { event, session }: Names,
) {
  const first = many === 0 ? noFamilyThat(state) : `${many} ${familiesThat(many, state)}`
  const more = [
    event && `in ${event}`,
    session,
    newDays && `new ${newDaysChoices.find(({ days }) => days === newDays)?.name}`,
    text && `found by “${text}”`,
  ]
  return [first, more.filter(Boolean).join(', ')].filter(Boolean).join(state ? ', ' : ' ')
}
