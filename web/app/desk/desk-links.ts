import { deskPages } from '#team/desk-pages.ts'
import { may } from '#team/rights.ts'
import type { Role } from '#team/roles.ts'
import type { SiteLink } from '#ui/frame/site-links.ts'

export type DeskData = { name: string; roles: ReadonlySet<Role> }

/** The pages of the desk's bar. A page joins this list when its route exists. */
const links: (SiteLink & { to: keyof typeof deskPages })[] = [
  { to: '/desk', name: 'Today' },
  { to: '/desk/sessions', name: 'Sessions' },
  { to: '/desk/families', name: 'Families' },
  { to: '/desk/season', name: 'Season' },
  { to: '/desk/mails', name: 'Mails' },
  { to: '/desk/team', name: 'Team' },
  { to: '/desk/log', name: 'Log' },
]

/** Shown on the help page. */
export const pageDescriptions: Record<string, string> = {
  '/desk': 'What waits for somebody, and who plays today. A figure leads to the list that it counts.',
  '/desk/sessions': 'Who plays in a session, its day sheets, and which sessions are full or have no coach.',
  '/desk/families': 'Every family, its players, places and money. Filter first, then search.',
  '/desk/season': 'Events, sessions, prices and places, as a draft. Families see it once you publish.',
  '/desk/mails': 'What the site wrote to whom, and whether it arrived.',
  '/desk/team': 'Who helps to run the programme, as what, and until when.',
  '/desk/log': 'Who did what, when and why.',
}

/** In the member's own menu. */
const personalLinks: typeof links = [
  { to: '/desk/my-second-step', name: 'My second step' },
  { to: '/desk/settings', name: 'Settings' },
]

const openTo = (roles: ReadonlySet<Role>, all: typeof links): SiteLink[] =>
  all.filter(({ to }) => may({ roles }, deskPages[to].see))

export const deskLinks = (roles: ReadonlySet<Role>) => openTo(roles, links)
export const personalDeskLinks = (roles: ReadonlySet<Role>) => openTo(roles, personalLinks)
