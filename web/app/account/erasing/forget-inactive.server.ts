import { and, eq, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { addDays, longDay, todayIn } from '#platform/format/dates.ts'
import { every } from '#platform/jobs/every.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import { eraseAccount } from './erase-account.server.ts'

const daySeconds = 86_400

/** Sends notices to inactive holders, and erases accounts after the notice period. Returns its stop. */
export const startForgetting = (world: World) =>
  every(daySeconds, () => forgetInactive(world), world.log, 'accounts that nobody uses could not be erased')

export async function forgetInactive(world: World): Promise<void> {
  await notifyInactive(world)
  const { erasureToldAt } = accounts
  const isOver = lt(erasureToldAt, sql`now() - make_interval(days => ${retention.noticeDays})`)
  for (const { id } of await listInactive(world, and(isNotNull(erasureToldAt), isOver)))
    await eraseAccount(world, id).catch((problem) => {
      if (!(problem instanceof Refusal)) throw problem
      // Such as money owed to the family: retried tomorrow.
      world.log.warn({ account: id, code: problem.code }, 'an account that nobody uses cannot be erased yet')
    })
}

async function notifyInactive(world: World) {
  const programme = await readProgramme(world.db)
  const erasedOn = addDays(todayIn(programme.timeZone), retention.noticeDays)
  const login = `${world.env.siteUrl}/pages/login`
  for (const { id, email } of await listInactive(world, isNull(accounts.erasureToldAt)))
    await world.db.transaction(async (tx) => {
      const isIt = and(eq(accounts.id, id), isNull(accounts.erasureToldAt))
      const notified = await tx.update(accounts).set({ erasureToldAt: sql`now()` }).where(isIt).returning()
      if (notified.length > 0)
        await addMail(tx, { kind: 'account', to: email, ...soonErasedMail(programme, erasedOn, login) })
    })
  nudgeMail(world)
}

/** No log-in or order for years (the desk's families never log in), no session that has not ended, and not waiting. */
async function listInactive({ db }: World, condition: SQL | undefined) {
  const isAway = lt(accounts.lastLoginAt, sql`now() - make_interval(years => ${retention.inactiveYears})`)
  const hasPlace = sql`exists (select 1 from registrations join sessions on sessions.id = registrations.session_id
    where registrations.account_id = ${accounts.id} and registrations.removed_at is null
    and sessions.ends_on >= current_date)`
  const hasOrdered = sql`exists (select 1 from orders where orders.account_id = ${accounts.id}
    and orders.created_at > now() - make_interval(years => ${retention.inactiveYears}))`
  const isWaiting = sql`exists (select 1 from waiting_entries
    where waiting_entries.account_id = ${accounts.id} and waiting_entries.ended_at is null)`
  return db
    .select({ id: accounts.id, email: accounts.email })
    .from(accounts)
    .where(and(isAway, not(accounts.isDemo), not(hasPlace), not(hasOrdered), not(isWaiting), condition))
}

function soonErasedMail(programme: Programme, erasedOn: string, url: string) {
  const subject = `Your ${programme.name} account will be deleted`
  const paragraphs = [
    `Nobody has logged in to your account for ${retention.inactiveYears} years. We keep no data of families that we do not need, so it will be deleted on ${longDay(erasedOn)}, with your players.`,
    'If you want to keep it, log in before that day. If not, there is nothing to do.',
  ]
  const button = { text: 'Login', url }
  return { subject, ...mailLayout({ title: subject, programme, paragraphs, button }) }
}
