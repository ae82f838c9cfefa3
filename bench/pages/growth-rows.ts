import pg from 'pg'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { aProgramme } from '../../web/test/builders/builders.ts'
import { tokenHashInSql } from '../families.ts'

/** Tables that grow with families and years. */
export const growing = [
  ...['families', 'accounts', 'releases', 'people', 'former_names', 'contacts', 'photo_consents'],
  ...['guardian_addresses', 'sign_ins', 'tokens', 'tries', 'sessions', 'registrations', 'orders'],
  ...['charges', 'refunds', 'offline_payments', 'postings', 'before_ledger', 'donations', 'mails'],
  ...[
    'receipts',
    'messages',
    'message_families',
    'message_sessions',
    'meetings',
    'session_coaches',
    'meeting_coaches',
    'meeting_guests',
  ],
  ...['meeting_notes', 'attendance'],
  ...['absences', 'care_views', 'changes', 'change_notes', 'notifications', 'heartbeats'],
]

/** Tables so small that a sequential scan is best. */
export const small = [
  ...['programme', 'secrets', 'marks', 'alarms', 'processes'],
  ...['members', 'member_roles', 'authenticators', 'passkeys', 'recovery_codes', 'invitations'],
  ...['events', 'staff', 'season_revisions', 'season_pictures', 'season_drafts', 'season_uploads'],
  ...['comparisons', 'disputes', 'differences', 'family_merges', 'money_acts'],
  ...['tickets', 'waiting_entries', 'waiting_players', 'age_exceptions', 'care_notes'],
]

/** Per family, per family, this season, per event. */
const [children, places, current, perEvent] = [2, 4, 20, 20]

/** Version 4, spread like random ids. */
const idInSql = (kind: string, n: string) =>
  `overlay(overlay(md5('${kind} ' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`
const chargeIdInSql = (place: string) => idInSql('charge', `(${place} - 1) / ${places} + 1`)
const numbers = (most: number) => `generate_series(1, ${most}) n`

/**
 * Registrations with related rows over eight years. The first family's rows and this season's do not depend on the
 * count.
 */
