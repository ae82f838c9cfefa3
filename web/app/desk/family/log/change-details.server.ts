import { z } from 'zod'
import { roleLabels, roles } from '#team/roles.ts'

const Role = z.enum(roles)

/** `before` and `after` of a log line, in the formats of all versions. */
const ChangeDetails = z
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
type ChangeDetails = z.output<typeof ChangeDetails>

/** Lists of field names yield nothing. A taken-back payment is named in `before`. */
export function parseDetails({ before, after }: { before: unknown; after: unknown }) {
  const { amountCents, takenBackCents = amountCents, ...rest } = parseValue(after)
  return { paymentId: parseValue(before).paymentId, ...rest, sumCents: takenBackCents }
}

const parseValue = (value: unknown): ChangeDetails => ChangeDetails.safeParse(value).data ?? {}

/** "Coach, Registrar" */
export const rolesIn = ({ roles }: ChangeDetails): string | undefined =>
  roles && (roles.map((role) => roleLabels[role].name).join(', ') || 'no role')

/** "2 places", "1 family" */
export const countsIn = ({ rows, places, families }: ChangeDetails): string[] =>
  [
    counted(places, 'place', 'places'),
    counted(families, 'family', 'families'),
    counted(rows, 'row', 'rows'),
  ].filter((text) => text !== undefined)

const counted = (many: number | undefined, one: string, more: string) =>
  many === undefined ? undefined : `${many} ${many === 1 ? one : more}`
