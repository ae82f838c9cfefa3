import { expect } from 'vitest'
import { pay } from '#checkout/pay/pay.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { formatSeason, parseStructure } from '#season/file/season-structure.server.ts'
import { newDraft, publishSeason } from '#season/publish/publish-season.server.ts'
import { aProgramme } from '../builders/builders.ts'
import { heldPlaces } from '../builders/money/held-places.ts'
import { test } from '../harness/database.ts'
import { whileHeld } from '../harness/held-while-waiting.ts'
import { aWorld, type Gateway } from '../harness/world.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const desk = { by: 'member:robin', siteUrl: 'https://tennis.example', tellReworded: false } as const

/** A family that is about to pay, and a draft that moves its session to another place, or to other days. */
async function aMove(db: Db, what: 'place' | 'days') {
  await aProgramme(db, { seasonBase: '2027-01-01' })
  const hold = await heldPlaces(db, gateway.settings)
  const draft = await newDraft(db)
  const text = formatSeason(draft.structure)
  const { startsOn, endsOn } = hold.session
  const moved =
    what === 'place'
      ? text.replace(/(location:[^a-z]*)Fairmeadow Park Tennis Club/i, '$1Millbrook Courts')
      : text.replace(startsOn, '2035-06-17').replace(endsOn, '2035-06-20')
  expect(moved).not.toBe(text)
  return { ...hold, publish: () => publishSeason(db, { ...draft, structure: parseStructure(moved) }, desk) }
}

for (const what of ['place', 'days'] as const) {
  test(`who pays while a publish that moves the session to other ${what} is being written waits for it, and is not charged`, async ({
    freshDatabase: { db, url },
  }) => {
    const { world, visitor, payment, publish } = await aMove(db, what)

    const [published, paid] = await whileHeld(
      url,
      { table: 'events', id: 0 },
      async (countWaiting, holder) => {
        await holder.query('lock table season_revisions in share mode')
        const publishing = publish()
        await expect.poll(countWaiting, { timeout: 5000 }).toBe(1)
        const paying = Promise.allSettled([pay(world, visitor, payment)])
        await expect.poll(countWaiting, { timeout: 5000 }).toBe(2)
        await holder.query('commit')
        return Promise.all([publishing, paying])
      },
    )

    expect(published).toMatchObject({ did: 'published', notified: { families: 1 } })
    expect(paid).toMatchObject([{ reason: { code: 'session-moved' } }])
    expect(await db.$count(charges)).toBe(0)
  })

  test(`a publish that moves a session to other ${what} waits for a charge that is being written: the family has paid, and is told as the others are`, async ({
    freshDatabase: { db, url },
  }) => {
    const { world, visitor, payment, publish } = await aMove(db, what)
    const [id = 0] = payment.registrationIds

    const row = { table: 'registrations', id }
    const [published, paid] = await whileHeld(url, row, async (countWaiting, holder) => {
      const paying = pay(world, visitor, payment)
      await expect.poll(countWaiting, { timeout: 5000 }).toBe(1)
      const publishing = publish()
      await expect.poll(countWaiting, { timeout: 5000 }).toBe(2)
      await holder.query('commit')
      return Promise.all([publishing, paying])
    })

    expect(paid).toMatchObject({ state: 'accepted' })
    expect(published).toMatchObject({ did: 'published', notified: { families: 1 } })
    const [mail] = (await db.select().from(mails)).filter(({ kind }) => kind === 'session moved')
    expect(mail?.text).not.toContain('cannot be paid any more')
    expect(mail?.attachments).toHaveLength(1)
  })
}

test('a checkout is as many statements as it was: what a hold is for is kept and compared within them', async ({
  overheard: { db, asked },
}) => {
  const { visitor, payment } = await heldPlaces(db, gateway.settings)
  const texts = asked.map(({ text }) => text)
  const held = texts.slice(texts.findIndex((text) => text.startsWith('begin')))
  await pay(aWorld(db, gateway.settings), visitor, payment)
  const paid = asked.slice(texts.length).filter(({ text }) => !text.startsWith('begin'))

  expect(held.length).toBe(9)
  expect(paid.length).toBe(15)
})
