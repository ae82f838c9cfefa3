import type { FamilyIds, WholeFamily } from '../builders/whole-family.ts'

type Address = (ids: FamilyIds, family: WholeFamily) => string
type Form = (family: WholeFamily) => Record<string, string>
/** The route; an address of it that names what belongs to a family; what a GET and a POST of `form` are answered. */
type Row = [route: string, address: Address | string, get: string, post: string, form?: Form]

const names = { first_name: 'Robin', last_name: 'Vale' }
const contact = { ...names, phone: '(555) 010-0142' }
const player = { ...names, phone: '', birthday: '2016-04-12', skill_level: 'Beginner' }
const aContact = { name: 'Alex Vale', relation: 'Neighbor', phone: '(555) 010-0177' }
const aNote = { category: 'allergy', note: 'Peanuts', what_to_do: '', consent: 'on' }
const newPassword = { password: 'volley-and-lob-44', confirmation: 'volley-and-lob-44' }
const wrongPassword = { present_password: 'a wrong guess' }
const cashReceipt: Address = ({ account, player, cash }, { event }) =>
  `/pages/invoice/cash-receipt/${event.id}/clinic/${cash}/${player}/${account}`

/**
 * Who gets what at every address of the site: the family that it names, another family, somebody who is signed out.
 *
 * - `theirs`: a page or file with the family's own words; `open`: one without; `done`: the form did its work
 * - `lost`: it does not exist, 404; `login`: log in first, and back here; a path: led there; a number: that status
 */
