-- The yardstick of a checkout: what pgbench does in place of one. These are the statements by which the site registered
-- a family in 581145f, but for columns that are gone, kept so that the site is measured against the same thing whatever
-- it does itself.
-- Families and sessions go by number (families.ts); :text and :html are the words of a mail.
\set n :from + :client_id * :each + :i
\set i :i + 1
\set session :first + :n % :sessions
select accounts.id, accounts.kind, accounts.email from sign_ins inner join accounts on accounts.id = sign_ins.account_id where (sign_ins.token_hash = encode(sha256(('family-' || :n::int)::bytea), 'hex') and sign_ins.expires_at > now());
select id, name, blurb, email, phone, address_lines, time_zone, clubs, wallet_handle, causes, season_base from programme;
begin;
insert into orders (id, number, account_id, method, idempotency_key, total_cents, created_at) values (default, default, ('00000000-0000-4000-8000-' || lpad(to_hex(:n::int), 12, '0'))::uuid, 'later', ('00000000-0000-4000-9000-' || lpad(to_hex(:n::int), 12, '0')), 18000, default) on conflict do nothing returning id \gset order_
select sessions.id, sessions.event_id, sessions.number, sessions.starts_on, sessions.ends_on, sessions.description, sessions.places, sessions.taken, sessions.is_active and events.is_active, events.kind, events.name, events.price_cents from sessions inner join events on events.id = sessions.event_id where sessions.id in (:session) order by sessions.id asc for update of sessions;
select people.id, people.first_name, people.is_active, registrations.id, registrations.session_id, registrations.held_until, registrations.charge_id from people left join registrations on (registrations.person_id = people.id and registrations.session_id in (:session) and registrations.removed_at is null) where (people.account_id = ('00000000-0000-4000-8000-' || lpad(to_hex(:n::int), 12, '0'))::uuid and people.id in (('00000000-0000-4000-8000-' || lpad(to_hex(:n::int), 12, '0'))::uuid)) for key share of people;
update sessions set taken = taken + given.change from (values (:session::int, 1::int)) as given(id, change) where sessions.id = given.id;
insert into registrations (id, account_id, person_id, session_id, order_id, charge_id, price_cents, held_until, removed_at, created_at) values (default, ('00000000-0000-4000-8000-' || lpad(to_hex(:n::int), 12, '0'))::uuid, ('00000000-0000-4000-8000-' || lpad(to_hex(:n::int), 12, '0'))::uuid, :session, :order_id, default, 18000, null, default, default) returning id;
insert into mails (id, recipient, subject, text, html, attachments, created_at, due_at, leased_until, tries, sent_at, last_error) values (default, ('family-' || :n::int || '@bench.test'), 'Your sessions have successfully been registered!', :text, :html, default, default, default, default, default, default, default);
commit;
