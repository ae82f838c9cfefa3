import { execFile } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/provision/postgres.mjs'
import { serviceSettings, startSandbox, startSite } from '../../scripts/services.mjs'
import { postings } from '../../web/app/ledger/postings.tables.ts'
import { mails as outbox } from '../../web/app/mail/mail.tables.ts'
import { mailsToSend } from '../../web/app/mail/outbox.server.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { openDatabase } from '../../web/app/platform/database/database.server.ts'
import type { Db } from '../../web/app/platform/database/db.ts'
import { newKeys } from '../../web/app/platform/files/sealed-file.server.ts'
import { refunds } from '../../web/app/registrations/registrations.tables.ts'
import { aProgramme } from '../../web/test/builders/builders.ts'
import { readGatewayBooks, refundLate, settleAt } from '../../web/test/gateway/gateway-books.ts'
import { aMailServer } from '../../web/test/harness/mail-server.ts'
import { administer, databaseAt } from '../../web/test/harness/template.ts'
import { aFamily, type Family, until } from './support/town.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const migrations = join(root, 'web/database/migrations')
const crowd = 60
const kinds = ['PostgreSQL', 'data folder'] as const

test.for(kinds)(
  'backed up while families pay, destroyed and restored (%s): nothing that was acknowledged before is missing, and no mail and no refund goes out twice',
  async (kind, { onTestFinished }) => {
    const { place, mailServer, command, gatewayUrl, close } = await aSite(kind)
    onTestFinished(close)
    const port = place.port
    const { many, pair } = await place.look(async (db) => {
      await aProgramme(db)
      const families = Array.from({ length: crowd }, () => aFamily(db, [port]))
      return { many: await Promise.all(families), pair: await aFamily(db, [port], { children: 2 }) }
    })
    await place.start()
    const paired = await pay(pair)
    expect((await leave(pair, paired)).answer.state).toBe('queued')

    // The backup is taken in the middle of the payments, while the mail server keeps every mail waiting.
    const acknowledged: string[] = []
    const paying = many.map(async (family) => acknowledged.push((await pay(family)).transactionId))
    await until(async () => acknowledged.length >= crowd / 3, 30, 'some payments')
    const before = [...acknowledged]
    const backup = await command('backup', 'evening.age')
    expect(backup).toMatchObject({ code: 0, said: expect.stringContaining('evening.age holds all') })
    expect((await command('restore', 'evening.age', '--try')).said).toMatch(
      /^The backup of .+ opens: \d+ accounts, /,
    )
    await Promise.all(paying)
    mailServer.open()
    await until(async () => mailServer.taken.length === crowd + 2, 60, 'every mail sent')
    await place.kill()

    // Before the machine is lost the refund goes out, as the site would send it.
    await settleAt(gatewayUrl, paired.transactionId)
    const queued = await place.look(async (db) => (await db.select().from(refunds))[0])
    await refundLate(gatewayUrl, paired.transactionId, queued?.id ?? '', 18_000)
    await place.destroy()

    await place.start()
    const restore = await command('restore', 'evening.age', '--yes')
    expect(restore.code, restore.said).toBe(0)
    const told = await command('doctor')
    expect(told.code, told.said).toBe(1)
    expect(told.said).toContain('Mails and refunds stand still; these may have gone out after it:')
    const going = await command('restore', '--go-on')
    expect(going.code, going.said).toBe(0)
    await place.stop()
    const due = await place.look((db) =>
      db.$count(outbox, and(mailsToSend, like(outbox.recipient, '%@example.test'))),
    )
    expect(due, 'mails that would go out again').toBe(0)

    const restored = await place.look(paidTransactions)
    expect(restored).toEqual(expect.arrayContaining([...before, paired.transactionId]))
    for (const lost of acknowledged.filter((id) => !restored.includes(id))) expect(told.said).toContain(lost)
    expect(await place.look(async (db) => (await db.select().from(refunds))[0]?.state)).toBe('done')
    expect((await readGatewayBooks(gatewayUrl)).filter(({ type }) => type === 'credit')).toHaveLength(1)
    const mails = mailServer.taken
      .map((mail) => `${/^To: .*/m.exec(mail)?.[0]} ${/^Subject: .*/m.exec(mail)?.[0]}`)
      // The season of a first start has families of its own.
      .filter((mail) => mail.includes('@example.test'))
    expect(mails).toHaveLength(crowd + 2)
    expect(new Set(mails).size).toBe(mails.length)
  },
)

