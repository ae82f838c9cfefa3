import { and, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { leaseMails } from '#mail/outbox.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { completeReleases } from '#people/accounts/sign-up/releases.db.server.ts'
import { addFamily, completeFamilies } from '#people/families.db.server.ts'
import { familyOnPaper, findHolder, findParent } from '#people/people.db.server.ts'
import { accounts, families, releases } from '#people/people.tables.ts'
import { findVisitor } from '#people/sign-in/visitor.server.ts'
import { type Db, openDatabase } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import { registrationEntries } from '#registrations/entries.db.server.ts'
import { offlinePayments, orders } from '#registrations/registrations.tables.ts'
import { test } from '../harness/database.ts'
import { databaseBefore } from '../harness/database-before.ts'
import { migrationsFolder } from '../harness/template.ts'

test('accounts of before get the name of their holder, and papers given before keep theirs', async ({
  onTestFinished,
}) => {
  const { old, bringUp, remove } = await databaseBefore('former_names')
  onTestFinished(remove)
  const parent = crypto.randomUUID()
  const player = crypto.randomUUID()
  await old.execute(sql`insert into accounts (id, kind, email, password_hash, liability_version, liability_address)
    values (${parent}, 'parent', 'robin@example.test', '-', '1', '-'), (${player}, 'player', 'juno@example.test', '-', '1', '-')`)
  await old.execute(sql`insert into people (account_id, role, first_name, last_name)
    values (${parent}, 'parent', 'Robin', 'Vale'), (${player}, 'parent', 'Edith', 'Lobwell'), (${player}, 'myself', ${'Ju\nno'}, 'Lobwell')`)
  await old.execute(
    sql`insert into sign_ins (token_hash, account_id, expires_at) values ('-', ${parent}, now())`,
  )
  const before = new Date()

  const { db, close } = await bringUp()
  onTestFinished(close)

  expect(await findHolder(db, parent)).toEqual({ firstName: 'Robin', lastName: 'Vale' })
  expect(await findHolder(db, player)).toEqual({ firstName: 'Ju no', lastName: 'Lobwell' })
  expect(await familyOnPaper(db, player, before)).toMatchObject({ firstName: 'Edith', lastName: 'Lobwell' })
  expect(await findParent(db, player)).toMatchObject({ firstName: 'Edith' })
})

test('a process that starts while another brings the tables up to date waits until that is done', async ({
  freshDatabase: { db, url },
  onTestFinished,
}) => {
  const waiting = () =>
    db.$count(
      sql`pg_locks`,
      sql`locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
    )
  const bringUp = () => openDatabase({ databaseUrl: url, dataDir: '' }, migrationsFolder)
  let second: ReturnType<typeof bringUp> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(72017001)`)
    second = bringUp()
    await expect.poll(waiting).toBe(1)
    await tx.execute(sql`alter table accounts add column made_by_the_first text`)
  })

  const opened = await second
  onTestFinished(async () => opened?.close())

  expect(await opened?.db.execute(sql`select made_by_the_first from accounts`)).toBeDefined()
})

/** Its address is its id. */
async function anAccountOfBefore(old: Db, createdAt: Date): Promise<string> {
  const id = crypto.randomUUID()
  await old.execute(sql`insert into accounts (id, kind, email, password_hash, liability_version, liability_address, first_name, last_name, created_at)
    values (${id}, 'parent', ${`${id}@example.test`}, '-', '1', '-', 'Robin', 'Vale', ${createdAt})`)
  return id
}

const signInByHand = (db: Db, accountId: string) =>
  db.execute(sql`insert into sign_ins (token_hash, account_id, expires_at)
    values (${sha256('token')}, ${accountId}, now() + interval '1 hour')`)

