import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { findDrift } from '#ledger/postings.db.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { mailsToSend } from '#mail/outbox.server.ts'
import { lastCompared } from '#operations/reliability.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { disputes } from '#payments/reconciliation.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { queryRows } from '#platform/database/db.ts'
import { findStamp, isStandingStill } from '#platform/jobs/stamps.db.server.ts'
import { withoutAddresses } from '#platform/log.server.ts'
import { programmeOnPages } from '#platform/settings/programme.db.server.ts'
import { isOwedBack } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { describeCause, type Finding, fine, missing, wrong } from './finding.ts'

/** Before an open charge or an unsent mail is an alarm. */
const patienceMinutes = 15
const oldestBackupDays = 2
/** For the copy off-site. */
const copyingDays = 1 / 24
const oldestComparisonDays = 3
/** For how long a payment that did not settle is listed. */
const lostDays = 30
const dayMs = 86_400_000

const longAgo = sql`now() - make_interval(mins => ${patienceMinutes})`

export async function checkDatabase({ db, env, migrationsFolder }: World): Promise<Finding> {
  const what = 'Database'
  try {
    const [server] = await queryRows<{ version: string; isWritable: boolean }>(
      db,
      sql`select current_setting('server_version') as version,
          not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "isWritable"`,
    )
    if (!server?.isWritable)
      return wrong(what, 'can only be read. Let DATABASE_URL name the server that takes writes.')
    const due = await missingChanges(db, migrationsFolder)
    if (due > 0)
      return wrong(
        what,
        `${due} changes of its tables are missing. Start this version of the site: it makes them.`,
      )
    if (due < 0) return wrong(what, 'its tables are of a newer version. Start that version of the site.')
    return fine(what, `PostgreSQL ${server.version} answers, and its tables are up to date.`)
  } catch (problem) {
    const reason = describeCause(problem)
    if (!env.databaseUrl) return wrong(what, `cannot be opened: ${reason}`)
    return wrong(what, `does not answer (${reason}). Look at DATABASE_URL, and whether the server runs.`)
  }
}

