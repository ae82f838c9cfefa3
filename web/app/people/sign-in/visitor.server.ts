import { and, eq, sql } from 'drizzle-orm'
import { createContext } from 'react-router'
import { ensureFamily } from '#people/families.db.server.ts'
import { accounts, signIns } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { loginAddress } from './login-address.ts'

export const visitorContext = createContext<Visitor | undefined>()

/** Set by the layout of pages for signed-in visitors. */
export const accountContext = createContext<Visitor>()

/** Over https with the `__Host-` prefix, and secure. */
export const cookieNameFor = (siteUrl: string) =>
  siteUrl.startsWith('https:') ? '__Host-sign-in' : 'sign-in'

/** Without a token it clears the cookie. */
export function signInCookie(siteUrl: string, token = '', days = 0): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  const seconds = days * 86_400
  return `${cookieNameFor(siteUrl)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

export function readCookie(cookieHeader: string | null | undefined, name: string): string | undefined {
  const pair = cookieHeader?.split(/;\s*/).find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

export const visitorColumns = {
  accountId: accounts.id,
  familyId: accounts.familyId,
  kind: accounts.kind,
  /** Not null: an account without email cannot log in. */
  email: sql<string>`${accounts.email}`,
}

/** Accounts of an earlier version may lack a family. */
export const withFamily = async (
  db: Db,
  row: Omit<Visitor, 'familyId'> & { familyId: string | null },
): Promise<Visitor> => ({ ...row, familyId: row.familyId ?? (await ensureFamily(db, row.accountId)) })

export async function findVisitor(db: Db, token: string | undefined): Promise<Visitor | undefined> {
  if (!token) return undefined
  const [row] = await visitorByToken(db).execute({ tokenHash: sha256(token) })
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

/** Also for single-fetch `.data` requests. */
export function requestedPage(request: Request): { pathname: string; search: string } {
  const { pathname, search } = new URL(request.url)
  return {
    pathname: pathname.replace(/\.data$/, ''),
    search: search.replace(/[?&]_routes=[^&]*/, ''),
  }
}

export const wayToLogin = (request: Request) => loginAddress(requestedPage(request))
