import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { collectFindings } from '#operations/doctor/doctor.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { readSettings, savedIn, saveSettings } from '#platform/settings/saved-settings.server.ts'
import type { Member } from '#team/member.server.ts'
import { aMember, anAccount, aProgramme } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aMailServer } from '../../test/harness/mail-server.ts'
import { aWorld } from '../../test/harness/world.ts'
import { setGateway, setMailServer, settingsNow, unsetParts } from './settings.server.ts'

/** A site that is started again by whatever started it, and its owner. */
async function aRealSite(db: Db, settings: Record<string, string> = {}) {
  await aProgramme(db)
  const { id: accountId } = await aMember(db, ['owner'])
  const dataDir = mkdtempSync(join(tmpdir(), 'courtside-settings-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const restarts = { many: 0 }
  const restart = () => {
    restarts.many += 1
  }
  const world: World = { ...aWorld(db, { DATA_DIR: dataDir, ...settings }), restart }
  const owner = { accountId, actor: `member:${accountId}`, roles: new Set(['owner']) } as unknown as Member
  return { world, owner, restarts, file: join(dataDir, 'settings.json'), dataDir }
}

const server = (port: number) => ({ server: 'localhost', port, user: '', smtp_password: '', from: '' })
const keys = { merchant_id: 'm', public_key: 'p', private_key: 'k', widget_key: 'sandbox_a_m' }

test('a mail server is saved for the next start once it took a mail to the owner, and not before', async ({
  db,
}) => {
  const { world, owner, restarts, file, dataDir } = await aRealSite(db)
  const post = await aMailServer()
  onTestFinished(post.stop)
  const closed = await aMailServer()
  await closed.stop()

  await expect(setMailServer(world, owner, server(closed.port))).rejects.toThrow(
    /does not take our mail: .*Nothing was saved/,
  )
  expect([existsSync(file), restarts.many]).toEqual([false, 0])

  const to = await setMailServer(world, owner, { ...server(post.port), from: 'office@orchard.example' })
  expect(post.taken).toEqual([
    expect.stringMatching(new RegExp(`From: .*<office@orchard.example>[\\s\\S]*To: ${to}`)),
  ])
  expect([statSync(file).mode & 0o777, restarts.many]).toEqual([0o600, 1])
  const next = readSettings({ DATA_DIR: dataDir }, '/')
  expect(next.smtpUrl).toBe(`smtp://localhost:${post.port}`)
  expect(settingsNow({ ...world, env: next }).mail).toMatchObject({
    server: 'localhost',
    from: 'office@orchard.example',
  })
})

test('keys that the gateway does not take are not saved; the built-in sandbox needs none', async ({
  db,
  gateway,
}) => {
  const { GATEWAY_URL } = gateway.settings
  const { world, owner, restarts, file, dataDir } = await aRealSite(db, { GATEWAY_URL })

  const wrong = setGateway(world, owner, { environment: 'production', ...keys })
  await expect(wrong).rejects.toThrow('GATEWAY_TOKENIZATION_KEY is wrong')
  expect(existsSync(file)).toBe(false)

  saveSettings(dataDir, { SMTP_URL: 'smtp://mail.example', GATEWAY_ENVIRONMENT: 'sandbox' })
  const read = {
    ...world,
    env: { ...world.env, readFrom: { ...world.env.readFrom, saved: savedIn(dataDir) } },
  }
  await setGateway(read, owner, { environment: 'local' })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ SMTP_URL: 'smtp://mail.example' })
  expect(restarts.many).toBe(1)
})

test('what the environment sets stays, and the desk says so; nothing is set while the demo is there', async ({
  db,
}) => {
  const { world, owner, file, dataDir } = await aRealSite(db, { SMTP_URL: 'smtp://u:secret@mail.example' })
  saveSettings(dataDir, { SMTP_URL: 'smtp://other.example', MAIL_FROM: 'a@other.example' })
  const env = readSettings({ DATA_DIR: dataDir, SMTP_URL: 'smtp://mail.example' }, '/')
  expect([env.smtpUrl, env.mailFrom]).toEqual(['smtp://mail.example', undefined])
  rmSync(file)

  const { mail, gateway } = settingsNow(world)
  expect(mail).toMatchObject({ isSetOutside: true, server: 'mail.example', user: 'u' })
  expect(JSON.stringify(mail)).not.toContain('secret')
  expect(gateway.isSetOutside).toBe(false)
  await expect(setMailServer(world, owner, server(25))).rejects.toThrow('set by the environment')
  expect(await unsetParts(world)).toEqual({ noMailServer: { many: 0 }, noGateway: { many: 1 } })
  await anAccount(db, { isDemo: true })
  expect(await unsetParts(world), 'nobody is told to in a demo').toMatchObject({ noGateway: { many: 0 } })
  await expect(setGateway(world, owner, { environment: 'local' })).rejects.toThrow('still shows the demo')
  expect(existsSync(file)).toBe(false)
})

test('what npm start offers beside the sandbox ends with keys of Braintree', () => {
  const beside = { PAYMENT_OPTIONS: 'card,googlePay', ADDED_BESIDE_SANDBOX: 'PAYMENT_OPTIONS' }
  const offered = (more: object) =>
    readSettings({ DATA_DIR: '/nowhere', ...beside, ...more }, '/').paymentOffer.options
  expect(offered({})).toEqual(['card', 'googlePay'])
  const real = { GATEWAY_ENVIRONMENT: 'production', GATEWAY_TOKENIZATION_KEY: 'production_a_b' }
  expect(offered(real)).toEqual(['card'])
})

test('the desk examines the site as the command does, with an end to each check, and makes nothing', async ({
  db,
}) => {
  const { world } = await aRealSite(db, {
    SITE_URL: 'http://localhost:3000',
    GATEWAY_URL: 'http://127.0.0.1:9',
  })
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const slow = { ...world, env: { ...world.env, smtpUrl: `smtp://127.0.0.1:${port}` } }

  const begun = Date.now()
  const findings = await collectFindings(slow, { seconds: 1 })
  expect(Date.now() - begun).toBeLessThan(15_000)
  const results = Object.fromEntries(
    findings.map(({ what, state, message }) => [what, `${state}: ${message}`]),
  )
  expect(results).toMatchObject({
    Database: expect.stringMatching(/^fine/),
    Gateway: expect.stringMatching(/^wrong: cannot be asked/),
    'Mail server': 'wrong: cannot be examined (no end within 1 s).',
    Clocks: expect.stringContaining('agree'),
  })
})
