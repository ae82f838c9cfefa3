import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { events } from '../web/app/events/events.tables.ts'
import { hashPassword } from '../web/app/people/accounts/passwords/passwords.server.ts'
import { found } from '../web/app/platform/refusal.ts'
import { addTown } from './families.ts'
import { openGateway } from './gateway-process.ts'
import type { Asked, Hour } from './hour-process.ts'
import { openPostOffice } from './post-office.ts'
import { atLeast, atMost, holds, note, title } from './report.ts'
import { copyDatabase, makeDatabase, openSite, untilMailIsSent } from './site.ts'

const requests = 20_000
/** The first three warm up: compiled code, and caches of a fixed size. */
const parts = { all: 9, warm: 3 }
/** Each asks 18 to 20 times. */
const familiesOfPart = 119
const password = 'four words of a bench'
const [urlOf, pathOf] = [(name: string) => new URL(name, import.meta.url), fileURLToPath]

/** Whether an hour's traffic, as quickly as the site takes it, leaves its memory as it was after the first third. */
export async function measureHour() {
  const { url, db, close } = await makeDatabase('hour')
  const firstSession = await addTown(db, parts.all * familiesOfPart, 20)
  await db.execute(sql`update accounts set password_hash = ${await hashPassword(password)}`)
  const { id: eventId } = found((await db.select({ id: events.id }).from(events))[0])
  await close()
  const [mail, gateway] = [
    await openPostOffice(),
    await openGateway(await copyDatabase('template1', 'hour_gateway')),
  ]
  const folder = mkdtempSync(join(tmpdir(), 'courtside-hour-'))
  const file = join(folder, 'memory.json')
  const site = await openSite(url, {
    ...{ SMTP_URL: mail.url, GATEWAY_URL: gateway.url, TRUST_PROXY: '1' },
    ...{ NODE_OPTIONS: `--import=${pathToFileURL(pathOf(urlOf('collect.mjs')))}`, BENCH_MEMORY_FILE: file },
  })
  const child = fork(pathOf(urlOf('hour-process.ts')), { execArgv: ['--import', 'tsx'] })

  title(`Memory over an hour's traffic: ${requests} requests and more, one process on PostgreSQL`)
  const hour = { url: site.url, parallel: 16, password, eventId, firstSession, sessions: 20 }
  const residents: number[] = []
  const all: Asked = { statuses: {}, failures: [] }
  const began = performance.now()
  for (let part = 0; part < parts.all; part += 1) {
    const load: Hour = { ...hour, from: 1 + part * familiesOfPart, count: familiesOfPart }
    child.send(load)
    const [asked]: Asked[] = await once(child, 'message')
    addTo(all, found(asked))
    await untilMailIsSent(url)
    const { rss, heapUsed } = await memoryOf(site.pid ?? 0, file)
    residents.push(rss)
    note(
      `after ${countOf(all)} requests ${inMegabytes(rss)} resident, ${inMegabytes(heapUsed)} of them objects`,
    )
  }
  child.disconnect()
  for (const opened of [site, gateway]) await opened.close()
  mail.close()
  rmSync(folder, { recursive: true })

  atLeast(
    1,
    'requests',
    countOf(all) / requests,
    `${countOf(all)} in ${((performance.now() - began) / 1000).toFixed(0)} s: ${JSON.stringify(all.statuses)}`,
  )
  holds(
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

function addTo(all: Asked, { statuses, failures }: Asked) {
  all.failures.push(...failures)
  for (const [status, count] of Object.entries(statuses))
    all.statuses[Number(status)] = (all.statuses[Number(status)] ?? 0) + count
}

const countOf = ({ statuses }: Asked) => Object.values(statuses).reduce((sum, count) => sum + count, 0)
const inMegabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`

/** What the process still has after it gave up what nobody holds. */
async function memoryOf(pid: number, file: string): Promise<NodeJS.MemoryUsage> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < 200; tries += 1) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
    await wait(50)
  }
  throw new Error('The site wrote down no memory.')
}
