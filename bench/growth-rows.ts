import pg from 'pg'
import type { Db } from '../web/app/platform/database.server.ts'
import { aProgramme } from '../web/test/builders.ts'
import { tokenHashInSql } from './families.ts'

/** The tables that grow with the families and the years. Events are a few dozen a year, and best read whole. */
export const growing = [
  ...['registrations', 'orders', 'charges', 'refunds', 'offline_payments', 'donations', 'mails'],
  ...['accounts', 'releases', 'people', 'former_names', 'sign_ins', 'tokens', 'tries', 'sessions'],
]

/** Children and places of each family, sessions of this season, and sessions of each event. */
const [children, places, current, perEvent] = [2, 4, 20, 20]

/** Spread as those that PostgreSQL makes, and of their version. */
const idOf = (kind: string, n: string) =>
  `overlay(overlay(md5('${kind} ' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`
const numbers = (most: number) => `generate_series(1, ${most}) n`

/**
 * So many registrations, with all that comes with them over eight years. What the first family has, and what is
 * offered this season, is the same however many there are.
 */
export async function addRows({ db, url }: { db: Db; url: string }, registrations: number) {
  await aProgramme(db)
  // The site's own connections give up what takes so long.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const families = registrations / places
  const sessions = Math.max(current, registrations / 50)
  for (const statement of [
    `insert into families (id, number) select ${idOf('family', 'n')}, n from ${numbers(families)}`,
    `insert into accounts (id, family_id, number, kind, email, first_name, last_name, password_hash, activated_at, release_signed_at, last_login_at)
     select ${idOf('account', 'n')}, ${idOf('family', 'n')}, n, 'parent', 'family-' || n || '@bench.test', 'Robin', 'Vale', '-', now(), now(), now() - n % 900 * interval '1 day'
     from ${numbers(families)}`,
    `insert into releases (account_id, version, how, by) select id, '1', 'sign-up', 'family:' || family_id from accounts`,
    `insert into people (id, account_id, family_id, role, first_name, last_name, birthday, skill_level)
     select ${idOf('child', `n || '-' || k`)}, ${idOf('account', 'n')}, ${idOf('family', 'n')}, 'family', 'Child ' || k, 'Vale', '2016-04-12', 'Beginner'
     from ${numbers(families)}, generate_series(1, ${children}) k`,
    `insert into sign_ins (token_hash, account_id, expires_at)
     select ${tokenHashInSql('n')}, ${idOf('account', 'n')}, now() + interval '30 days' from ${numbers(families)}`,
    `insert into tokens (token_hash, purpose, account_id, expires_at)
     select 'token ' || n, 'password-reset', ${idOf('account', 'n')}, now() + interval '1 hour' from ${numbers(families / 10)}`,
    `insert into events (id, key, kind, name, summary, description, price_cents, price_description, location, formats, missions)
     select n, 'event ' || n, 'clinic', 'Clinic ' || n, '-', '-', 18000, 'per week', 'Park', '[]', '[]' from ${numbers(sessions / perEvent)}`,
    `insert into sessions (id, event_id, number, starts_on, ends_on, description, places, taken)
     select n, (n - 1) / ${perEvent} + 1, n, day, day + 3, 'Mon to Thu (Ages 8 to 10)', 1000, 50
     from (select n, current_date + case when n <= ${current} then 30 + n else -(n % 2900) - 10 end as day from ${numbers(sessions)}) s`,
    `insert into orders (id, account_id, family_id, method, idempotency_key, total_cents)
     select ${idOf('order', 'n')}, ${idOf('account', '(n - 1) / 2 + 1')}, ${idOf('family', '(n - 1) / 2 + 1')}, case when n % 2 = 0 then 'card' else 'later' end, n, 36000
     from ${numbers(2 * families)}`,
    `insert into charges (id, account_id, family_id, order_id, idempotency_key, amount_cents, state, transaction_id, means, means_label, number, created_at, ended_at)
     select ${idOf('charge', 'n')}, ${idOf('account', 'n')}, ${idOf('family', 'n')}, ${idOf('order', '2 * n')}, 'charge ' || n, 36000, 'accepted', 'sale' || n, 'card', 'Visa ending in 1111', n, day, day
     from (select n, now() - n % 2900 * interval '1 day' as day from ${numbers(families)}) s`,
    `insert into registrations (id, account_id, family_id, person_id, session_id, order_id, charge_id, price_cents, paid_at, paid_by)
     select n, ${idOf('account', 'family')}, ${idOf('family', 'family')}, ${idOf('child', `family || '-' || (place % ${children} + 1)`)},
       case when n <= ${places} then n else (n * 7) % ${sessions} + 1 end, ${idOf('order', '2 * family - 1 + place % 2')},
       case when place % 2 = 1 then ${idOf('charge', 'family')} end, 18000, case when place % 2 = 1 then now() end, case when place % 2 = 1 then 'card' end
     from (select n, (n - 1) / ${places} + 1 as family, (n - 1) % ${places} as place from ${numbers(registrations)}) s`,
    `insert into refunds (registration_id, account_id, family_id, charge_id, amount_cents, state, transaction_id, ended_at)
     select id, account_id, family_id, charge_id, 18000, 'done', 'back' || id, now() from registrations where id % 50 = 0 and charge_id is not null`,
    `insert into donations (account_id, family_id, donation_type, first_name, last_name, email, mailing_address, amount_cents)
     select ${idOf('account', 'n')}, ${idOf('family', 'n')}, 'MCT', 'Edith', 'Lobwell', 'donor@bench.test', '4 Baseline Road', 5000 from ${numbers(families / 10)}`,
    `insert into mails (account_id, family_id, recipient, subject, text, html, sent_at, tries)
     select ${idOf('account', 'n')}, ${idOf('family', 'n')}, 'family-' || n || '@bench.test', 'Receipt', '-', '-', now() - n % 29 * interval '1 day', 1 from ${numbers(families)}`,
    `insert into tries (key, window_start) select 'login:' || n, now() - n % 60 * interval '1 minute' from ${numbers(families)}`,
    `insert into offline_payments (account_id, family_id, amount_cents, how, recorded_by)
     select ${idOf('account', 'n')}, ${idOf('family', 'n')}, 18000, 'check', 'command:treasurer' from ${numbers(families / 5)}`,
    ...['registrations', 'sessions', 'events'].map(
      (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    ),
    'vacuum analyze',
  ])
    await client.query(statement)
  await client.end()
}
