import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeEach, expect } from 'vitest'
import { passBotCheck } from '#bot-check/proof-of-work.server.ts'
import { countCardForm, countDeclines } from '#payments/gateway/declines.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { signIn } from '#people/sign-in/sign-in.server.ts'
import { logCounts } from '#platform/tally.server.ts'
import routes from '../../app/routes.ts'
import { anAccount, aProgramme } from '../builders/builders.ts'
import { limits } from '../builders/limits.ts'
import { test } from '../harness/database.ts'
import { aLog } from '../harness/log.ts'
import { aServedSite } from '../harness/site.ts'
import { aWorld } from '../harness/world.ts'

beforeEach(() => logCounts(aLog().log))

test('wrong passwords, lock-outs and failed bot checks leave one line of counts, without whose they were', async ({
  db,
}) => {
  const { email } = await anAccount(db)
  const { log, lines } = aLog()
  const login = (password: string) =>
    signIn(db, { email, password }, { address: '192.0.2.7' }).catch(({ code }) => code)

  for (let tries = 0; tries < 12; tries += 1) await login('not this one')
  await expect(passBotCheck(db, 'made up')).rejects.toMatchObject({ code: 'bot-check-failed' })
  logCounts(log)
  logCounts(log)

  expect(lines).toMatchObject([{ level: 30, msg: 'refused since the last count' }])
  expect(lines[0]?.counts).toEqual({
    'wrong password': 10,
    'too many tries: login': 2,
    'bot check failed': 1,
  })
  expect(JSON.stringify(lines)).not.toMatch(/192\.0\.2|@/)
})

test('cards and card forms beyond what one payer may try are counted, without whose they were', async ({
  db,
}) => {
  const { id } = await anAccount(db)
  const world = aWorld(db, limits({ cardFormsPerHour: 1, declinesPerHour: 1 }))
  const { log, lines } = aLog()
  const donor = { address: '192.0.2.7', accountId: null, email: 'edith@example.test' }
  const tryCard = (meanwhile: () => Promise<Charge>) => countDeclines(world, donor, meanwhile)

  await expect(tryCard(() => tryCard(() => Promise.reject()))).rejects.toMatchObject({
    code: 'declined-too-often',
  })
  await countCardForm(world, id, donor.address)
  await expect(countCardForm(world, id, donor.address)).rejects.toMatchObject({ code: 'too-many-tries' })
  logCounts(log)

  expect(lines.map(({ counts }) => counts)).toEqual([
    { 'too many declined cards': 1, 'too many tries: card-form': 1 },
  ])
})

test('a form or call that the browser drops half-way is counted, and is no error', async ({ db }) => {
  await aProgramme(db)
  const { log, lines } = aLog()
  const { port, close } = await aServedSite({ ...aWorld(db), log }, routes)
  const drop = async (path: string, head: string, part: string) => {
    const socket = connect(port, '127.0.0.1')
    const site = 'Host: localhost:3000\r\nOrigin: http://localhost:3000\r\nExpect: 100-continue'
    socket.write(`POST ${path} HTTP/1.1\r\n${site}\r\n${head}\r\n\r\n`)
    await once(socket, 'data')
    await new Promise((written) => socket.write(part, written))
    socket.resetAndDestroy()
    await once(socket, 'close')
  }
  const sized = 'Content-Length: 500'
  const chunked = 'Transfer-Encoding: chunked'
  const formType = 'Content-Type: application/x-www-form-urlencoded'

  for (let times = 0; times < 5; times += 1) {
    await drop('/api/login', `Content-Type: application/json\r\n${sized}`, '{"email":')
    await drop('/api/login', `Content-Type: application/json\r\n${chunked}`, '9\r\n{"email":\r\n')
    await drop('/pages/login', `${formType}\r\n${sized}`, 'email=robin')
    await drop('/pages/login.data', `${formType}\r\n${chunked}`, '5\r\nemail\r\n')
  }
  const countCutOff = () => {
    logCounts(log)
    return lines.reduce((sum, { counts }) => sum + (counts?.['request cut off'] ?? 0), 0)
  }
  await expect.poll(countCutOff).toBe(20)
  await close()

  expect(lines.filter(({ level }) => level >= 40)).toEqual([])
})
