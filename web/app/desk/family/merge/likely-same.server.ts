import { and, asc, eq, exists, ne, sql } from 'drizzle-orm'
import { accounts, families, people } from '#people/people.tables.ts'
import { searchQuery, toSearchTerms } from '#people/search.ts'
import type { Db } from '#platform/database/database.server.ts'

type Named = { firstName: string; lastName: string }

/** Criteria for duplicates. */
export type FamilyIdentity = {
  parent: Named
  phone: string | null
  players: Player[]
}

const mostShown = 5

/** Possible duplicates by parent's name, phone, or a player's name and birthday; `same` says which. */
export async function likelySame(db: Db, identity: FamilyIdentity, excludedAccountId?: string) {
  const { parent, phone, players } = identity
  const texts = [phone, joinName(parent), ...players.map(joinName)]
  const query = texts.flatMap((text) => searchQuery(text ?? '') ?? []).map((one) => `(${one})`)
  const isFound = exists(
    db
      .select({ id: people.id })
      .from(people)
      .where(and(eq(people.accountId, accounts.id), sql`${people.search} @@ ${query.join(' | ')}::tsquery`)),
  )
  const rows = await db
    .select({
      number: families.number,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
      everybody: sql<
        (Named & Pick<typeof people.$inferSelect, 'role' | 'phone' | 'birthday'>)[]
      >`(select json_agg(
        json_build_object('role', role, 'firstName', first_name, 'lastName', last_name, 'phone', phone, 'birthday', birthday))
        from people where people.account_id = ${accounts.id})`,
    })
    .from(accounts)
    .innerJoin(families, eq(families.id, accounts.familyId))
    .where(and(isFound, excludedAccountId ? ne(accounts.id, excludedAccountId) : undefined))
    .orderBy(asc(families.number))
    .limit(50)
  return rows
    .map(({ everybody, ...family }) => ({ ...family, same: sameIn(identity, family, everybody ?? []) }))
    .filter(({ same }) => same.length > 0)
    .slice(0, mostShown)
}
export type LikelySame = Awaited<ReturnType<typeof likelySame>>[number]

type Other = Named & { role: string; phone: string | null; birthday: string | null }

function sameIn({ parent, phone, players }: FamilyIdentity, holder: Named, everybody: Other[]): string[] {
  const isPlayed = players.find((player) =>
    everybody.some((other) => other.role !== 'parent' && isSamePlayer(player, other)),
  )
  const hasPhone = phone && everybody.some((other) => digits(other.phone) === digits(phone))
  return [
    isNamed(parent, holder) && 'the same name',
    hasPhone && 'the same phone',
    isPlayed && `${joinName(isPlayed)} with the same birthday`,
  ].filter((same) => typeof same === 'string')
}

const joinName = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`
const isNamed = (one: Named, other: Named) =>
  toSearchTerms(joinName(one)).join(' ') === toSearchTerms(joinName(other)).join(' ')

type Player = Named & { birthday: string | null }
export const isSamePlayer = (one: Player, other: Player) =>
  isNamed(one, other) && one.birthday === other.birthday

const digits = (phone: string | null) => phone?.replace(/\D/g, '')
