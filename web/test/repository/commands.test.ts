import { existsSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { accounts, people, signIns } from '#people/people.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import { orNotFound } from '#platform/refusal.ts'
import { unregister } from '#refunds/unregister.server.ts'
import { offlinePayments, orders } from '#registrations/registrations.tables.ts'
import { formatSeason, parseStructure } from '#season/file/season-structure.server.ts'
import { newDraft, publishSeason } from '#season/publish/publish-season.server.ts'
import { aMember, anAccount, aPlace, aPlayer, aProgramme } from '../builders/builders.ts'
import { aDebtor } from '../builders/money/debtor.ts'
import { aMerchant } from '../gateway/gateway-control.ts'
import { signedInToken } from '../harness/api-client.ts'
import { test } from '../harness/database.ts'
import { aTerminal, aTerminalBesideASite } from '../harness/terminal.ts'
import { aWorld } from '../harness/world.ts'

// Each line starts npm and a program.
const slow = { timeout: 120_000 }

test(
  'an evening of a volunteer, as typed in a terminal: a check, a mistake, cash, a refund, a place given back',
  slow,
  async ({ db }) => {
    const { account, pip, invoice, rows } = await aDebtor(db, { firstName: 'Zoë', lastName: 'Lobwell' })
    const [green, orange] = rows.map(({ id }) => id)
    const { type, close } = await aTerminalBesideASite(db)
    /** Types a line that must succeed; answers its lines. */
    const done = async (words: string) => {
      const { code, said } = await type(`npm run record-payment -- ${words}`)
      expect(code, said).toBe(0)
      return said.split('\n')
    }

    expect(await done('find "zoe lobwell"')).toEqual([
      `Family ${invoice.slice(5)}  ${account.email}`,
      `  unpaid     invoice ${invoice}  registration ${green}  $180.00  Zoë Lobwell, Green Ball Clinic, Jun 21, 2027`,
      `  unpaid     invoice ${invoice}  registration ${orange}  $35.00  Zoë Lobwell, Orange Ball Open, Jun 21, 2027`,
    ])
    const recorded = await done(`record ${invoice} check 215.00 --note "check 88"`)
    const id = /payment (\d+)/.exec(recorded[0] ?? '')?.[1]
    expect(recorded).toEqual([
      `Done: payment ${id}. Paid:`,
      '  Zoë Lobwell, Green Ball Clinic: $180.00',
      '  Zoë Lobwell, Orange Ball Open: $35.00',
      `A mistake? npm run record-payment -- take-back ${id}`,
    ])
    expect(await done(`take-back ${id}`)).toEqual([
      `Done: $215.00 of payment ${id} is taken back.`,
      '  Zoë, Green Ball Clinic: $180.00 is unpaid again',
      '  Zoë, Orange Ball Open: $35.00 is unpaid again',
    ])
    const cash = await done(`record ${invoice} cash 180.00 --registration ${green}`)
    expect(cash[1]).toBe('  Zoë Lobwell, Green Ball Clinic: $180.00')

    await unregister(aWorld(db), account.visitor, {
      registrationId: green ?? 0,
      personId: pip.id,
      kind: 'clinic',
    })
    const owed = (await done(`find ${invoice}`)).find((line) => line.includes('owed'))
    expect(owed).toBe(`  owed       $180.00 to the family, Zoë, Green Ball Clinic  returned ${green}`)
    expect(await done(`returned ${owed?.split(' ').at(-1)}`)).toEqual([
      'Done: $180.00 for Zoë, Green Ball Clinic.',
    ])
    expect(await done('release "Zoe Lobwell"')).toEqual([
      `Done: these places of ${account.email} are free again.`,
      '  Zoë Lobwell, Orange Ball Open, Jun 21, 2027',
    ])

    const actor = `command:${userInfo().username}`
    expect(await db.select().from(offlinePayments)).toMatchObject([
      { recordedBy: actor, note: 'check 88', takenBackBy: actor },
      { recordedBy: actor, how: 'cash' },
    ])
    const told = await db.select().from(mails).orderBy(mails.id)
    expect(told.map(({ subject }) => subject)).toEqual([
      'We received $215.00 by check',
      'A payment was recorded by mistake',
      'We received $180.00 in cash',
      'Zoë is unregistered',
      'We returned $180.00 to you',
      'A place of yours was given back',
    ])
    await close()
  },
)

test('what cannot be done is said in a sentence, and ends with 1', slow, async ({ db }) => {
  const { invoice } = await aDebtor(db)
  const { type, close } = await aTerminalBesideASite(db)
  const typed = [
    [
      `record ${invoice} cheque 215.00`,
      '“cheque” is not a way to pay that is recorded here. Write check, cash or venmo-transfer.',
    ],
    ['find lobwell --every', '“--every” is not known here. There are no options.'],
    ['record 2027-999999 check 215.00', 'No family has the invoice 2027-999999.'],
  ] as const

  const answers = await Promise.all(typed.map(([words]) => type(`npm run record-payment -- ${words}`)))

  expect(answers).toEqual(typed.map(([, said]) => ({ code: 1, said })))
  expect(await type('npm run record-payment -- find nobody-of-this-name')).toEqual({
    code: 0,
    said: 'Nobody was found.',
  })
  await close()
})

test(
  'a volunteer logs a family out, hands out what is stored of it, and erases it, as typed in a terminal',
  slow,
  async ({ db, gateway }) => {
    const { account } = await aDebtor(db, { firstName: 'Zoë', lastName: 'Lobwell' })
    const { type, close } = await aTerminalBesideASite(db, gateway.settings)
    await signedInToken(aWorld(db), account.id)
    expect(await type(`npm run family -- log-out ${account.email}`)).toEqual({
      code: 0,
      said: 'Done: logged out everywhere.',
    })
    expect(await db.$count(signIns)).toBe(0)
    const exported = await type(`npm run family -- export ${account.email}`)
    expect(exported.code).toBe(0)
    expect(JSON.parse(exported.said)).toMatchObject({ account: { email: account.email } })
    expect(exported.said).toContain('Zoë')
    expect(await type('npm run family -- delete nobody@example.test')).toEqual({
      code: 1,
      said: 'We could not find that.',
    })
    expect(await type(`npm run family -- delete ${account.email}`)).toEqual({
      code: 0,
      said: 'Done: the account is erased.',
    })
    expect(await db.$count(accounts)).toBe(0)
    const { actor, familyId, what } = changes
    expect(await db.select({ actor, familyId, what }).from(changes).orderBy(changes.id)).toEqual(
      ['logged out everywhere', 'data handed out', 'account erased'].map((act) => ({
        ...{ actor: `command:${userInfo().username}`, familyId: account.familyId },
        what: act,
      })),
    )
    expect(await db.select().from(people)).toMatchObject([{ accountId: null, firstName: 'Deleted' }])
    expect((await db.select().from(mails)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [account.email, 'Your Courtside Youth Tennis account is deleted'],
    ])
    expect(await type('npm run family -- erase robin')).toEqual({
      code: 1,
      said: '“erase” is not known here. Write export, delete or log-out.',
    })
    await close()
  },
)

test(
  'the first owner is invited, listed and reset, and the last one stays, as typed in a terminal',
  slow,
  async ({ db }) => {
    await aProgramme(db)
    const owner = await aMember(db, ['owner'])
    const { type, close } = await aTerminalBesideASite(db)
    const typed = (words: string) => type(`npm run team -- ${words}`)

    expect(await typed('invite Bea@example.test --role owner --role coach')).toEqual({
      code: 0,
      said: 'Done: bea@example.test is invited as owner and coach. The link in the mail is good for 7 days.',
    })
    const [mail] = await db.select().from(mails).where(eq(mails.recipient, 'bea@example.test'))
    expect(mail?.text).toMatch(/\/desk\/join\/[\w-]{43}\n/)
    expect(await typed('list')).toEqual({
      code: 0,
      said: `${owner.email}  Robin Vale  owner  second step: not set up\nbea@example.test  invited  owner, coach`,
    })
    expect(await typed(`revoke ${owner.email}`)).toEqual({
      code: 1,
      said: 'The last owner stays: name another one first.',
    })
    expect((await typed(`reset-factor ${owner.email}`)).said).toBe(
      `Done: ${owner.email} is logged out everywhere and has a mail with a link to set up a new second step.`,
    )
    expect(await db.$count(signIns)).toBe(0)
    expect(
      await db.select({ actor: changes.actor, what: changes.what }).from(changes).orderBy(changes.id),
    ).toEqual(
      ['member invited', 'second step reset'].map((what) => ({
        actor: `command:${userInfo().username}`,
        what,
      })),
    )
    await close()
  },
)

test(
  'a backup is made with a key of the owner, replaces nothing unless that is said, and the doctor tells how the site is',
  slow,
  async ({ db, gateway }) => {
    await aDebtor(db)
    const { type, dataDir, close } = await aTerminalBesideASite(db, gateway.settings)
    expect(await type('npm run backup -- evening.age')).toEqual({
      code: 1,
      said: 'The setting BACKUP_KEY is missing. “npm run backup -- --new-key” makes one.',
    })
    const made = await type('npm run backup -- --new-key')
    const key = /^BACKUP_KEY=(AGE-SECRET-KEY-1\w+)\n/.exec(made.said)?.[1]
    const file = join(dataDir, 'evening.age')
    const backup = await type(`BACKUP_KEY=${key} npm run backup -- "${file}"`)
    expect(backup).toEqual({
      code: 0,
      said: expect.stringMatching(/^Done: .+evening\.age holds all that was stored/),
    })
    expect(await type(`BACKUP_KEY=${key} npm run restore -- "${file}"`)).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^Nothing was changed\. This replaces all that is stored now, 1 accounts and 2/,
      ),
    })
    const { code, said } = await type('npm run doctor')
    expect([code, said.split('\n').filter((line) => line.startsWith('wrong'))]).toEqual([0, []])
    expect(said).toContain('note   Backup: the newest is of ')
    await close()
  },
)

