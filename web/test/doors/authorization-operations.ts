import { exampleIds } from '#platform/http/api.server.ts'
import { password } from '../builders/builders.ts'
import type { FamilyIds, WholeFamily } from '../builders/whole-family.ts'

type Body = (ids: FamilyIds, family: WholeFamily, own: { account: string; botCheck: string }) => unknown
/** The call; a body that names what belongs to a family; the statuses; those of the same with ids that nobody has. */
type Row = [call: string, body: Body | undefined, answers: string, toNobodysIds?: string]

const names = { first_name: 'Robin', last_name: 'Vale' }
const player = { ...names, phone: '', birthday: '2016-04-12', skill_level: 'Beginner' }
const nonce = { payment_method_nonce: 'fake-valid-nonce' }
const none = { registered_lessons: [], registered_leagues: [], registered_tournaments: [] }

const placeOf = ({ player }: FamilyIds, { event, priceCents }: WholeFamily, session: { id: number }) => ({
  event: { id: event.id, price: priceCents / 100, type: 'clinic' },
  player: { id: player },
  eventSession: { id: session.id },
})
const payment = ({ held }: FamilyIds, { priceCents }: WholeFamily, account: string) => ({
  ...{ user_id: account, total_amount: priceCents / 100, registered_clinics: [held] },
  ...{ ...none, ...nonce },
})
const withCredit = ({ held }: FamilyIds, { priceCents }: WholeFamily, account: string) => ({
  ...{ user_id: account, credit: priceCents / 100, registered_clinics: [held], ...none },
})
const gift = (botCheck: string) => ({
  ...{ donation_type: 'MCT', ...names, email: 'edith@example.test', transaction_amount: 100, ...nonce },
  ...{ mailing_address: '4 Baseline Road, Fairmeadow, CA 94000', g_recaptcha_response: botCheck },
})
const signUp = (email: string, botCheck: string) => ({
  user: { email, liability_agreed: true, password },
  g_recaptcha_response: botCheck,
  parent: { ...names, phone: '(555) 010-0142' },
})
const paidPlaceToLeave = ({ player, registration, transaction }: FamilyIds) => ({
  ...{ transaction_id: transaction, person_id: player, r_id: registration, register_type: 'clinic' },
})
const placeToLeave = ({ player }: FamilyIds, { event, sessions }: WholeFamily) => ({
  ...{ kind: 'register-clinics', personId: player, eventId: event.id, sessionId: sessions.paid.id },
})
const season = { name: 'season.yaml', text: 'nothing: true', pictures: {}, write: false }

/**
 * What each call answers: to the family whose ids it is sent, to another family, to somebody who is signed out, and to
 * somebody signed out who has the owner's key. Nobody learns from an answer whether what it names exists: another
 * family and somebody signed out get the same for ids that nobody has.
 */
