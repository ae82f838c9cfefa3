import type { Right } from '#team/rights.ts'

type Job = { does: string; how: string; to: string; right: Right }

export const jobs: Job[] = [
  {
    does: 'Find a family',
    how: 'By a name, an email, a phone number, or the number of an invoice or receipt.',
    to: '/desk/families',
    right: 'sums',
  },
  {
    does: 'Add a family without an account',
    how: 'With an email it gets a link to choose a password; without one it gets paper.',
    to: '/desk/families/new',
    right: 'families',
  },
  {
    does: 'Register a player',
    how: 'On the page of the family: “Register a player”. A full session goes by its waiting list.',
    to: '/desk/families',
    right: 'families',
  },
  {
    does: 'Give a place of a full session',
    how: 'On the page of the family: “Waiting list”, at the end or with a reason at the head. What is offered stands on that page, to accept or decline.',
    to: '/desk/families',
    right: 'families',
  },
  {
    does: 'Call families without an email',
    how: 'When a place is held for them, or their waiting list is over. Press “Called” when they know.',
    to: '/desk/calls',
    right: 'families',
  },
  {
    does: 'Record a check, cash or a Venmo transfer',
    how: 'On the page of the family: “Record money”. Any sum: what is over becomes credit. The receipt goes out by itself.',
    to: '/desk/families?state=unpaid',
    right: 'money',
  },
  {
    does: 'Give up a place',
    how: 'On the page of the family, beside the place. It is free for others at once.',
    to: '/desk/families',
    right: 'families',
  },
  {
    does: 'Write to the families of a session, an event or a day',
    how: 'You see the mail and how many get it before it goes out.',
    to: '/desk/message',
    right: 'message',
  },
  {
    does: 'Mark who came',
    how: 'Open the meeting under “At the courts today”, and tap each player. It works without signal, too.',
    to: '/desk',
    right: 'marks',
  },
  {
    does: 'Cancel a meeting',
    how: 'In the season: its event, its session, then the meeting. Its families get a mail.',
    to: '/desk/season',
    right: 'season',
  },
  {
    does: 'Change a price, places or hours',
    how: 'Save as many changes as you like, look at all of them, then publish once.',
    to: '/desk/season',
    right: 'season',
  },
  {
    does: 'Send a mail again',
    how: 'Filter the mails by family or state, and press “Send again”.',
    to: '/desk/mails?state=failed',
    right: 'mails',
  },
]
