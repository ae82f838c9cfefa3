import type { Right } from './rights.ts'

export type DeskPage = { see: Right; form?: Right; forms?: Record<string, Right> }

/**
 * The right to see each page of the desk, and that of each of its forms: `form` posts to the page's address, `forms` to
 * `?form=` and their name. A page without a row, and a form that its row does not name, open for nobody.
 */
// biome-ignore format: one row a line
export const deskPages = {
  '/desk': { see: 'desk' },
  '/desk/help': { see: 'desk' },
  '/desk/my-second-step': { see: 'desk', form: 'desk' },
  '/desk/*': { see: 'desk' },
  '/desk/families': { see: 'sums' },
  '/desk/families/new': { see: 'families', form: 'families' },
  '/desk/families/:number': { see: 'sums', forms: { 'open-note': 'care', 'signed-on-paper': 'families', 'ask-for-release': 'families', 'undo-merge': 'families', repaid: 'money', 'came-back': 'give back' } },
  '/desk/families/:number/register': { see: 'families', form: 'families' },
  '/desk/families/:number/add-player': { see: 'families', form: 'families' },
  '/desk/families/:number/merge': { see: 'families', form: 'families' },
  '/desk/families/:number/edit': { see: 'families', form: 'families' },
  '/desk/families/:number/players/:person': { see: 'families', form: 'families' },
  '/desk/families/:number/players/:person/:part': { see: 'families', form: 'families' },
  '/desk/families/:number/contacts/:person': { see: 'families', forms: { contact: 'families', 'contact-remove': 'families' } },
  '/desk/families/:number/give-up/:registration': { see: 'families', form: 'families' },
  '/desk/families/:number/money': { see: 'money', form: 'money' },
  '/desk/money/check': { see: 'money', form: 'money' },
  '/desk/families/:number/payments/:payment': { see: 'money', form: 'money' },
  '/desk/families/:number/places/:registration': { see: 'give back', form: 'give back' },
  '/desk/families/:number/returned/:registration': { see: 'give back', form: 'give back' },
  '/desk/families/:number/pay-out': { see: 'give back', form: 'give back' },
  '/desk/acts/:act': { see: 'give back', forms: { approve: 'give back', refuse: 'give back' } },
  '/desk/mails': { see: 'mails', form: 'mails' },
  '/desk/message': { see: 'message', form: 'message' },
  '/desk/meetings/:id': { see: 'roster', form: 'marks' },
  '/desk/meetings/:id/sheet.json': { see: 'roster' },
  '/desk/meetings/:id/guest': { see: 'marks', form: 'marks' },
  '/desk/sessions': { see: 'roster' },
  '/desk/sessions/:id': { see: 'roster', form: 'roster', forms: { 'take-over': 'season' } },
  '/desk/sessions/:id/roster.csv': { see: 'roster' },
  '/desk/team': { see: 'team', form: 'team', forms: { again: 'team', 'take-back': 'team' } },
  '/desk/team/:accountId': { see: 'team', form: 'team', forms: { dates: 'team', reset: 'team', end: 'team' } },
  '/desk/log': { see: 'log' },
  '/desk/settings': { see: 'settings', form: 'settings', forms: { mail: 'settings', gateway: 'settings', demo: 'settings' } },
  '/desk/settings/doctor': { see: 'settings', form: 'settings' },
  '/desk/season': { see: 'season', form: 'season' },
  '/desk/season/events/:key': { see: 'season', form: 'season' },
  '/desk/season/events/:key/:session': { see: 'season', form: 'season' },
  '/desk/season/meetings/:id': { see: 'season', form: 'season' },
  '/desk/season/programme': { see: 'season', form: 'season' },
  '/desk/season/pictures': { see: 'season', form: 'season' },
  '/desk/season/pictures/:name': { see: 'season' },
  '/desk/season/copy': { see: 'season', form: 'season' },
  '/desk/season/day-off': { see: 'season', form: 'season' },
  '/desk/season/registration': { see: 'season', form: 'season' },
  '/desk/season/changes': { see: 'season', form: 'season', forms: { publish: 'season' } },
  '/desk/season/file': { see: 'season' },
  '/desk/season/upload': { see: 'season', form: 'season' },
} as const satisfies Record<`/desk${string}`, DeskPage>