// biome-ignore format: one row a line
export const pages: Row[] = [
  ['/', '/', 'open open open', '405 405 405'],
  ['/pages/login', '/pages/login', '/ / open', '/ / 401', ({ ids }) => ({ email: ids.email, password: 'a wrong guess' })],
  ['/pages/logout', '/pages/logout', '/ / /', '/ / /'],
  ['/pages/register', '/pages/register', 'open open open', '400 400 400'],
  ['/pages/confirm/:token?', '/pages/confirm/x', 'open open open', 'spent spent spent'],
  ['/pages/forget/password', '/pages/forget/password', 'open open open', 'done done done', ({ ids }) => ({ email: ids.email })],
  ['/pages/reset-password/:token?', '/pages/reset-password/x', 'open open open', '410 410 410', () => newPassword],
  ['/pages/welcome/:token?', '/pages/welcome/x', 'open open open', '410 410 410', () => ({ ...newPassword, 'user.liability_agreed': 'on' })],
  ['/pages/confirm-email/:token?', '/pages/confirm-email/x', 'open open open', 'spent spent spent'],
  ['/pages/confirm-guardian/:token?', '/pages/confirm-guardian/x', 'open open open', '410 410 410'],
  ['/pages/account', '/pages/account', 'theirs open login', 'done done login', ({ password }) => ({ present_password: password, ...newPassword })],
  ['/pages/account', '/pages/account?form=name', 'theirs open login', 'done done login', () => names],
  ['/pages/account', '/pages/account?form=email', 'theirs open login', 'done done login', ({ password }) => ({ present_password: password, email: 'isolde-new@example.test' })],
  ['/pages/account', '/pages/account?form=session', 'theirs open login', 'done done login', ({ ids }) => ({ id: ids.signIn })],
  ['/pages/release', '/pages/release?next=/pages/cart', 'open open login', '/pages/cart /pages/cart login', () => ({ 'user.liability_agreed': 'on' })],
  ['/pages/account/data', '/pages/account/data', 'theirs open login', '405 405 login'],
  ['/pages/account/delete', '/pages/account/delete', 'theirs open login', '422 422 login', () => wrongPassword],
  ['/pages/emergency-contact', '/pages/emergency-contact', 'theirs open login', 'done done login', () => contact],
  ['/pages/family-players', '/pages/family-players', 'theirs open login', '405 405 login'],
  ['/pages/family-players/:playerId', '/pages/family-players/new', 'open open login', 'done done login', () => player],
  ['/pages/family-players/:playerId', (ids) => `/pages/family-players/${ids.player}`, 'theirs lost login', 'done lost login', () => player],
  ['/pages/family-players/:playerId/delete', (ids) => `/pages/family-players/${ids.idle}/delete`, 'theirs lost login', '/pages/family-players lost login'],
  ['/pages/family-players/:playerId/meetings', (ids) => `/pages/family-players/${ids.player}/meetings`, 'theirs lost login', 'lost, but theirs lost login', (family) => ({ meeting: family.ids.player, is_absent: 'yes' })],
  ['/pages/family-players/:playerId/care', (ids) => `/pages/family-players/${ids.player}/care?form=contact`, 'theirs lost login', 'done lost login', () => aContact],
  ['/pages/family-players/:playerId/care', (ids) => `/pages/family-players/${ids.player}/care?form=note`, 'theirs lost login', 'done lost login', () => aNote],
  ['/pages/family-players/:playerId/care', (ids) => `/pages/family-players/${ids.player}/care?form=photos`, 'theirs lost login', 'done lost login', () => ({ may_be_shown: 'yes' })],
  ['/pages/cart', '/pages/cart', 'open open login', '405 405 login'],
  ['/pages/checkout', '/pages/checkout', 'open open login', '405 405 login'],
  ['/pages/order/success/:id', (ids) => `/pages/order/success/${ids.order}`, 'theirs lost login', '405 405 login'],
  ['/pages/order/success/:id', (ids) => `/pages/order/success/${ids.transaction}`, 'theirs lost login', '405 405 login'],
  ['/pages/waiting-list', '/pages/waiting-list', 'theirs open login', '/pages/waiting-list lost login', ({ ids }) => ({ act: 'leave', entry: String(ids.entry) })],
  ['/pages/registration-history', (_, { year }) => `/pages/registration-history?year=${year}`, 'theirs open login', '405 405 login'],
  ['/pages/registration-history', (ids, { year }) => `/pages/registration-history?year=${year}&player=${ids.player}`, 'theirs open login', '405 405 login'],
  ['/pages/invoice/unpaid-invoice/:userId/:year', (ids, { year }) => `/pages/invoice/unpaid-invoice/${ids.account}/${year}`, 'theirs lost login', '405 405 login'],
  ['/pages/statement/:userId/:year', (ids, { year }) => `/pages/statement/${ids.account}/${year}`, 'theirs lost login', '405 405 login'],
  ['/pages/invoice/receipt/:userId/:transactionId', (ids) => `/pages/invoice/receipt/${ids.account}/${ids.transaction}`, 'theirs lost login', '405 405 login'],
  ['/pages/invoice/cash-receipt/:eventId/:eventType/:registrationId/:personId/:userId', cashReceipt, 'theirs lost login', '405 405 login'],
  ['/pages/registration-history/calendar', (_, { year }) => `/pages/registration-history/calendar?year=${year}`, 'theirs lost history', '405 405 405'],
  ['/pages/registration-history/calendar', (ids) => `/pages/registration-history/calendar?registration=${ids.registration}`, 'theirs lost history', '405 405 405'],
  ['/pages/donate', '/pages/donate', 'theirs open open', '405 405 405'],
  ['/pages/donate-bottinelli', '/pages/donate-bottinelli', 'theirs open open', '405 405 405'],
  ['/pages/donate/success/:id', (ids) => `/pages/donate/success/${ids.gift}`, 'open lost login', '405 405 405'],
  ['/pages/donate/receipt/:id', (ids) => `/pages/donate/receipt/${ids.gift}`, 'theirs lost login', 'done lost login'],
  ['/pages/staff', '/pages/staff', 'open open open', '405 405 405'],
  ['/pages/staff/:id/picture/:version', '/pages/staff/7/picture/x', 'lost lost lost', '405 405 405'],
  ['/pages/picture/:name/:width/:type', '/pages/picture/home/960/avif', 'lost lost lost', '405 405 405'],
  ['/pages/policy', '/pages/policy', 'open open open', '405 405 405'],
  // Off unless a setting says otherwise.
  ['/pages/reliability', '/pages/reliability', 'lost lost lost', '405 405 405'],
  // Its own players stand in the box of whoever is signed in.
  ['/pages/:kind/:id', (_, { event }) => `/pages/clinic/${event.id}`, 'theirs open open', '405 405 405'],
  // The page that a phone keeps for a court without signal.
  ['/desk/offline', '/desk/offline', 'open open open', '405 405 405'],
  // Kept mails are shown on this machine alone.
  ['/development/mail/:id?', '/development/mail', 'lost lost lost', '405 405 405'],
  ['/development/mail/:id?', '/development/mail/1', 'lost lost lost', '405 405 405'],
  ['/development/mail/:id/html', '/development/mail/1/html', 'lost lost lost', '405 405 405'],
  ['/development/mail/:id/pdf/:index', '/development/mail/1/pdf/1', 'lost lost lost', '405 405 405'],
  ['/sitemap.xml', '/sitemap.xml', 'open open open', '405 405 405'],
  ['/robots.txt', '/robots.txt', 'open open open', '405 405 405'],
  ['/invoice/*', '/invoice/nowhere', '/pages/invoice/nowhere /pages/invoice/nowhere /pages/invoice/nowhere', '405 405 405'],
  ['/*', '/nowhere', 'lost lost lost', '405 405 405'],
]

/** Given without an account, a gift is seen by whoever has its link, which nobody guesses. */
// biome-ignore format: one row a line
export const byLinkAlone: Row[] = [
  ['/pages/donate/success/:id', (ids) => `/pages/donate/success/${ids.guestGift}`, 'open open open', '405 405 405'],
  ['/pages/donate/receipt/:id', (ids) => `/pages/donate/receipt/${ids.guestGift}`, 'theirs theirs theirs', 'done done done'],
]
