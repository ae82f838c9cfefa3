import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { events } from '../../web/app/events/events.tables.ts'
import { hashPassword } from '../../web/app/people/accounts/passwords/passwords.server.ts'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { addTown } from '../families.ts'
import { openGateway } from '../gateway/gateway-process.ts'
import { openPostOffice } from '../harness/post-office.ts'
import { atLeast, atMost, expectThat, note, title } from '../harness/report.ts'
import { copyDatabase, makeDatabase, openSite, untilMailIsSent } from '../site.ts'
import type { Hour, Tally } from './hour-process.ts'

const requests = 20_000
/** The first three are warm-up. */
const parts = { all: 9, warm: 3 }
/** Each makes 18 to 20 requests. */
const familiesPerPart = 119
const password = 'four words of a bench'
const [fileUrl, toPath] = [(name: string) => new URL(name, import.meta.url), fileURLToPath]

/** An hour's traffic at full speed must not grow the memory after the first third. */
export async function measureHour() {
  const { url, db, close } = await makeDatabase('hour')
  const firstSession = await addTown(db, parts.all * familiesPerPart, 20)
  await db.execute(sql`update accounts set password_hash = ${await hashPassword(password)}`)
  const { id: eventId } = orNotFound((await db.select({ id: events.id }).from(events))[0])
  await close()
  const [mail, gateway] = [
    await openPostOffice(),
    await openGateway(await copyDatabase('template1', 'hour_gateway')),
  ]
  const folder = mkdtempSync(join(tmpdir(), 'courtside-hour-'))
  const file = join(folder, 'memory.json')
  const site = await openSite(url, {
    ...{ SMTP_URL: mail.url, GATEWAY_URL: gateway.url, TRUST_PROXY: '1' },
    ...{ NODE_OPTIONS: `--import=${pathToFileURL(toPath(fileUrl('collect.mjs')))}`, BENCH_MEMORY_FILE: file },
  })
  const child = fork(toPath(fileUrl('hour-process.ts')), { execArgv: ['--import', 'tsx'] })

  title(`Memory over an hour's traffic: ${requests} requests and more, one process on PostgreSQL`)
  const hour = { url: site.url, parallel: 16, password, eventId, firstSession, sessions: 20 }
  const residents: number[] = []
  const all: Tally = { statuses: {}, failures: [] }
  const began = performance.now()
  for (let part = 0; part < parts.all; part += 1) {
    const load: Hour = { ...hour, from: 1 + part * familiesPerPart, count: familiesPerPart }
    child.send(load)
    const [tally]: Tally[] = await once(child, 'message')
    addTo(all, orNotFound(tally))
    await untilMailIsSent(url)
    const { rss, heapUsed } = await readMemory(site.pid ?? 0, file)
    residents.push(rss)
    note(
      `after ${countRequests(all)} requests ${inMegabytes(rss)} resident, ${inMegabytes(heapUsed)} of them objects`,
    )
  }
  child.disconnect()
  for (const opened of [site, gateway]) await opened.close()
  mail.close()
  rmSync(folder, { recursive: true })

  atLeast(
    1,
    'requests',
    countRequests(all) / requests,
    `${countRequests(all)} in ${((performance.now() - began) / 1000).toFixed(0)} s: ${JSON.stringify(all.statuses)}`,
  )
  expectThat(
    'each was answered as it should be',
    all.failures.length === 0,
    [...new Set(all.failures)].slice(0, 3).join('; '),
  )
  const [early = Number.NaN, late = Number.NaN] = [residents[parts.warm - 1], residents.at(-1)]
  atMost(
    1.1,
    'memory at the end, beside that after a third',
    late / early,
    `${inMegabytes(late)} and ${inMegabytes(early)}`,
  )
}

function addTo(all: Tally, { statuses, failures }: Tally) {
  all.failures.push(...failures)
  for (const [status, count] of Object.entries(statuses))
    all.statuses[Number(status)] = (all.statuses[Number(status)] ?? 0) + count
}

const countRequests = ({ statuses }: Tally) => Object.values(statuses).reduce((sum, count) => sum + count, 0)
const inMegabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`

/** Memory after garbage collection. */
async function readMemory(pid: number, file: string): Promise<NodeJS.MemoryUsage> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < 200; tries += 1) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
    await wait(50)
  }
  throw new Error('The site wrote down no memory.')
}