test('an account of before counts from its last log-in, order or payment, and its mails are known as its own', async ({
  onTestFinished,
}) => {
  const { old, bringUp, remove } = await databaseBefore('last_login_at')
  onTestFinished(remove)
  const may = (year: number) => new Date(`${year}-05-05T12:00:00Z`)
  const [unused, signedIn, ordered, paid] = [
    await anAccountOfBefore(old, may(2020)),
    await anAccountOfBefore(old, may(2020)),
    await anAccountOfBefore(old, may(2020)),
    await anAccountOfBefore(old, may(2020)),
  ]
  await old.execute(sql`insert into sign_ins (token_hash, account_id, expires_at, created_at)
    values ('1', ${signedIn}, now(), ${may(2021)}), ('2', ${ordered}, now(), ${may(2021)})`)
  await old.execute(sql`insert into orders (account_id, method, idempotency_key, total_cents, created_at)
    values (${ordered}, 'later', '-', 1, ${may(2022)})`)
  await old.execute(sql`insert into charges (account_id, idempotency_key, amount_cents, created_at)
    values (${paid}, '-', 1, ${may(2023)})`)
  await old.execute(sql`insert into mails (recipient, subject, html, text)
    values (${`${ordered}@example.test`}, 'to the account', '-', '-'), ('donor@example.test', 'to nobody', '-', '-')`)

  const { db, close } = await bringUp()
  onTestFinished(close)

  const dates = await db
    .select({ id: accounts.id, lastLoginAt: accounts.lastLoginAt })
    .from(accounts)
    .orderBy(accounts.number)
  expect(dates).toEqual([
    { id: unused, lastLoginAt: may(2020) },
    { id: signedIn, lastLoginAt: may(2021) },
    { id: ordered, lastLoginAt: may(2022) },
    { id: paid, lastLoginAt: may(2023) },
  ])
  const written = db.select({ subject: mails.subject, accountId: mails.accountId }).from(mails)
  expect(await written.orderBy(mails.id)).toEqual([
    { subject: 'to the account', accountId: ordered },
    { subject: 'to nobody', accountId: null },
  ])
})

test('what was charged before was charged to a card, is shown as it was, and is asked whether it has settled if it is not long ago', async ({
  onTestFinished,
}) => {
  const { old, bringUp, remove } = await databaseBefore('means_label')
  onTestFinished(remove)
  await old.execute(sql`insert into charges (idempotency_key, amount_cents, state, transaction_id, card_label, created_at)
    values ('1', 1, 'accepted', 'a', 'Visa ending in 1111', now()), ('2', 1, 'accepted', 'b', null, now() - interval '59 days'),
      ('3', 1, 'accepted', 'c', null, now() - interval '61 days'), ('4', 1, 'declined', null, null, now())`)

  const { db, close } = await bringUp()
  onTestFinished(close)

  const isAsked = sql<boolean>`${charges.askSettlementAt} is not null`
  const kept = db.select({ means: charges.means, meansLabel: charges.meansLabel, isAsked }).from(charges)
  expect(await kept.orderBy(charges.idempotencyKey)).toEqual([
    { means: 'card', meansLabel: 'Visa ending in 1111', isAsked: true },
    { means: 'card', meansLabel: null, isAsked: true },
    { means: 'card', meansLabel: null, isAsked: false },
    { means: null, meansLabel: null, isAsked: false },
  ])
})

test('Venmo payments that volunteers recorded before are Venmo transfers, and all else stays', async ({
  onTestFinished,
}) => {
  const { old, bringUp, remove } = await databaseBefore("'venmo-transfer'")
  onTestFinished(remove)
  const accountId = await anAccountOfBefore(old, new Date())
  await old.execute(
    sql`insert into people (account_id, role, first_name, last_name) values (${accountId}, 'family', 'Pip', 'Vale')`,
  )
  await old.execute(sql`insert into events (key, kind, name, summary, description, price_cents, price_description, location, formats, missions)
    values ('green', 'clinic', 'Green', '-', '-', 18000, '-', '-', '[]', '[]')`)
  await old.execute(sql`insert into sessions (event_id, number, starts_on, ends_on, description)
    select id, 1, '2027-06-21', '2027-06-24', '-' from events`)
  await old.execute(sql`insert into orders (account_id, method, idempotency_key, total_cents)
    values (${accountId}, 'later', '-', 18000)`)
  for (const how of ['venmo', 'cash'])
    await old.execute(sql`insert into offline_payments (account_id, amount_cents, how, recorded_by)
      values (${accountId}, 18000, ${how}, 'treasurer')`)
  await old.execute(sql`insert into registrations (account_id, person_id, session_id, order_id, price_cents, paid_by, paid_at)
    select ${accountId}, people.id, sessions.id, orders.id, 18000, 'venmo', now() from people, sessions, orders`)

  const { db, close } = await bringUp()
  onTestFinished(close)

  const recorded = await db.select().from(offlinePayments).orderBy(offlinePayments.id)
  expect(recorded.map(({ how, recordedBy }) => [how, recordedBy])).toEqual([
    ['venmo-transfer', 'command:treasurer'],
    ['cash', 'command:treasurer'],
    // The place had no recorded payment.
    ['venmo-transfer', 'site'],
  ])
  expect(await registrationEntries(db, accountId)).toMatchObject([
    { standing: 'paid', way: 'venmo-transfer', recordedId: recorded[2]?.id },
  ])
  await expect(db.execute(sql`update offline_payments set how = 'venmo'`)).rejects.toThrow()
})

