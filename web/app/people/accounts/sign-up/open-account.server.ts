import { and, eq, isNull, sql } from 'drizzle-orm'
import { addFamily } from '#people/families.db.server.ts'
import { accounts, people, tokens } from '#people/people.tables.ts'
import { writeSearch } from '#people/search.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'

type Holder = { email: string; firstName: string; lastName: string; phone: string; passwordHash: string }

/**
 * For a holder who has proved the mailbox. An unactivated account gets a new password, since a stranger may have made
 * it. Signs no release: only families that play do.
 */
export async function openAccount(tx: Db, holder: Holder) {
  const { email, firstName, lastName, phone, passwordHash } = holder
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`)
  const names = { firstName, lastName, passwordHash, activatedAt: new Date() }
  const isWaiting = and(eq(accounts.email, email), isNull(accounts.activatedAt))
  const [waiting] = await tx.update(accounts).set(names).where(isWaiting).returning(idColumn)
  if (waiting) {
    await tx.delete(tokens).where(eq(tokens.accountId, waiting.id))
    return
  }
  const family = await addFamily(tx)
  const [made] = await tx
    .insert(accounts)
    .values({ ...family, kind: 'parent', email, ...names })
    .returning(idColumn)
  const accountId = orNotFound(made).id
  const { familyId } = family
  await tx.insert(people).values({ accountId, familyId, role: 'parent', firstName, lastName, phone })
  await writeSearch(tx, eq(people.accountId, accountId))
}

const idColumn = { id: accounts.id }
