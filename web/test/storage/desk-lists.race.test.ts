import { expect } from 'vitest'
import { familyStateNames } from '#desk/families/family-states.ts'
import { forgetMessages } from '#messages/forget-messages.server.ts'
import { beginComparison } from '#payments/comparisons.db.server.ts'
import { sweep } from '#people/accounts/sweep.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import routes from '../../app/routes.ts'
import { aMember, aProgramme, timeZone } from '../builders/builders.ts'
import { test } from '../harness/database.ts'
import { aSite } from '../harness/site.ts'
import { aWorld } from '../harness/world.ts'

/** The tables that grow with the families and the years. */
const growing =
  /Seq Scan on (families|accounts|people|registrations|postings|orders|charges|mails|changes|refunds|offline_payments|messages|message_families|message_sessions|guardian_addresses)\b/
const jobs = {
  'the hourly sweep': sweep,
  'the daily comparison': (db: Db) =>
    beginComparison(db, 'the clock', { isRequested: false, marginSeconds: 1 }),
  'the erasing of an account': (db: Db) => forgetMessages(db, 'command:of-family-7'),
}

const yesterday = addDays(todayIn(timeZone), -1)
const recipientPage = '/desk/mails?q=Family-7%40'
const pages = [
  ...['/desk', '/desk/sessions', '/desk/sessions/1', '/desk/message', '/desk/message?to=sessions&session=1'],
  ...['/desk/families', '/desk/families?page=2', '/desk/families?sort=newest', '/desk/families/7'],
  ...[
    '/desk/families?q=name12',
    '/desk/families?q=family-7%40',
    '/desk/families?q=2027-7',
    '/desk/families?q=R-5004',
  ],
  ...familyStateNames.map((state) => `/desk/families?state=${state}`),
  ...[
    '/desk/sessions?state=past',
    '/desk/sessions?state=few&event=green',
    '/desk/families?session=2',
    '/desk/families?new=7',
    '/desk/families?session=1&state=unpaid&q=name12',
  ],
  ...['/desk/mails', recipientPage, '/desk/mails?state=waiting', '/desk/mails?state=failed'],
  ...[
    '/desk/mails?page=2&q=family-4',
    '/desk/mails?state=sent',
    '/desk/mails?kind=registered',
    '/desk/mails?kind=gift',
  ],
  ...['/desk/mails?session=2', '/desk/mails?family=7', `/desk/mails?day=${yesterday}`],
  ...[
    '/desk/log',
    '/desk/log?page=2',
    '/desk/log?family=7',
    '/desk/log?session=2',
    `/desk/log?day=${yesterday}`,
  ],
  ...['/desk/log?what=payment+recorded', '/desk/log?who=family', '/desk/log?who=site&session=2'],
]