async function pay(family: Family) {
  const { answer } = await family.checkOut('card')
  const paid = await family.pay(answer.transaction_request)
  expect(paid.status, JSON.stringify(paid.answer)).toBe(200)
  return { transactionId: String(paid.answer.transction_id), request: answer.transaction_request }
}

/** Gives up the first place of the payment. */
const leave = ({ call, players }: Family, { transactionId, request }: Awaited<ReturnType<typeof pay>>) =>
  call('/refund-transaction', {
    transaction_id: transactionId,
    person_id: players[0]?.id,
    r_id: request.registered_clinics[0],
    register_type: 'clinic',
  })

/** The gateway's transactions whose places stand in the database, paid. */
async function paidTransactions(db: Db) {
  const rows = await db
    .selectDistinct({ id: charges.transactionId })
    .from(postings)
    .innerJoin(charges, eq(charges.id, postings.chargeId))
    .where(and(eq(charges.state, 'accepted'), eq(postings.kind, 'paid')))
  return rows.map(({ id }) => id)
}

/** The built site on a database of this kind, with a gateway and a mail server beside it, and the commands of its owner. */
async function aSite(kind: (typeof kinds)[number]) {
  const cluster = process.env.TEST_DATABASE_URL
  if (!cluster) throw new Error('The drills need PostgreSQL: run them with npm run drill.')
  const folder = mkdtempSync(join(tmpdir(), 'courtside-restore-'))
  const name = `restore_${process.pid}_${Date.now().toString(36)}`
  await administer(cluster, `create database ${name}_gateway`)
  const [port, gatewayPort] = [await freePort(), await freePort()]
  const mailServer = await aWaitingMailServer()
  const dataDir = join(folder, 'data')
  const env = serviceSettings({
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: kind === 'PostgreSQL' ? databaseAt(cluster, name) : '',
    SANDBOX_PORT: String(gatewayPort),
    SANDBOX_DATABASE_URL: databaseAt(cluster, `${name}_gateway`),
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    BACKUP_KEY: (await newKeys()).secret,
    LOG_LEVEL: 'info',
  })
  const where = { ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }), dataDir }
  const make = async () => {
    if (env.DATABASE_URL) await administer(cluster, `create database ${name}`)
  }
  const destroy = async () => {
    if (env.DATABASE_URL) await administer(cluster, `drop database if exists ${name} with (force)`)
    rmSync(dataDir, { recursive: true, force: true })
  }
  await make()
  const log = join(folder, 'log')
  const gateway = startSandbox(env, openSync(log, 'a'))
  await gateway.untilReady()
  let site: ReturnType<typeof startSite> | undefined
  const place = {
    port,
    async start() {
      site = startSite(env, openSync(log, 'a'))
      await site.untilReady().catch(() => {
        throw new Error(readFileSync(log, 'utf8'))
      })
    },
    kill: () => site?.kill(),
    stop: () => site?.stop(),
    destroy: async () => {
      await destroy()
      await make()
    },
    /** Looks into the database while the site does not run. */
    async look<Result>(at: (db: Db) => Promise<Result>): Promise<Result> {
      const { db, close } = await openDatabase(where, migrations)
      try {
        return await at(db)
      } finally {
        await close()
      }
    },
  }
  const command = (script: string, ...words: string[]) => type(script, words, env, folder)
  const close = async () => {
    mailServer.open()
    await Promise.all([site?.stop(), gateway.stop(), mailServer.stop()])
    await destroy()
    await administer(cluster, `drop database if exists ${name}_gateway with (force)`)
    rmSync(folder, { recursive: true, force: true })
  }
  return { place, mailServer, command, gatewayUrl: `http://127.0.0.1:${gatewayPort}`, close }
}

/** Takes no mail before it is opened, and lets whoever brings one wait. */
async function aWaitingMailServer() {
  let open = () => undefined as unknown
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const server = await aMailServer({
    onMailFrom: (_, __, done) => {
      void opened.then(() => done())
    },
  })
  return { ...server, open }
}

/** Types a command of the owner; files are those of `folder`. */
function type(script: string, words: string[], env: NodeJS.ProcessEnv, folder: string) {
  const args = ['--import', 'tsx', join(root, 'web', `${script}.ts`), ...words]
  const options = { cwd: root, env: { ...env, INIT_CWD: folder }, timeout: 60_000 }
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, args, options, (problem, out, err) =>
      resolve({ code: problem ? Number(problem.code) : 0, said: out + err }),
    )
  })
}
