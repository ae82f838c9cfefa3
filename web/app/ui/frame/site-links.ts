export type SiteLink = { to: string; name: string; within?: string }

/** `within` is the prefix of the pages below a link. */
export const programmeLinks: SiteLink[] = [
  { to: '/#clinics', name: 'Clinics', within: '/pages/clinic/' },
  { to: '/#lessons', name: 'Lessons', within: '/pages/lesson/' },
  { to: '/#leagues', name: 'Leagues', within: '/pages/league/' },
  { to: '/#tournaments', name: 'Tournaments', within: '/pages/tournament/' },
  { to: '/pages/staff', name: 'Staff' },
  { to: '/pages/donate', name: 'Donate' },
]

const waitingList: SiteLink = { to: '/pages/waiting-list', name: 'Waiting list' }

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