/** Families of these numbers, each with a child and places in two sessions, one of them past; 25 places to a session. */
const rows = (from: number, to: number) => [
  `insert into families (number, created_at) select n, now() - n * interval '4 hours' from generate_series(${from}, ${to}) n`,
  `insert into accounts (family_id, number, kind, email, first_name, last_name, password_hash, activated_at, release_signed_at)
   select id, number, 'parent', 'family-' || number || '@example.test', 'Robin', 'Name' || number, '-', now(), now()
   from families where number between ${from} and ${to}`,
  `insert into people (account_id, family_id, role, first_name, last_name, birthday, search)
   select id, family_id, role, 'Robin', last_name, '2016-04-12',
     array_to_tsvector(array['robin', lower(last_name), email])
   from accounts, unnest(array['parent', 'family']) role where number between ${from} and ${to}`,
  `insert into sessions (event_id, number, starts_on, ends_on, description, places, taken)
   select 1, n, day, day + 3, 'Mon to Thu (Ages 8 to 10)', 25, 25
   from (select n, current_date + case when n <= 2 then 10 else -n end as day
     from generate_series(${(from - 1) / 25 + 1}, ${to / 25}) n) s`,
  `insert into orders (account_id, family_id, method, idempotency_key, total_cents)
   select id, family_id, 'later', number, 18000 from accounts where number between ${from} and ${to}`,
  // Of a hundred two are unpaid and one is given up and owed to the family; one of five hundred is given up and owed by it.
  `insert into registrations (account_id, family_id, person_id, session_id, order_id, price_cents, due_cents, removed_at)
   select accounts.id, accounts.family_id, people.id, (accounts.number - 1) / 25 + 1, orders.id, 18000,
     case when accounts.number % 100 in (0, 1) or accounts.number % 500 = 3 then 18000
       when accounts.number % 100 = 2 then -18000 else 0 end,
     case when accounts.number % 100 = 2 or accounts.number % 500 = 3 then now() end
   from accounts join people on people.account_id = accounts.id and people.role = 'family'
   join orders on orders.account_id = accounts.id where accounts.number between ${from} and ${to}`,
  `insert into refunds (registration_id, account_id, family_id, amount_cents, state)
   select id, account_id, family_id, 18000, 'done' from registrations
   where family_id in (select id from families where number between ${from} and ${to}) and due_cents >= 0`,
  `insert into offline_payments (account_id, family_id, amount_cents, how, received_on, recorded_by)
   select id, family_id, 18000, 'cash', current_date, 'site' from accounts where number between ${from} and ${to}`,
  `insert into postings (by, kind, family_id, registration_id, cents, recorded_id, refund_id)
   select 'site', kind, registrations.family_id, registrations.id, cents,
     case when kind in ('paid', 'refunded', 'taken back') then offline_payments.id end,
     case when kind = 'refunded' then refunds.id end
   from registrations join families on families.id = registrations.family_id
   join offline_payments on offline_payments.family_id = families.id
   left join refunds on refunds.registration_id = registrations.id
   cross join (values ('price', 18000), ('paid', -18000), ('given up', -18000), ('refunded', 18000), ('taken back', 18000)) as moved (kind, cents)
   where families.number between ${from} and ${to} and (kind = 'price' or kind = 'paid' and families.number % 100 > 1
     or kind = 'given up' and (families.number % 100 = 2 or families.number % 500 = 3)
     or kind in ('refunded', 'taken back') and families.number % 500 = 3)`,
  `insert into charges (account_id, family_id, idempotency_key, amount_cents, state, means, transaction_id, created_at)
   select id, family_id, number, 5000, 'accepted', 'card', 'sale' || number, now() - number * interval '1 hour'
   from accounts where number between ${from} and ${to}`,
  `insert into mails (account_id, family_id, kind, recipient, subject, text, html, created_at, sent_at, tries)
   select id, family_id, 'registered', email, 'Registered', '-', '-', now() - number % 14 * interval '1 day',
     case when number % 50 > 1 then now() - number % 14 * interval '1 day' end, case when number % 50 > 0 then 80 else 1 end
   from accounts, generate_series(1, 5) where number between ${from} and ${to}`,
  `insert into changes (actor, what, family_id, person_id, session_id, after, at)
   select 'site', 'payment recorded', families.id, people.id, (families.number - 1) / 25 + 1,
     jsonb_build_object('paymentId', offline_payments.id, 'amountCents', 18000),
     now() - families.number % 14 * interval '1 day'
   from families join people on people.family_id = families.id and people.role = 'family'
   join offline_payments on offline_payments.family_id = families.id, generate_series(1, 5)
   where families.number between ${from} and ${to}`,
  `insert into messages (subject, text, written_by) select '-', '-', 'command:of-family-' || number
   from families where number between ${from} and ${to}`,
  `insert into message_sessions (message_id, session_id) select messages.id, (number - 1) / 25 + 1
   from messages join families on messages.written_by = 'command:of-family-' || families.number
   where number between ${from} and ${to}`,
  `insert into message_families (message_id, family_id) select messages.id, families.id
   from messages join families on messages.written_by = 'command:of-family-' || families.number
   where number between ${from} and ${to}`,
  `insert into guardian_addresses (account_id, email, confirmed_at) select id, email, now()
   from accounts where number between ${from} and ${to}`,
  `select gin_clean_pending_list('people_search_idx')`,
  'vacuum analyze',
]

test('the lists of the desk ask as much of the database for 5,000 families as for 50, and neither they nor the jobs read a table from end to end', async ({
  freshDatabase: { db },
  overheard: { asked, db: overheard },
}) => {
  const { $client: pool } = overheard
  const site = await aSite(aWorld(overheard), routes)
  await aProgramme(db)
  await pool.query(
    `insert into events (key, kind, name, summary, description, price_cents, price_description, location, formats, missions)
     values ('green', 'clinic', 'Green Ball', '-', '-', 18000, 'per week', 'Park', '[]', '[]')`,
  )
  const fill = async (from: number, to: number) => {
    for (const statement of rows(from, to)) await pool.query(statement)
  }
  await pool.query('alter sequence family_numbers restart with 9001')
  await fill(1, 50)
  const owner = await aMember(db, ['owner'])
  async function askEach() {
    const statements: [page: string, typeof asked][] = []
    for (const page of pages) {
      asked.length = 0
      const answer = await site(page, { headers: { cookie: `sign-in=${owner.token}` } })
      await answer.text()
      expect([page, answer.status]).toEqual([page, 200])
      statements.push([page, asked.splice(0)])
    }
    return statements
  }
  const countsOf = (statements: Awaited<ReturnType<typeof askEach>>) =>
    statements.map(([page, { length }]) => [page, length])

  const few = await askEach()
  await fill(51, 5000)
  const many = await askEach()
  const done: typeof many = []
  for (const [job, run] of Object.entries(jobs)) {
    await run(overheard)
    done.push([job, asked.splice(0)])
  }

  const plans: string[] = []
  const explaining = await pool.connect()
  // As a disk without a moving head costs: the families of a list are few, and their table is small.
  await explaining.query('set random_page_cost = 1.1')
  for (const [page, statements] of [...many, ...done])
    for (const { text, params } of statements.filter(({ text }) =>
      /^(select|insert|update|delete) /.test(text),
    )) {
      const { rows: lines } = await explaining.query(`explain ${text}`, params)
      plans.push([page, text, ...lines.map((line) => line['QUERY PLAN'])].join('\n'))
    }
  await explaining.query('reset random_page_cost')
  explaining.release()
  expect(countsOf(many)).toEqual(countsOf(few))
  const counts = new Map(many.map(([page, { length }]) => [page, length]))
  expect(counts.get('/desk/log'), 'names of 50 lines in the statements of 5').toBe(
    counts.get('/desk/log?family=7'),
  )
  expect(plans.filter((plan) => growing.test(plan))).toEqual([])
  expect(plans.filter((plan) => plan.startsWith(`${recipientPage}\n`)).join('\n')).toContain(
    'mails_recipient_idx',
  )
}, 90_000)