test(
  'before the first start the doctor says so line by line, a season is refused, and no data folder is made',
  slow,
  async () => {
    const { type, dataDir, close } = aTerminal()
    const none = join(dataDir, 'none')

    const { code, said } = await type(`DATA_DIR="${none}" npm run doctor`)

    expect(code).toBe(1)
    expect(said).toContain(
      `wrong  Database: cannot be opened: There is no database in ${none}/site yet: the site makes one at its first start.\n`,
    )
    expect(said).toMatch(/^fine {3}Folders: /m)
    expect(await type(`DATA_DIR="${none}" npm run season -- season.yaml --yes`)).toEqual({
      code: 2,
      said: `There is no database in ${none}/site yet: the site makes one at its first start.`,
    })
    expect(existsSync(none)).toBe(false)
    close()
  },
)

test(
  'a volunteer compares the books with the gateway’s list, and closes what differs, as typed in a terminal',
  slow,
  async ({ db, gateway }) => {
    const merchant = await aMerchant(gateway)
    const { type, close } = await aTerminalBesideASite(db, merchant.gateway.settings)
    await aProgramme(db)
    const paid = { idempotencyKey: 'x', amountCents: 18_000, createdAt: sql`now() - interval '1 day'` }
    await db.insert(charges).values({ ...paid, state: 'accepted', means: 'card', transactionId: 'nowhere' })
    const words = 'Our books say that $180.00 was paid; the gateway knows of no transaction nowhere.'

    const compared = await type('npm run books')

    const id = /^(\d+): /m.exec(compared.said)?.[1]
    expect(compared).toEqual({
      code: 0,
      said: expect.stringMatching(/^Compared since \d{4}-\d\d-\d\d: 0 transactions at the gateway\.\n/),
    })
    expect(compared.said.split('\n').slice(1)).toEqual([`${id}: ${words}`])
    expect(await type(`npm run books -- close ${id} --note "of the old keys"`)).toEqual({
      code: 0,
      said: `Done: ${id} is closed. ${words}`,
    })
    await close()
  },
)

