import { z } from 'zod'
import { roles, roleWords } from '#team/roles.ts'

const Role = z.enum(roles)

/** What a line of the log holds of what was done, in any of the forms that versions wrote. */
const Facts = z
  .object({
    amountCents: z.number(),
    takenBackCents: z.number(),
    paymentId: z.number(),
    member: z.string(),
    roles: z.array(z.union([Role, z.object({ role: Role }).transform(({ role }) => role)])),
    rows: z.number(),
    places: z.number(),
    families: z.number(),
    isAlone: z.boolean(),
  })
  .partial()
type Facts = z.output<typeof Facts>

/** A list of fields holds none of it. What was taken back names its payment as it was before. */
export function factsOf({ before, after }: { before: unknown; after: unknown }) {
  const { amountCents, takenBackCents = amountCents, ...facts } = readFacts(after)
  return { paymentId: readFacts(before).paymentId, ...facts, sumCents: takenBackCents }
}

const readFacts = (told: unknown): Facts => Facts.safeParse(told).data ?? {}

/** "Coach, Registrar" */
export const rolesIn = ({ roles }: Facts): string | undefined =>
  roles && (roles.map((role) => roleWords[role].name).join(', ') || 'no role')

/** "2 places", "1 family" */
export const countsIn = ({ rows, places, families }: Facts): string[] =>
  [
    counted(places, 'place', 'places'),
    counted(families, 'family', 'families'),
    counted(rows, 'row', 'rows'),
  ].filter((words) => words !== undefined)

const counted = (many: number | undefined, one: string, more: string) =>
  many === undefined ? undefined : `${many} ${many === 1 ? one : more}`
