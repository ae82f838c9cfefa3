import { may, type Right } from '#team/rights.ts'
import type { Role } from '#team/roles.ts'
import type { SiteLink } from '#ui/site-links.ts'

/** What every page of the desk knows of the member. */
export type DeskFacts = { name: string; roles: ReadonlySet<Role> }

/** The pages of the desk, each for who may do what it is for. A page joins this list when its route exists. */
const links: (SiteLink & { right?: Right })[] = [
  { to: '/desk', name: 'Today' },
  { to: '/desk/sessions', name: 'Sessions', right: 'roster' },
  { to: '/desk/families', name: 'Families', right: 'sums' },
  { to: '/desk/season', name: 'Season', right: 'season' },
  { to: '/desk/mails', name: 'Mails', right: 'mails' },
  { to: '/desk/team', name: 'Team', right: 'team' },
  { to: '/desk/log', name: 'Log', right: 'log' },
]

/** Beside the name of who asks: seldom needed. */
const ownLinks: typeof links = [
  { to: '/desk/my-second-step', name: 'My second step' },
  { to: '/desk/settings', name: 'Settings', right: 'settings' },
]

const openTo = (roles: ReadonlySet<Role>, all: typeof links): SiteLink[] =>
  all.filter(({ right }) => !right || may({ roles }, right))

export const deskLinks = (roles: ReadonlySet<Role>) => openTo(roles, links)
export const ownDeskLinks = (roles: ReadonlySet<Role>) => openTo(roles, ownLinks)