// biome-ignore format: one row a line
export const operations: Row[] = [
  ['POST /activation-request', ({ email }) => ({ email }), '200 200 200 200', '200 200 200 200'],
  ['POST /ask-for-exception', (ids, family) => placeOf(ids, family, family.sessions.paid), '409 404 401 401', '404 404 401 401'],
  ['POST /books', () => ({ act: 'compare', by: 'x' }), '404 404 404 200'],
  ['POST /books', () => ({ act: 'close', id: 1, note: 'x', by: 'x' }), '404 404 404 404'],
  ['POST /check-all-cart-items', (ids, family) => ({ cart: [placeOf(ids, family, family.sessions.paid)] }), '200 200 401 401', '200 200 401 401'],
  ['POST /check-registered', (ids, family) => placeOf(ids, family, family.sessions.paid), '200 404 401 401', '404 404 401 401'],
  ['POST /confirm-account', () => ({ token: 'x' }), '410 410 410 410'],
  ['POST /create-account', ({ email }, _, { botCheck }) => signUp(email, botCheck), '200 200 200 200', '200 200 200 200'],
  ['POST /create-person', () => player, '200 200 401 401'],
  ['POST /delete-person', ({ idle }) => ({ id: idle }), '200 404 401 401', '404 404 401 401'],
  ['POST /delete-person', ({ parent }) => ({ id: parent }), '404 404 401 401', '404 404 401 401'],
  ['POST /export-season', undefined, '404 404 404 200'],
  ['POST /family-data', ({ email }) => ({ act: 'export', email, by: 'x' }), '404 404 404 200', '404 404 404 404'],
  ['POST /family-data', ({ email }) => ({ act: 'log-out', email, by: 'x' }), '404 404 404 200', '404 404 404 404'],
  ['POST /family-data', ({ email }) => ({ act: 'delete', email, by: 'x' }), '404 404 404 200', '404 404 404 404'],
  ['POST /fitting-sessions', (ids, family) => placeOf(ids, family, family.sessions.paid), '200 404 401 401', '404 404 401 401'],
  ['POST /get-card-client-token', ({ account }) => ({ userId: account }), '200 403 401 401', '403 403 401 401'],
  ['POST /get-clinic-by-id', (_, { event }) => ({ id: event.id }), '200 200 200 200'],
  ['POST /get-guest-client-token', () => ({}), '200 200 200 200'],
  ['POST /get-league-by-id', (_, { event }) => ({ id: event.id }), '404 404 404 404'],
  ['POST /get-lesson-by-id', (_, { event }) => ({ id: event.id }), '404 404 404 404'],
  ['POST /get-staff-by-year', () => ({ year: 2027 }), '200 200 200 200'],
  ['POST /get-tournament-by-id', (_, { event }) => ({ id: event.id }), '404 404 404 404'],
  ['POST /import-season', () => season, '404 404 404 200'],
  ['POST /join-waiting-list', ({ idle }, { sessions }) => ({ session_id: sessions.full.id, player_ids: [idle] }), '200 404 401 401', '404 404 401 401'],
  ['POST /leave-waiting-list', ({ entry }) => ({ entry_id: entry }), '200 404 401 401', '404 404 401 401'],
  ['POST /login', ({ email }) => ({ email, password: 'a wrong guess' }), '401 401 401 401', '401 401 401 401'],
  ['POST /logout', undefined, '200 200 200 200'],
  ['POST /my-waiting-list', undefined, '200 200 401 401'],
  ['POST /operate', () => ({ act: 'tried', takenAt: '2027-06-21T09:00:00Z' }), '404 404 404 200'],
  ['POST /post-transaction', (ids, family) => payment(ids, family, ids.account), '200 403 401 401', '403 403 401 401'],
  ['POST /post-transaction', (ids, family, { account }) => payment(ids, family, account), '200 409 401 401', '409 409 401 401'],
  ['POST /process-all-cart-items', (ids, family) => ({ cart: [placeOf(ids, family, family.sessions.free)] }), '200 409 401 401', '409 409 401 401'],
  ['POST /record-payment', ({ email }) => ({ act: 'find', text: email }), '404 404 404 200', '404 404 404 200'],
  ['POST /refresh-user', undefined, '200 200 401 401'],
  ['POST /refund-transaction', paidPlaceToLeave, '200 404 401 401', '404 404 401 401'],
  ['POST /register-with-credit', (ids, family) => withCredit(ids, family, ids.account), '409 403 401 401', '403 403 401 401'],
  ['POST /register-with-credit', (ids, family, { account }) => withCredit(ids, family, account), '409 409 401 401', '409 409 401 401'],
  ['POST /remove-register-session', placeToLeave, '200 404 401 401', '404 404 401 401'],
  ['POST /remove-registration-sessions', (ids, family) => ({ items: [placeOf(ids, family, family.sessions.held)] }), '200 200 401 401', '200 200 401 401'],
  ['POST /report-form-fault', () => ({ code: 'THREEDS_NOT_ENABLED' }), '200 200 200 200'],
  ['POST /reset-password', () => ({ token: 'x', password: 'volley-and-lob-44' }), '410 410 410 410'],
  ['POST /reset-password-request', ({ email }) => ({ email }), '200 200 200 200', '200 200 200 200'],
  ['POST /submit-donation', (_ids, _family, { botCheck }) => gift(botCheck), '200 200 200 200'],
  ['POST /submit-donation', ({ account }, _, { botCheck }) => ({ ...gift(botCheck), account_id: account }), '200 403 403 403', '403 403 403 403'],
  ['POST /take-kept-place', ({ entry }) => ({ entry_id: entry }), '409 404 401 401', '404 404 401 401'],
  ['POST /team', ({ email }) => ({ act: 'reset-factor', email, by: 'x' }), '404 404 404 404', '404 404 404 404'],
  ['POST /team', () => ({ act: 'list', by: 'x' }), '404 404 404 200'],
  ['POST /update-person', ({ player: id }) => ({ ...player, id }), '200 404 401 401', '404 404 401 401'],
  ['POST /update-person', ({ parent: id }) => ({ ...player, id, phone: '(555) 010-0142' }), '200 404 401 401', '404 404 401 401'],
  ['POST /use-credit', ({ registration: id }) => ({ registration_ids: [id] }), '200 404 401 401', '404 404 401 401'],
  ['GET /bot-check', undefined, '200 200 200 200'],
  ['GET /places', undefined, '400 400 400 400'],
  ['GET /places/{id}', undefined, '404 404 404 404'],
]

/** What else the site answers by itself, without a page or an operation: the same to all, behind a proxy. */
export const otherDoors: Record<string, string> = {
  'GET /api/openapi.json': '200 200 200 200',
  'GET /health': '200 200 200 200',
  // The programme's own sign and colour; none in this programme.
  'GET /favicon.svg': '200 200 200 200',
  'GET /site.webmanifest': '200 200 200 200',
  'GET /social.png': '200 200 200 200',
  'GET /touch-icon.png': '200 200 200 200',
  'GET /logo/:name': '404 404 404 404',
  'GET /accent/:file{[0-9a-f]{6}\\.css}': '400 400 400 400',
  'GET /.well-known/apple-developer-merchantid-domain-association': '404 404 404 404',
  // Nobody reads them through a proxy without a key of theirs.
  'GET /metrics': '404 404 404 404',
  // No job runs beside a test.
  'GET /ready': '503 503 503 503',
  // Without the gateway's signature.
  'GET /gateway/webhook': '400 400 400 400',
  'POST /gateway/webhook': '400 400 400 400',
}

/** In a path of the API. */
export const pathIn = (call: string) => call.replace(/^\w+ /, '/api').replace('{id}', exampleIds.order)
