export type SiteLink = { to: string; name: string; within?: string }

/** The programme's pages. A page joins this list when its route exists; `within` marks the pages below a link. */
export const programmeLinks: SiteLink[] = [
  { to: '/#clinics', name: 'Clinics', within: '/pages/clinic/' },
  { to: '/#lessons', name: 'Lessons', within: '/pages/lesson/' },
  { to: '/#leagues', name: 'Leagues', within: '/pages/league/' },
  { to: '/#tournaments', name: 'Tournaments', within: '/pages/tournament/' },
  { to: '/pages/staff', name: 'Staff' },
  { to: '/pages/donate', name: 'Donate' },
]

/** For whoever waits for a full session. */
const waitingList: SiteLink = { to: '/pages/waiting-list', name: 'Waiting list' }

/** The pages of a signed-in account, above "Log out". */
export const accountLinks = (isWaiting: boolean): SiteLink[] => [
  ...(isWaiting ? [waitingList] : []),
  { to: '/pages/registration-history', name: 'Registration history' },
  { to: '/pages/family-players', name: 'Family players' },
  { to: '/pages/emergency-contact', name: 'Emergency contact' },
  { to: '/pages/account', name: 'Account settings' },
]

export const footerLinks: SiteLink[] = [
  { to: '/', name: 'Season' },
  { to: '/pages/staff', name: 'Staff' },
  { to: '/pages/donate', name: 'Donate' },
  { to: '/pages/policy', name: 'Privacy' },
]
