import { and, eq, sql } from 'drizzle-orm'
import { createContext } from 'react-router'
import { familyOf } from '#people/families.db.server.ts'
import { accounts, signIns } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import { hashOf } from '#platform/hash.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { loginAddress } from './login-address.ts'

/** The signed-in account of this request, or undefined. */
export const visitorContext = createContext<Visitor | undefined>()

/** The same, on pages that only somebody who is signed in can see: the layout around them sets it. */
export const accountContext = createContext<Visitor>()

/** Over https the cookie carries the `__Host-` prefix and is secure. */
export const cookieNameFor = (siteUrl: string) =>
  siteUrl.startsWith('https:') ? '__Host-sign-in' : 'sign-in'

/** Keeps the token in this browser for `days`; none, and the browser forgets the one it had. */
export function signInCookie(siteUrl: string, token = '', days = 0): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  const seconds = days * 86_400
  return `${cookieNameFor(siteUrl)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

export function tokenOf(cookieHeader: string | null | undefined, name: string): string | undefined {
  const pair = cookieHeader?.split(/;\s*/).find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

export const visitorColumns = {
  accountId: accounts.id,
  familyId: accounts.familyId,
  kind: accounts.kind,
  /** Who has none cannot log in. */
  email: sql<string>`${accounts.email}`,
}

/** An account that a version made which knew no families gets its own now. */
export const withFamily = async (
  db: Db,
  row: Omit<Visitor, 'familyId'> & { familyId: string | null },
): Promise<Visitor> => ({ ...row, familyId: row.familyId ?? (await familyOf(db, row.accountId)) })

export async function visitorOf(db: Db, token: string | undefined): Promise<Visitor | undefined> {
  if (!token) return undefined
  const [row] = await visitorByToken(db).execute({ tokenHash: hashOf(token) })
  if (!row) return undefined
  const { isWaiting, ...visitor } = row
  return { ...(await withFamily(db, visitor)), ...(isWaiting && { isWaiting }) }
}

const isWaiting = sql<boolean>`exists (select from waiting_entries where waiting_entries.account_id = ${accounts.id})`

const visitorByToken = prepared((db) =>
  db
    .select({ ...visitorColumns, isWaiting })
    .from(signIns)
    .innerJoin(accounts, eq(accounts.id, signIns.accountId))
    .where(and(eq(signIns.tokenHash, sql.placeholder('tokenHash')), sql`${signIns.expiresAt} > now()`))
    .prepare(''),
)

/** The page that is asked for, also where its data alone is. */
export function askedPage(request: Request): { pathname: string; search: string } {
  const { pathname, search } = new URL(request.url)
  return {
    pathname: pathname.replace(/\.data$/, ''),
    search: search.replace(/[?&]_routes=[^&]*/, ''),
  }
}

/** Login, and back to this address afterwards. */
export const wayToLogin = (request: Request) => loginAddress(askedPage(request))
