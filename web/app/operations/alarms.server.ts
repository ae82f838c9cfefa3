import { hostname } from 'node:os'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { programmeMail } from '#mail/programme-mail.server.ts'
import { checkDisk } from '#operations/doctor/check-machine.server.ts'
import { certificateEnds } from '#operations/doctor/check-outside.server.ts'
import { checkBackup, checkCharges, checkLedger, checkMails } from '#operations/doctor/check-stored.server.ts'
import type { Finding } from '#operations/doctor/finding.ts'
import type { World } from '#platform/contexts.server.ts'
import { toLocal } from '#platform/format/dates.ts'
import { every } from '#platform/jobs/every.server.ts'
import { sweepProcesses } from '#platform/jobs/processes.server.ts'
import { alarms, heartbeats } from '#platform/jobs/site-state.tables.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { beat, sweepHeartbeats } from './heartbeat.server.ts'

/** More often than a minute, so that no heartbeat is missing. */
const everySeconds = 20
const pingPatienceMs = 10_000
const silentMinutes = 60

type Check = (world: World) => Promise<Finding>

/** Shared by all machines: run by the first process of a minute. */
const shared: Record<string, Check> = {
  charges: checkCharges,
  mails: checkMails,
  backup: checkBackup,
  certificate: certificateEnds,
}
/** Once a night, in the programme's time zone. */
const nightly: Record<string, Check> = { ledger: checkLedger }
const nightlyAt = '03:00'

/** Per machine: each checks its own. */
const perMachine: Record<string, Check> = { [`disk of ${hostname()}`]: checkDisk }

/** Writes heartbeats and runs the checks. Returns its stop. */
export const startWatching = (world: World) =>
  every(everySeconds, () => watch(world), world.log, 'the site could not be watched')

export async function watch(world: World): Promise<void> {
  const isFirst = await beat(world)
  const { email, pingUrl } = world.env.operator
  const isAsked = email !== undefined || pingUrl !== undefined
  const allRan =
    isAsked &&
    (await runChecks(
      world,
      isFirst ? { ...perMachine, ...shared, ...(await checksForTonight(world)) } : perMachine,
    ))
  if (!isFirst) return
  await sweepHeartbeats(world.db)
  await sweepProcesses(world.db)
  if (isAsked) await endStale(world)
  if (pingUrl && allRan && (await areAlarmsMailed(world))) await ping(world, pingUrl)
}

async function checksForTonight({ db }: World): Promise<Record<string, Check>> {
  const [zone] = await db.select({ timeZone: programme.timeZone }).from(programme)
  return zone && toLocal(new Date(), zone.timeZone).time === nightlyAt ? nightly : {}
}

/** A check that throws stops no other. Returns whether all ran: if not, the ping is withheld. */
async function runChecks(world: World, checks: Record<string, Check>): Promise<boolean> {
  const failed: string[] = []
  for (const [kind, check] of Object.entries(checks))
    await runCheck(world, kind, check).catch((problem) => {
      failed.push(kind)
      world.log.error({ err: problem, check: kind }, 'a check of the site could not be made')
    })
  nudgeMail(world)
  return failed.length === 0
}

async function runCheck(world: World, kind: string, check: Check) {
  const { state, message } = await check(world)
  await (state === 'wrong' ? begin(world, kind, message) : end(world, kind, message))
}

/** The row is the alarm: the process that inserts it mails it, once. */
async function begin(world: World, kind: string, message: string) {
  const isNews = await world.db.transaction(async (tx) => {
    const [begun] = await tx.insert(alarms).values({ kind, says: message }).onConflictDoNothing().returning()
    const paragraphs = [message, 'You get one more mail when it is over.']
    if (begun) await mailOperator({ ...world, db: tx }, `${toTitle(kind)}: something is wrong`, paragraphs)
    else await tx.update(alarms).set({ seenAt: sql`now()` }).where(eq(alarms.kind, kind))
    return begun !== undefined
  })
  if (isNews) world.log.error({ alarm: kind, says: message }, 'an alarm began')
}

async function end(world: World, kind: string, message: string) {
  const isNews = await world.db.transaction(async (tx) => {
    const [ended] = await tx.delete(alarms).where(eq(alarms.kind, kind)).returning()
    if (ended) await mailOperator({ ...world, db: tx }, `${toTitle(kind)}: all is well again`, [message])
    return ended !== undefined
  })
  if (isNews) world.log.warn({ alarm: kind }, 'an alarm ended')
}

/** A machine that is gone never ends its own alarms: another does, once the alarm was unseen for so many heartbeats. */
async function endStale(world: World) {
  const minutes = sql`(select count(*) from ${heartbeats} where ${heartbeats.minute} > ${alarms.seenAt})`
  const forgotten = await world.db.transaction(async (tx) => {
    const isEachMinute = notInArray(alarms.kind, Object.keys(nightly))
    const isForgotten = and(isEachMinute, sql`${minutes} > ${silentMinutes}`)
    const rows = await tx.delete(alarms).where(isForgotten).returning()
    for (const { kind, says: message } of rows)
      await mailOperator({ ...world, db: tx }, `${toTitle(kind)}: nobody looks any more`, [
        `For an hour no process of the site has looked there, so this alarm ends. The last that was seen: ${message}`,
        'If that machine is to run the site, look whether it does.',
      ])
    return rows
  })
  for (const { kind } of forgotten) world.log.warn({ alarm: kind }, 'an alarm ended unseen')
}

const toTitle = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1)

async function mailOperator({ db, env }: World, title: string, paragraphs: string[]) {
  const { email } = env.operator
  if (!email) return
  await addMail(db, { ...programmeMail(await readProgramme(db), title, paragraphs), to: email })
}

/** Whether every alarm could be mailed; otherwise the ping is withheld. */
async function areAlarmsMailed({ db, env }: World): Promise<boolean> {
  const on = await db.select({ kind: alarms.kind }).from(alarms)
  const hasMail = env.operator.email !== undefined && env.smtpUrl !== undefined
  return on.length === 0 || (hasMail && on.every(({ kind }) => kind !== 'mails'))
}

async function ping({ log }: World, url: string) {
  await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(pingPatienceMs) }).catch((problem) =>
    log.warn({ reason: String(problem) }, 'the ping did not go out'),
  )
}
