import { hostname } from 'node:os'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { programmeMail } from '#mail/programme-mail.server.ts'
import { checkDisk } from '#operating/doctor/check-machine.server.ts'
import { certificateEnds } from '#operating/doctor/check-outside.server.ts'
import { checkBackup, checkCharges, checkLedger, checkMails } from '#operating/doctor/check-stored.server.ts'
import type { Finding } from '#operating/doctor/finding.ts'
import type { World } from '#platform/contexts.server.ts'
import { localOf } from '#platform/format/dates.ts'
import { every } from '#platform/jobs/every.server.ts'
import { alarms, heartbeats } from '#platform/jobs/marks.tables.ts'
import { sweepProcesses } from '#platform/jobs/processes.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { beat, sweepHeartbeats } from './heartbeat.server.ts'

/** More often than a minute, so that none is left out. */
const everySeconds = 20
const pingPatienceMs = 10_000
/** Minutes in which the site ran. */
const silentMinutes = 60

type Check = (world: World) => Promise<Finding>

/** The same wherever one looks: the first process of a minute looks at them. */
const shared: Record<string, Check> = {
  charges: checkCharges,
  mails: checkMails,
  backup: checkBackup,
  certificate: certificateEnds,
}
/** Once a night, at this time of the programme. */
const nightly: Record<string, Check> = { ledger: checkLedger }
const nightlyAt = '03:00'

/** Of one machine: each looks at its own. */
const own: Record<string, Check> = { [`disk of ${hostname()}`]: checkDisk }

/** Writes that the site runs, and tells a person when something is wrong. The answer stops it. */
export const startWatching = (world: World) =>
  every(everySeconds, () => watch(world), world.log, 'the site could not be watched')

export async function watch(world: World): Promise<void> {
  const isFirst = await beat(world)
  const { email, pingUrl } = world.env.operator
  const isAsked = email !== undefined || pingUrl !== undefined
  const isSeen =
    isAsked && (await lookAt(world, isFirst ? { ...own, ...shared, ...(await ofTonight(world)) } : own))
  if (!isFirst) return
  await sweepHeartbeats(world.db)
  await sweepProcesses(world.db)
  if (isAsked) await endForgotten(world)
  if (pingUrl && isSeen && (await isTold(world))) await ping(world, pingUrl)
}

async function ofTonight({ db }: World): Promise<Record<string, Check>> {
  const [zone] = await db.select({ timeZone: programme.timeZone }).from(programme)
  return zone && localOf(new Date(), zone.timeZone).time === nightlyAt ? nightly : {}
}

/** A check that fails holds up no other. Answers whether all could be made: where not, the silence of the ping tells it. */
async function lookAt(world: World, checks: Record<string, Check>): Promise<boolean> {
  const failed: string[] = []
  for (const [kind, check] of Object.entries(checks))
    await lookAtOne(world, kind, check).catch((problem) => {
      failed.push(kind)
      world.log.error({ err: problem, check: kind }, 'a check of the site could not be made')
    })
  nudgeMail(world)
  return failed.length === 0
}

async function lookAtOne(world: World, kind: string, check: Check) {
  const { state, says } = await check(world)
  await (state === 'wrong' ? begin(world, kind, says) : end(world, kind, says))
}

/** The row is the alarm: whichever process writes it tells of it, once. */
async function begin(world: World, kind: string, says: string) {
  const isNews = await world.db.transaction(async (tx) => {
    const [begun] = await tx.insert(alarms).values({ kind, says }).onConflictDoNothing().returning()
    const paragraphs = [says, 'You get one more mail when it is over.']
    if (begun) await tell({ ...world, db: tx }, `${titleOf(kind)}: something is wrong`, paragraphs)
    else await tx.update(alarms).set({ seenAt: sql`now()` }).where(eq(alarms.kind, kind))
    return begun !== undefined
  })
  if (isNews) world.log.error({ alarm: kind, says }, 'an alarm began')
}

async function end(world: World, kind: string, says: string) {
  const isNews = await world.db.transaction(async (tx) => {
    const [ended] = await tx.delete(alarms).where(eq(alarms.kind, kind)).returning()
    if (ended) await tell({ ...world, db: tx }, `${titleOf(kind)}: all is well again`, [says])
    return ended !== undefined
  })
  if (isNews) world.log.warn({ alarm: kind }, 'an alarm ended')
}

/** A machine that is gone ends no alarm of its own: another does, once it was silent while the site ran. */
async function endForgotten(world: World) {
  const minutes = sql`(select count(*) from ${heartbeats} where ${heartbeats.minute} > ${alarms.seenAt})`
  const forgotten = await world.db.transaction(async (tx) => {
    const isEachMinute = notInArray(alarms.kind, Object.keys(nightly))
    const isForgotten = and(isEachMinute, sql`${minutes} > ${silentMinutes}`)
    const rows = await tx.delete(alarms).where(isForgotten).returning()
    for (const { kind, says } of rows)
      await tell({ ...world, db: tx }, `${titleOf(kind)}: nobody looks any more`, [
        `For an hour no process of the site has looked there, so this alarm ends. The last that was seen: ${says}`,
        'If that machine is to run the site, look whether it does.',
      ])
    return rows
  })
  for (const { kind } of forgotten) world.log.warn({ alarm: kind }, 'an alarm ended unseen')
}

const titleOf = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1)

async function tell({ db, env }: World, title: string, paragraphs: string[]) {
  const { email } = env.operator
  if (!email) return
  await addMail(db, { ...programmeMail(await readProgramme(db), title, paragraphs), to: email })
}

/** Whether everything that is wrong could be told by mail; otherwise silence tells it. */
async function isTold({ db, env }: World): Promise<boolean> {
  const on = await db.select({ kind: alarms.kind }).from(alarms)
  const hasMail = env.operator.email !== undefined && env.smtpUrl !== undefined
  return on.length === 0 || (hasMail && on.every(({ kind }) => kind !== 'mails'))
}

async function ping({ log }: World, url: string) {
  await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(pingPatienceMs) }).catch((problem) =>
    log.warn({ reason: String(problem) }, 'the ping did not go out'),
  )
}