test(
  'a season is brought in as typed: checked, written once, and families are asked about',
  slow,
  async ({ db }) => {
    const { type, dataDir, close } = await aTerminalBesideASite(db)
    const own = join(dataDir, 'my season.yaml')
    const season = (text: string, options = '') => {
      writeFileSync(own, text)
      return type(`npm run season -- "${own}" ${options}`)
    }
    const first = await season(ownSeason, '--yes')
    expect([first.code, first.said.split('\n').at(-1)]).toEqual([0, 'Done: the season is in.'])
    expect(first.said).toMatch(/^It goes into the site at http:\/\/localhost:\d+\.$/m)
    expect(await season(ownSeason)).toEqual({ code: 0, said: `${own} is in order, and nothing changes.` })
    const [session] = await db.select().from(sessions)
    const { id: accountId } = await anAccount(db)
    const { id: personId } = await aPlayer(db, { accountId })
    const place = { accountId, personId, sessionId: orNotFound(session).id, priceCents: 18_000 }
    const [order] = await db
      .insert(orders)
      .values({ accountId, method: 'later', idempotencyKey: 'one', totalCents: 18_000 })
      .returning()
    await aPlace(db, { ...place, orderId: orNotFound(order).id })

    const later = ownSeason.replace('9:00', '10:00')
    const undecided = await season(later, '--yes')
    expect([undecided.code, undecided.said.split('\n').at(-1)]).toEqual([
      3,
      '1 family is registered where only the words for hours or place change. Nothing was written. Run it again with --tell to mail them, or with --quiet.',
    ])
    expect((await season(later, '--yes --tell')).code).toBe(0)
    expect((await db.select().from(mails)).map(({ subject }) => subject)).toEqual([
      'A session of yours has changed',
    ])

    const exported = join(dataDir, 'exported.yaml')
    expect(await type(`npm run season -- --export "${exported}"`)).toEqual({
      code: 0,
      said: `The season is in ${exported}.`,
    })
    expect(await type(`npm run season -- "${exported}"`)).toEqual({
      code: 0,
      said: `${exported} is in order, and nothing changes.`,
    })
    const draft = await newDraft(db)
    const dearer = formatSeason(draft.structure).replace('price: 180', 'price: 190')
    const published = { ...draft, structure: parseStructure(dearer) }
    const desk = { by: 'site', siteUrl: 'https://tennis.example', tellReworded: false } as const
    expect((await publishSeason(db, published, desk)).did).toBe('published')
    const undoing = await season(later, '--yes')
    expect(undoing.code).toBe(3)
    expect(undoing.said).toContain(
      `This would undo what was changed on the screen:\n  ${own}:18: clinic Green: price $190 → $180\n`,
    )
    expect(undoing.said).toContain('Nothing was written. Run it again with --undo to undo it.')
    expect((await season(later, '--yes --undo')).code).toBe(0)

    const wrong = await season(ownSeason.replace('price: 180', 'price: free').replace('Come', 'Come: all'))
    expect(wrong.code).toBe(1)
    expect(wrong.said).toContain(
      'yaml:4: the text has a colon; put it in quotes: blurb: "Come: all and play."',
    )
    expect(wrong.said).toContain(
      'price is “free”; write dollars up to 100,000 (0 is free), such as 180 or 95.50',
    )
    expect(await type('npm run season -- season.yaml --sure')).toEqual({
      code: 2,
      said: '“--sure” is not known here. Known are --yes, --undo, --tell, --quiet, --help, --export.',
    })
    expect(await type('npm run season -- nothing.yaml')).toEqual({
      code: 2,
      said: 'There is no file nothing.yaml.',
    })
    await close()
  },
)

const ownSeason = `
programme:
  name: Our Club
  blurb: Come and play.
  email: us@example.test
  phone: (555) 010-0142
  address: [1 Court]
  time zone: America/Los_Angeles
  wallet: "@our-club"
  clubs: [Our Club]
  causes:
    MCT: { name: Our Club, blurb: Balls. }
    DBF: { name: The Foundation, blurb: Rackets. }
clinics:
  - key: green
    name: Green
    summary: Ages 8 to 12
    price: 180
    price note: per player
    location: [Court 1]
    description: Four mornings.
    sessions:
      - number: 1
        starts: 2030-06-17
        ends: 2030-06-20
        note: Mon to Thu, 9:00 am
`
