import type { DeskIds } from './desk-askers.ts'

type Address = (ids: DeskIds) => string
type Form = (ids: DeskIds) => Record<string, string>
/** The route; an address of it; what a GET and a POST of `form` are answered. */
type Row = [route: string, address: Address | string, get: string, post: string, form?: Form]
/** The call; its body; what it is answered. */
type Call = [call: string, body: (ids: DeskIds) => unknown, answers: string]

/**
 * Who gets what at every address of the desk, with ids of a session that the coach has and the other coach has not.
 * The columns: nobody, a family, a coach of another session, the coach, reader, registrar, treasurer, owner, and
 * somebody whose roles have ended.
 *
 * - `open`: the page; `names`: the same with names of families; `done`: the form did its work
 * - `no`: not for this role, 403; `lost`: there is no such thing, 404; `login`: log in first, and back here;
 *   a path: led there; a number: that status
 *
 * Nothing here is derived from `rights.ts`: this is what is expected of it. Whoever may not see a thing is answered as
 * if it did not exist, and whoever may is told `lost` of ids that nobody has.
 */
// biome-ignore format: one row a line
export const deskPages: Row[] = [
  ['/desk', '/desk', 'login no open open open open open open no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/help', '/desk/help', 'login no open open open open open open no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/*', '/desk/famlies', 'login no lost lost lost lost lost lost no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/families', '/desk/families?q=wolf', 'login no no no no names names names no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/families', '/desk/families?state=overdue', 'login no no no no open open open no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/families', '/desk/families?state=unsigned', 'login no no no no open no open no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/families/new', '/desk/families/new', 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/families/:number', ({ number }) => `/desk/families/${number}?form=open-note`, 'login no no no no names names names no', 'login no no no no done no done no', ({ player }) => ({ person: player })],
  ['/desk/families/:number', ({ number }) => `/desk/families/${number}?form=came-back`, 'login no no no no names names names no', 'login no no no no no 400 400 no'],
  ['/desk/families/:number', ({ number }) => `/desk/families/${number}?form=signed-on-paper`, 'login no no no no names names names no', 'login no no no no done no done no'],
  ['/desk/families/:number', ({ number }) => `/desk/families/${number}?form=undo-merge`, 'login no no no no names names names no', 'login no no no no 409 no 409 no', () => ({ merge: '1' })],
  ['/desk/families/:number/register', ({ number }) => `/desk/families/${number}/register`, 'login no no no no names no names no', 'login no no no no 400 no 400 no'],
  ['/desk/families/:number', ({ number }) => `/desk/families/${number}?form=accept`, 'login no no no no names names names no', 'login no no no no 409 no 409 no', ({ entry }) => ({ entry: `${entry}`, cents: '18000', key: crypto.randomUUID() })],
  ['/desk/families/:number/waiting-list', ({ number }) => `/desk/families/${number}/waiting-list`, 'login no no no no names no names no', 'login no no no no 400 no 400 no'],
  ['/desk/families/:number/move-ahead/:entry', ({ number, entry }) => `/desk/families/${number}/move-ahead/${entry}`, 'login no no no no names no names no', 'login no no no no 409 no 409 no', () => ({ reason: 'goodwill', words: '' })],
  ['/desk/families/:number/leave-list/:entry', ({ number, entry }) => `/desk/families/${number}/leave-list/${entry}`, 'login no no no no names no names no', 'login no no no no 400 no 400 no'],
  ['/desk/calls', '/desk/calls', 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/families/:number/add-player', ({ number }) => `/desk/families/${number}/add-player`, 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/families/:number/contacts/:person', ({ number, player }) => `/desk/families/${number}/contacts/${player}?form=contact`, 'login no no no no names no names no', 'login no no no no 400 no 400 no', () => ({ name: 'Alex Vale' })],
  ['/desk/families/:number/contacts/:person', ({ number, player }) => `/desk/families/${number}/contacts/${player}?form=contact-remove`, 'login no no no no names no names no', 'login no no no no 400 no 400 no'],
  ['/desk/families/:number/merge', ({ number }) => `/desk/families/${number}/merge`, 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/families/:number/edit', ({ number }) => `/desk/families/${number}/edit`, 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/families/:number/players/:person', ({ number, player }) => `/desk/families/${number}/players/${player}`, 'login no no no no names no names no', 'login no no no no 400 no 400 no'],
  // The page is of a family on paper, and this one has an email.
  ['/desk/families/:number/players/:person/:part', ({ number, player }) => `/desk/families/${number}/players/${player}/delete`, 'login no no no no lost no lost no', 'login no no no no 409 no 409 no', () => ({ reason: 'mistake', words: '' })],
  ['/desk/families/:number/money', ({ number }) => `/desk/families/${number}/money`, 'login no no no no names names names no', 'login no no no no 400 400 400 no'],
  ['/desk/money/check', '/desk/money/check', 'login no no no no open open open no', 'login no no no no 400 400 400 no'],
  ['/desk/families/:number/statement/:year', ({ number }) => `/desk/families/${number}/statement/2019`, 'login no no no no open open open no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/families/:number/payments/:payment', ({ number, payment }) => `/desk/families/${number}/payments/${payment}`, 'login no no no no names names names no', 'login no no no no 400 400 400 no'],
  ['/desk/families/:number/give-up/:registration', ({ number, registration }) => `/desk/families/${number}/give-up/${registration}`, 'login no no no no names no names no', 'login no no no no 400 no 400 no'],
  ['/desk/families/:number/places/:registration', ({ number, registration }) => `/desk/families/${number}/places/${registration}?do=waive`, 'login no no no no no names names no', 'login no no no no no 400 400 no'],
  // Nothing is owed for this place.
  ['/desk/families/:number/returned/:registration', ({ number, registration }) => `/desk/families/${number}/returned/${registration}`, 'login no no no no no lost lost no', 'login no no no no no lost lost no'],
  ['/desk/families/:number/pay-out', ({ number }) => `/desk/families/${number}/pay-out`, 'login no no no no no open open no', 'login no no no no no 400 400 no'],
  // This one is decided.
  ['/desk/acts/:act', ({ act }) => `/desk/acts/${act}?form=approve`, 'login no no no no no names names no', 'login no no no no no 409 409 no'],
  ['/desk/acts/:act', ({ act }) => `/desk/acts/${act}?form=refuse`, 'login no no no no no names names no', 'login no no no no no 409 409 no'],
  ['/desk/exceptions', '/desk/exceptions', 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/meetings/:id', ({ meeting }) => `/desk/meetings/${meeting}`, 'login no lost names names names no names no', 'login no lost done no done no done no', () => ({ note: 'Bring the blue balls.' })],
  ['/desk/meetings/:id/sheet.json', ({ meeting }) => `/desk/meetings/${meeting}/sheet.json`, 'login no lost names names names no names no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/meetings/:id/guest', ({ meeting }) => `/desk/meetings/${meeting}/guest?q=wolf`, 'login no lost open no names no names no', 'login no lost 409 no 409 no 409 no', ({ player }) => ({ player })],
  ['/desk/sessions', '/desk/sessions', 'login no open open open open no open no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/sessions', '/desk/sessions?coach=none', 'login no open open open open no open no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/sessions/:id', ({ session }) => `/desk/sessions/${session}`, 'login no lost names names names no names no', 'login no lost done done done no done no', () => ({ print: 'yes' })],
  ['/desk/sessions/:id', ({ session }) => `/desk/sessions/${session}?form=take-over`, 'login no lost names names names no names no', 'login no no no no 400 no 400 no'],
  ['/desk/message', '/desk/message', 'login no open open no open no open no', 'login no lost lost no lost no lost no', () => ({ step: 'preview', id: crypto.randomUUID(), subject: 'Rain', text: 'Bring a jacket.' })],
  ['/desk/message', ({ session }) => `/desk/message?to=sessions&session=${session}`, 'login no lost open no open no open no', 'login no lost done no done no done no', () => ({ step: 'preview', id: crypto.randomUUID(), subject: 'Rain', text: 'Bring a jacket.' })],
  ['/desk/sessions/:id/roster.csv', ({ session }) => `/desk/sessions/${session}/roster.csv`, 'login no lost names names names no names no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/mails', '/desk/mails?state=waiting&q=example', 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/team', '/desk/team', 'login no no no no no no open no', 'login no no no no no no /desk/team?done=invited no', () => ({ email: 'new@example.test', role: 'reader' })],
  ['/desk/team', '/desk/team?form=again', 'login no no no no no no open no', 'login no no no no no no lost no', () => ({ email: 'new@example.test' })],
  ['/desk/team', '/desk/team?form=take-back', 'login no no no no no no open no', 'login no no no no no no /desk/team?done=taken-back no', () => ({ email: 'new@example.test' })],
  ['/desk/team/:accountId', ({ member }) => `/desk/team/${member}`, 'login no no no no no no open no', 'login no no no no no no /desk/team no', () => ({ reader: 'on', reader_first: '2027-06-01' })],
  ['/desk/team/:accountId', ({ member }) => `/desk/team/${member}?form=dates`, 'login no no no no no no open no', 'login no no no no no no /desk/team no', () => ({ background_check: '2028-06-01' })],
  ['/desk/team/:accountId', ({ member }) => `/desk/team/${member}?form=reset`, 'login no no no no no no open no', 'login no no no no no no /desk/team no'],
  ['/desk/team/:accountId', ({ member }) => `/desk/team/${member}?form=end`, 'login no no no no no no open no', 'login no no no no no no /desk/team no'],
  ['/desk/my-second-step', '/desk/my-second-step', 'login no open open open open open open no', 'login no 422 422 422 422 422 422 no', () => ({ what: 'codes', password: 'a wrong guess', code: '123456' })],
  ['/desk/my-second-step', '/desk/my-second-step?new', 'login no open open open open open open no', 'login no 422 422 422 422 422 422 no', () => ({ code: '123456', sealed: 'x' })],
  ['/desk/log', '/desk/log', 'login no no no no names names names no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/season', '/desk/season', 'login no no no no open no open no', 'login no no no no /desk/season no /desk/season no', () => ({ what: 'delete-draft' })],
  ['/desk/settings', '/desk/settings', 'login no no no no no no open no', 'login no no no no no no 400 no'],
  ['/desk/settings', '/desk/settings?form=gateway', 'login no no no no no no open no', 'login no no no no no no 409 no', () => ({ environment: 'local' })],
  ['/desk/settings', '/desk/settings?form=demo', 'login no no no no no no open no', 'login no no no no no no 409 no', () => ({ sure: 'yes' })],
  ['/desk/settings/doctor', '/desk/settings/doctor', 'login no no no no no no open no', 'login no no no no no no done no'],
  ['/desk/season/events/:key', '/desk/season/events/new', 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/season/events/:key/:session', ({ event, sessionKey }) => `/desk/season/events/${event}/${sessionKey}`, 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/season/meetings/:id', ({ meeting }) => `/desk/season/meetings/${meeting}`, 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/season/programme', '/desk/season/programme', 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/season/pictures', '/desk/season/pictures', 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/season/pictures/:name', '/desk/season/pictures/mara-1a2b3c4d', 'login no no no no lost no lost no', 'login no 405 405 405 405 405 405 no'],
  ['/desk/season/copy', '/desk/season/copy', 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/season/day-off', '/desk/season/day-off', 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/season/registration', '/desk/season/registration', 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/season/registration', ({ event, sessionKey }) => `/desk/season/registration?event=${event}&session=${sessionKey}`, 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/season/changes', '/desk/season/changes', 'login no no no no open no open no', 'login no no no no lost no lost no', () => ({ revision: '1' })],
  ['/desk/season/upload', '/desk/season/upload', 'login no no no no open no open no', 'login no no no no 400 no 400 no'],
  ['/desk/season/file', '/desk/season/file', 'login no no no no open no open no', 'login no 405 405 405 405 405 405 no'],
]

/** The same for those that let people in. */
// biome-ignore format: one row a line
export const deskDoors: Row[] = [
  ['/desk/join/:token', '/desk/join/nothing', 'open open open open open open open open open', '410 410 410 410 410 410 410 410 410', () => ({ code: '123456', sealed: 'x' })],
  // There is an owner, so that no code is taken.
  ['/desk/set-up', '/desk/set-up', 'open open open open open open open open open', '410 410 410 410 410 410 410 410 410', () => ({ code: 'AAAAA-AAAAA' })],
  // Who has taken the second step is led on.
  ['/desk/second-step', '/desk/second-step?next=/desk/team', 'login no /desk/team /desk/team /desk/team /desk/team /desk/team /desk/team no', 'login no /desk/team /desk/team /desk/team /desk/team /desk/team /desk/team no', () => ({ code: '123456' })],
]

/** The same for calls of the API that the desk's own pages make: statuses. */
// biome-ignore format: one row a line
export const deskOperations: Call[] = [
  ['POST /desk/marks', markOf, '401 403 404 200 403 200 403 200 403'],
  ['POST /desk/kept-notes', ({ meeting }) => ({ meeting_id: meeting }), '401 403 404 200 403 200 403 200 403'],
]

function markOf({ meeting, player }: DeskIds) {
  const mark = {
    id: crypto.randomUUID(),
    person_id: player,
    mark: 'here',
    collected_by: null,
    at: new Date().toISOString(),
    seq: 1,
  }
  return { meeting_id: meeting, phone: crypto.randomUUID(), marks: [mark] }
}