/** Pending migrations; below 0 where the schema is newer. */
async function missingChanges(db: World['db'], migrationsFolder: string): Promise<number> {
  const [noted] = await queryRows<{ has: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as has`,
  )
  const [done] = noted?.has
    ? await queryRows<{ last: number }>(
        db,
        sql`select coalesce(max(created_at), 0)::float8 as last from drizzle.__drizzle_migrations`,
      )
    : []
  const last = done?.last ?? 0
  const all = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
  return last > Math.max(...all) ? -1 : all.filter((when) => when > last).length
}

export async function checkBackup({ db, env }: World): Promise<Finding> {
  const what = 'Backup'
  const backup = await findStamp(db, 'backup')
  if (!backup)
    return missing(env, what, 'there is none. Set BACKUP_KEY and run “npm run backup -- FILE” every day.')
  const days = (Date.now() - backup.at.getTime()) / dayMs
  const age = `the newest is of ${backup.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (env.backupTo && !backup.note && days > copyingDays)
    return wrong(what, `${age}, and BACKUP_TO has no copy of it. Run “npm run backup -- FILE”: it says why.`)
  if (days <= oldestBackupDays && !env.backupTo)
    return { what, state: 'note', message: `${age}. No copy of it leaves this machine: set BACKUP_TO.` }
  if (days <= oldestBackupDays) return fine(what, `${age}, and BACKUP_TO has a copy.`)
  return wrong(
    what,
    `${age}, ${Math.floor(days)} days old. Look whether the timer runs “npm run backup -- FILE”.`,
  )
}

export async function checkCharges({ db }: World): Promise<Finding> {
  const what = 'Charges'
  const isOpen = inArray(charges.state, ['pending', 'unknown'])
  const open = await db.$count(charges, and(isOpen, lt(charges.createdAt, longAgo)))
  if (open === 0) return fine(what, `none is open for longer than ${patienceMinutes} minutes.`)
  return wrong(
    what,
    `${open} open for longer than ${patienceMinutes} minutes: nobody knows yet whether they were taken. See whether the gateway answers, and the log for “an open charge could not be settled”.`,
  )
}

/** The mail server rejects this recipient. */
const isForItsAddress = sql`coalesce(${mails.lastError} like '% all recipients were rejected: %', false)`

export async function checkMails({ db, env }: World): Promise<Finding> {
  const what = 'Mails'
  if (!env.smtpUrl)
    return missing(env, what, 'none is sent: set a mail server at /desk/settings, or SMTP_URL.')
  const isWaiting = and(mailsToSend, lt(mails.createdAt, longAgo))
  const [stuck] = await db
    .select({
      many: sql<number>`count(*)::int`,
      error: sql<string | null>`max(${mails.lastError})`,
      isForOneAddress: sql<boolean>`bool_and(${isForItsAddress}) and count(distinct ${mails.recipient}) = 1`,
    })
    .from(mails)
    .where(isWaiting)
  if (!stuck?.many) return fine(what, `none waits for longer than ${patienceMinutes} minutes.`)
  if (await isStandingStill(db))
    return wrong(
      what,
      `${stuck.many} wait for longer than ${patienceMinutes} minutes: mails stand still since a restore. Read the list of “npm run doctor”, then run “npm run restore -- --go-on”.`,
    )
  const why = stuck.error ? ` The mail server says: ${withoutAddresses(describeCause(stuck.error))}.` : ''
  // Such as a mistyped address: no alarm.
  if (stuck.isForOneAddress)
    return {
      what,
      state: 'note',
      message: `${stuck.many} to one address wait for longer than ${patienceMinutes} minutes, and no others.${why} See /desk/mails.`,
    }
  return wrong(
    what,
    `${stuck.many} wait for longer than ${patienceMinutes} minutes.${why} Look at SMTP_URL; they are sent by themselves once it is right.`,
  )
}

export async function checkBooks({ db }: World): Promise<Finding> {
  const what = 'Books'
  const last = await lastCompared(db)
  if (!last) return { what, state: 'note', message: 'they were not compared with the gateway’s list yet.' }
  const when = `compared with the gateway’s list ${last.at.toISOString().slice(0, 10)}`
  if (Date.now() - last.at.getTime() > oldestComparisonDays * dayMs)
    return wrong(what, `${when}, which is long ago. See the log for why it does not go on.`)
  if (last.agreed) return fine(what, `${when}: they agree.`)
  return wrong(what, `${when}: they do not agree. Run “npm run books”: it says where.`)
}

const placesAtOnce = 5000

/** Each place's due must be the sum of its postings. Never mended automatically. */
export async function checkLedger({ db }: World): Promise<Finding> {
  const what = 'Ledger'
  const all: number[] = []
  let after: number | undefined = 0
  while (after !== undefined) {
    const { drifted, lastId } = await findDrift(db, after, placesAtOnce)
    all.push(...drifted.map(({ id }) => id))
    after = lastId
  }
  if (all.length === 0) return fine(what, 'what is due for each place is the sum of its postings.')
  const some = all.slice(0, 10).join(', ')
  return wrong(
    what,
    `what is due for ${all.length} places is not the sum of their postings (registrations ${some}). Change nothing by hand, keep a backup of today, and ask whoever maintains the site.`,
  )
}

/** A dispute without an answer in time is lost. */
export async function checkDisputes({ db }: World): Promise<Finding> {
  const what = 'Disputes'
  const many = await db.$count(disputes, eq(disputes.status, 'open'))
  if (many === 0) return fine(what, 'none waits for your answer.')
  return wrong(what, `${many} wait for your answer in the gateway’s control panel; the mails say by when.`)
}

/** Settlements that failed: to the programme, or back to the payer. */
export async function checkSettlements({ db }: World): Promise<Finding> {
  const what = 'Settlements'
  const cameBack = sql`exists (select from postings
    where registration_id = ${registrations.id} and kind = 'came back')`
  const owed = await db.$count(registrations, and(isOwedBack, cameBack))
  if (owed > 0)
    return wrong(
      what,
      `${owed} refunds did not reach the payer. Return the money another way, and write it down as the mails say.`,
    )
  const isRecent = sql`${charges.endedAt} > now() - make_interval(days => ${lostDays})`
  const lost = await db.$count(charges, and(eq(charges.endedHow, 'not settled'), isRecent))
  if (lost === 0) return fine(what, `no money failed to come in the last ${lostDays} days.`)
  return {
    what,
    state: 'note',
    message: `${lost} payments of which the money does not come, in the last ${lostDays} days: what they paid is unpaid again. The mails say whose, and the families know.`,
  }
}

export async function checkSeason({ db, env }: World): Promise<Finding> {
  const what = 'Season'
  const programme = await programmeOnPages(db)
  const how = 'Bring in your own: npm run season -- my-season.yaml, or at /desk/season.'
  if (!programme?.phone) return missing(env, what, `there is none yet, and the programme has no name. ${how}`)
  if (programme.email.endsWith('@courtside.example'))
    return missing(env, what, `it is still the demo’s. ${how}`)
  return fine(what, `it is that of ${programme.name}.`)
}

/** Their password is public. */
export async function checkDemoAccounts({ db, env }: World): Promise<Finding> {
  const what = 'Demo accounts'
  const many = await db.$count(accounts, eq(accounts.isDemo, true))
  if (many === 0) return fine(what, 'there are none.')
  return missing(
    env,
    what,
    `there are ${many}, with a password that everybody can read. They go when an owner leaves the demo at /desk/settings, or the site starts with keys of Braintree.`,
  )
}
