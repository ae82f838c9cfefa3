import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { accounts } from '#people/people.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import { ageExceptions } from '#registrations/fit/age-exceptions.tables.ts'
import { askForException } from '#registrations/fit/fitting.server.ts'
import routes from '#routes.ts'
import { aMember } from '../../../test/builders/builders.ts'
import { aBuyingFamily } from '../../../test/builders/buying-family.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { decideException } from './exceptions.server.ts'

test('an exception that a family asks for waits at the desk, and is granted there once with a reason: the log has it, the family a mail, and the child registers', async ({
  db,
  gateway,
}) => {
  const { call, id, item, pip, session } = await aBuyingFamily(db, gateway.settings)
  await db.update(sessions).set({ agesFrom: 30, agesTo: 40 })
  await askForException(db, id, { personId: pip.id, sessionId: session.id })
  const { token, id: member } = await aMember(db, ['registrar'])
  const site = await aSite(aWorld(db), routes)
  const headers = { Cookie: `sign-in=${token}`, Origin: 'http://localhost:3000' }
  const page = async (address: string) => (await site(address, { headers })).text()
  const post = async (form: Record<string, string>) =>
    site('/desk/exceptions', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form),
    })

  expect(await page('/desk')).toContain('exception of age is asked for')
  expect(await page('/desk/exceptions')).toContain('this is for 30 to 40.')
  const [asked] = await db.select().from(ageExceptions)
  const grant = { exception: String(asked?.id), decision: 'grant' }
  const unsaid = await post({ ...grant, reason: '' })
  expect([unsaid.status, await unsaid.text()]).toEqual([400, expect.stringContaining('Choose why.')])

  const decision = { ...grant, reason: 'plays at this level' }
  expect((await post(decision)).headers.get('location')).toBe('/desk/exceptions?done=granted')
  expect((await post({ ...decision, decision: 'refuse' })).status).toBe(409)

  expect(await db.select().from(ageExceptions)).toMatchObject([
    { state: 'granted', reason: 'plays at this level', decidedBy: `member:${member}` },
  ])
  expect(await db.select().from(changes)).toMatchObject([
    { what: 'exception granted', personId: pip.id, sessionId: session.id, reason: 'plays at this level' },
  ])
  expect((await db.select().from(mails)).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['exception', expect.stringMatching(/^Pip may play in /)],
  ])
  expect(await page('/desk')).not.toContain('exception of age is asked for')
  expect((await call('/process-all-cart-items', { cart: [item], payment: 'later' })).status).toBe(200)
})

test('a family without an address gets no mail, and one whose exception is refused reads so', async ({
  db,
  gateway,
}) => {
  const family = await aBuyingFamily(db, gateway.settings)
  const { call, id, item, pip, session } = family
  await db.update(sessions).set({ agesFrom: 30, agesTo: 40 })
  const world = aWorld(db)
  const decide = async () => {
    await db.delete(ageExceptions)
    await askForException(db, id, { personId: pip.id, sessionId: session.id })
    const [asked] = await db.select().from(ageExceptions)
    const actor = `member:${crypto.randomUUID()}` as const
    await decideException(world, { id: asked?.id ?? 0, isGranted: false, reason: 'other', actor })
  }

  await decide()
  expect(await db.select({ subject: mails.subject }).from(mails)).toEqual([
    { subject: 'No exception for Pip' },
  ])
  expect((await call('/ask-for-exception', item)).answer).toEqual({ exception: 'refused' })
  expect((await call('/check-registered', item)).status).toBe(409)

  await db.update(accounts).set({ email: null }).where(eq(accounts.id, id))
  await decide()
  expect(await db.$count(mails)).toBe(1)
})