export async function addRows({ db, url }: { db: Db; url: string }, registrations: number) {
  await aProgramme(db)
  // The site's pool has a statement timeout.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const families = registrations / places
  const sessions = Math.max(current, registrations / 50)
  for (const statement of [
    `insert into families (id, number) select ${idInSql('family', 'n')}, n from ${numbers(families)}`,
    `insert into accounts (id, family_id, number, kind, email, first_name, last_name, password_hash, activated_at, release_signed_at, last_login_at)
     select ${idInSql('account', 'n')}, ${idInSql('family', 'n')}, n, 'parent', 'family-' || n || '@bench.test', 'Robin', 'Vale', '-', now(), now(), now() - n % 900 * interval '1 day'
     from ${numbers(families)}`,
    `insert into releases (account_id, version, how, by) select id, '1', 'sign-up', 'family:' || family_id from accounts`,
    `insert into people (id, account_id, family_id, role, first_name, last_name, birthday, skill_level, search)
     select ${idInSql('child', `n || '-' || k`)}, ${idInSql('account', 'n')}, ${idInSql('family', 'n')}, 'family', 'Child ' || k, 'Vale', '2016-04-12', 'Beginner',
       array_to_tsvector(array['child', 'vale', 'family-' || n || '@bench.test'])
     from ${numbers(families)}, generate_series(1, ${children}) k`,
    `insert into sign_ins (token_hash, account_id, expires_at)
     select ${tokenHashInSql('n')}, ${idInSql('account', 'n')}, now() + interval '30 days' from ${numbers(families)}`,
    `insert into members (account_id) values (${idInSql('account', '2')})`,
    `insert into member_roles (account_id, role, first_day) values (${idInSql('account', '2')}, 'owner', current_date - 1)`,
    `update sign_ins set second_factor_at = now() where account_id = ${idInSql('account', '2')}`,
    `insert into tokens (token_hash, purpose, account_id, expires_at)
     select 'token ' || n, 'password-reset', ${idInSql('account', 'n')}, now() + interval '1 hour' from ${numbers(families / 10)}`,
    `insert into events (id, key, kind, name, summary, description, price_cents, price_description, location, formats, missions)
     select n, 'event ' || n, 'clinic', 'Clinic ' || n, '-', '-', 18000, 'per week', 'Park', '[]', '[]' from ${numbers(sessions / perEvent)}`,
    `insert into sessions (id, event_id, number, starts_on, ends_on, description, places, taken)
     select n, (n - 1) / ${perEvent} + 1, n, day, day + 3, 'Mon to Thu (Ages 8 to 10)', 1000, 50
     from (select n, current_date + case when n <= ${current} then 30 + n else -(n % 2900) - 10 end as day from ${numbers(sessions)}) s`,
    `insert into orders (id, account_id, family_id, method, idempotency_key, total_cents)
     select ${idInSql('order', 'n')}, ${idInSql('account', '(n - 1) / 2 + 1')}, ${idInSql('family', '(n - 1) / 2 + 1')}, case when n % 2 = 0 then 'card' else 'later' end, n, 36000
     from ${numbers(2 * families)}`,
    `insert into charges (id, account_id, family_id, order_id, idempotency_key, amount_cents, state, transaction_id, means, means_label, number, created_at, ended_at)
     select ${idInSql('charge', 'n')}, ${idInSql('account', 'n')}, ${idInSql('family', 'n')}, ${idInSql('order', '2 * n')}, 'charge ' || n, 36000, 'accepted', 'sale' || n, 'card', 'Visa ending in 1111', n, day, day
     from (select n, now() - n % 2900 * interval '1 day' as day from ${numbers(families)}) s`,
    `insert into registrations (id, account_id, family_id, person_id, session_id, order_id, price_cents, due_cents, removed_at)
     select n, ${idInSql('account', 'family')}, ${idInSql('family', 'family')}, ${idInSql('child', `family || '-' || (place % ${children} + 1)`)},
       case when n <= ${places} then n else (n * 7) % ${sessions} + 1 end, ${idInSql('order', '2 * family - 1 + place % 2')},
       18000, case when place % 2 = 1 then 0 else 18000 end, case when n % 50 = 0 then now() end
     from (select n, (n - 1) / ${places} + 1 as family, (n - 1) % ${places} as place from ${numbers(registrations)}) s`,
    `insert into refunds (registration_id, account_id, family_id, charge_id, amount_cents, state, transaction_id, over_at)
     select id, account_id, family_id, ${chargeIdInSql('id')}, 18000, 'done', 'back' || id, now() from registrations where removed_at is not null`,
    `insert into postings (by, family_id, registration_id, kind, cents, charge_id)
     select 'site', family_id, id, posted.* from registrations,
       lateral (values ('price', 18000, null), ('paid', -18000, ${chargeIdInSql('id')})) as posted (kind, cents, charge_id)
     where kind = 'price' or due_cents = 0`,
    `insert into postings (by, family_id, registration_id, kind, cents, charge_id, refund_id)
     select 'site', family_id, registration_id, posted.* from refunds,
       lateral (values ('given up', -18000, null, null), ('refunded', 18000, charge_id, id)) as posted (kind, cents, charge_id, refund_id)`,
    `insert into donations (account_id, family_id, donation_type, first_name, last_name, email, mailing_address, amount_cents)
     select ${idInSql('account', 'n')}, ${idInSql('family', 'n')}, 'MCT', 'Edith', 'Lobwell', 'donor@bench.test', '4 Baseline Road', 5000 from ${numbers(families / 10)}`,
    `insert into mails (account_id, family_id, recipient, subject, text, html, sent_at, tries)
     select ${idInSql('account', 'n')}, ${idInSql('family', 'n')}, 'family-' || n || '@bench.test', 'Receipt', '-', '-', now() - n % 29 * interval '1 day', 1 from ${numbers(families)}`,
    `insert into tries (key, window_start) select 'login:' || n, now() - n % 60 * interval '1 minute' from ${numbers(families)}`,
    `insert into offline_payments (account_id, family_id, amount_cents, how, received_on, recorded_by)
     select ${idInSql('account', 'n')}, ${idInSql('family', 'n')}, 18000, 'check', current_date, 'command:treasurer' from ${numbers(families / 5)}`,
    `insert into former_names (account_id, first_name, last_name) select ${idInSql('account', 'n')}, 'Robin', 'Hill' from ${numbers(families / 10)}`,
    `insert into contacts (person_id, name, relation, phone)
     select ${idInSql('child', `n || '-1'`)}, 'Kim Vale', 'aunt', '555-0100' from ${numbers(families)}`,
    `insert into photo_consents (person_id, may_be_shown) select ${idInSql('child', `n || '-1'`)}, true from ${numbers(families)}`,
    `insert into guardian_addresses (account_id, email, confirmed_at)
     select ${idInSql('account', 'n')}, 'guardian@bench.test', now() from ${numbers(families / 10)}`,
    `insert into session_coaches (session_id, account_id) select n, ${idInSql('account', 'n')} from ${numbers(sessions)}`,
    `insert into meetings (id, session_id, day, starts, ends)
     select ${idInSql('meeting', `id || '-' || k`)}, id, starts_on + k, '9:00', '11:30' from sessions, generate_series(0, 3) k`,
    `insert into meeting_coaches (meeting_id, account_id)
     select ${idInSql('meeting', `n || '-0'`)}, ${idInSql('account', 'n')} from ${numbers(sessions)}`,
    `insert into meeting_notes (meeting_id, account_id, note)
     select ${idInSql('meeting', `n || '-0'`)}, ${idInSql('account', 'n')}, '-' from ${numbers(sessions)}`,
    `insert into attendance (id, meeting_id, person_id, registration_id, mark, at, phone, seq)
     select ${idInSql('mark', 'id')}, ${idInSql('meeting', `session_id || '-' || id % 4`)}, person_id, id, 'here', now(), family_id, id
     from registrations where id > ${places} and id % 5 = 0`,
    `insert into absences (meeting_id, person_id) select distinct meeting_id, person_id from attendance where registration_id % 10 = 0`,
    `insert into meeting_guests (meeting_id, person_id, added_by)
     select distinct meeting_id, person_id, 'site' from attendance where registration_id % 100 = 0`,
    `insert into care_views (meeting_id, person_id, how) select meeting_id, person_id, 'opened' from attendance where registration_id % 10 = 0`,
    `insert into messages (id, session_id, subject, text, written_by) select ${idInSql('message', 'id')}, id, '-', '-', 'site' from sessions`,
    `insert into message_sessions (message_id, session_id) select ${idInSql('message', 'id')}, id from sessions`,
    `insert into receipts (account_id, charge_id, paper, places) select account_id, id, '{}', '[]' from charges where account_id is not null`,
    `insert into message_families (message_id, family_id, mail_id)
     select ${idInSql('message', `id % ${sessions} + 1`)}, family_id, id from mails`,
    `insert into changes (at, actor, what, family_id)
     select now() - number % 2900 * interval '1 day', 'command:treasurer', 'payment recorded', id from families`,
    `insert into change_notes (change_id, words) select id, '-' from changes where id % 10 = 0`,
    `insert into notifications (kind, subject_id, happened_at, received_at, outcome)
     select 'transaction_settled', transaction_id, ended_at, ended_at, 'settled' from charges where ended_at > now() - interval '90 days'`,
    `insert into heartbeats select date_trunc('minute', now()) - n * interval '1 minute' from ${numbers(90 * 24 * 60 - 1)}`,
    ...['registrations', 'sessions', 'events'].map(
      (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    ),
    'vacuum analyze',
  ])
    await client.query(statement)
  await client.end()
}