test('recorded payments are numbered above every receipt that was numbered by its place, and above the payments', async ({
  onTestFinished,
}) => {
  const { old, bringUp, remove } = await databaseBefore('recorded_payment_numbers')
  onTestFinished(remove)
  await old.execute(sql`insert into offline_payments (id, amount_cents, how, recorded_by)
    values (4321, 18000, 'cash', 'site')`)

  const { db, close } = await bringUp()
  onTestFinished(close)

  expect(await db.select({ number: offlinePayments.number }).from(offlinePayments)).toEqual([
    { number: null },
  ])
  const next = sql<number>`nextval('recorded_payment_numbers')::int`
  expect(
    await db.update(offlinePayments).set({ number: next }).returning({ number: offlinePayments.number }),
  ).toEqual([{ number: 4322 }])
})

test('accounts of before are families with the number of their invoices and keep their release; so is one that the version before makes meanwhile', async ({
  onTestFinished,
}) => {
  const { old, bringUp, remove } = await databaseBefore('family_numbers')
  onTestFinished(remove)
  const [robin, gone] = [await anAccountOfBefore(old, new Date()), await anAccountOfBefore(old, new Date())]
  await old.execute(sql`delete from accounts where id = ${gone}`)
  const order = (
    accountId: string,
  ) => sql`insert into orders (account_id, method, idempotency_key, total_cents)
    values (${accountId}, 'later', '-', 1)`
  await old.execute(order(robin))
  await old.execute(sql`insert into offline_payments (account_id, amount_cents, how, recorded_by)
    values (${robin}, 1, 'cash', 'treasurer')`)

  const { db, close } = await bringUp()
  onTestFinished(close)
  const edith = await anAccountOfBefore(db, new Date())
  await db.execute(order(edith))
  await signInByHand(db, edith)

  expect(await findVisitor(db, 'token')).toMatchObject({ accountId: edith, familyId: expect.any(String) })
  const rows = await db
    .select({ accountId: accounts.id, number: families.number, old: accounts.number })
    .from(accounts)
    .innerJoin(families, eq(families.id, accounts.familyId))
    .innerJoin(orders, and(eq(orders.accountId, accounts.id), eq(orders.familyId, families.id)))
    .orderBy(families.number)
  expect(rows).toMatchObject([
    { accountId: robin, number: 1001, old: 1001 },
    { accountId: edith, number: 1003, old: 1003 },
  ])
  expect((await db.select().from(offlinePayments))[0]?.recordedBy).toBe('command:treasurer')
  await completeReleases(db)
  const signed = await db.select().from(releases).orderBy(releases.id)
  expect(signed.map(({ accountId, version, how }) => ({ accountId, version, how }))).toEqual([
    { accountId: robin, version: '1', how: 'sign-up' },
    { accountId: edith, version: '1', how: 'sign-up' },
  ])
  expect((await addFamily(db)).number).toBe(1004)
})

test('what the version before writes while the tables are brought up is as if written by this one: releases, who recorded a payment, ids of mails', async ({
  onTestFinished,
}) => {
  const { old, bringUp, remove } = await databaseBefore('CREATE TABLE "releases"')
  onTestFinished(remove)
  const robin = await anAccountOfBefore(old, new Date())
  await old.execute(sql`insert into offline_payments (account_id, amount_cents, how, recorded_by, taken_back_by)
    values (${robin}, 1, 'cash', 'treasurer', 'site'), (${robin}, 1, 'cash', 'command:treasurer', 'treasurer')`)
  await old.execute(sql`insert into mails (recipient, subject, html, text)
    values ('robin@example.test', '-', '-', '-')`)

  const { db, close } = await bringUp()
  onTestFinished(close)

  expect(await db.select({ id: mails.messageId }).from(mails), 'no mail is written anew').toEqual([
    { id: null },
  ])
  await completeFamilies(db)
  await completeReleases(db)
  expect(await db.select({ by: releases.by }).from(releases)).toEqual([
    { by: expect.stringMatching(/^family:/) },
  ])
  const recorded = await db.select().from(offlinePayments).orderBy(offlinePayments.id)
  expect(recorded.map(({ recordedBy, takenBackBy }) => [recordedBy, takenBackBy])).toEqual([
    ['command:treasurer', 'site'],
    ['command:treasurer', 'command:treasurer'],
  ])
  const [mail] = await leaseMails(db)
  expect(mail?.messageId).toMatch(/^[\da-f-]{36}$/)
  expect(await db.select({ messageId: mails.messageId }).from(mails), 'the same at the next try').toEqual([
    { messageId: mail?.messageId },
  ])
})
