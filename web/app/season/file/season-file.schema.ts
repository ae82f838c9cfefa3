import { z } from 'zod'
import { presets } from '#donations/donations.ts'
import { waysToWriteAges } from '#events/fit/ages.ts'
import { isName, plainName, skillLevels } from '#people/people.ts'
import { contrastWithWhite, leastContrast } from '#platform/format/accent.ts'
import { parsePrice, priceRange } from '#platform/format/money.ts'
import { offlineWays } from '#registrations/ways-to-pay.ts'
import { quoted } from './season-messages.ts'

/** Message of a problem: what is wrong, and an example. The reader prefixes file and line. */
const right = (example: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null
      ? `is missing; write ${example}`
      : `is ${shown(input)}; write ${example}`,
})

function shown(input: unknown): string {
  if (Array.isArray(input)) return 'a list'
  return typeof input === 'object' ? 'a group of lines' : quoted(String(input))
}

/** Strict object: unknown keys are errors. */
const group = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not known here; known are ${Object.keys(shape).join(', ')}`
        : right(`the lines ${Object.keys(shape).join(', ')}`).error(issue),
  })

const text = (example: string) => z.string(right(example)).trim().min(1, right(example))
const matching = (pattern: RegExp, example: string) =>
  z.string(right(example)).trim().regex(pattern, right(example))
const list = <Item extends z.ZodType>(item: Item, example: string) => z.array(item, right(example))
const wholeNumber = (least: number, example: string) =>
  z.number(right(example)).int(right(example)).min(least, right(example)).max(100_000, right(example))

const email = matching(/^[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}$/, 'an e-mail address in small letters')
const phone = matching(/^\(\d{3}\) \d{3}-\d{4}$/, 'a phone number such as (555) 010-0142')
const day = text('a day such as 2027-06-21')
const isTimeZone = (name: string) => Intl.supportedValuesOf('timeZone').includes(name) || name === 'UTC'
const letters = 'letters, blanks, hyphens, apostrophes and dots, 60 of them at most'
const personName = (example: string) =>
  text(example)
    .transform(plainName)
    .refine(isName, right(`${example}: ${letters}`))
const fullName = personName('a first and a last name').refine(
  (name) => name.includes(' '),
  right('a first and a last name'),
)

const price = z
  .union([z.string(), z.number()], right('dollars such as 180 or 95.50'))
  .transform((amount, context) => {
    const cents = parsePrice(String(amount))
    if (cents === undefined)
      context.addIssue({
        code: 'custom',
        message: `is ${quoted(String(amount))}; write ${priceRange}, such as 180 or 95.50`,
      })
    return cents ?? 0
  })

/** `[]` clears; a missing line leaves the value. */
const none = z.tuple([])
const orNone = <Item extends z.ZodType>(item: Item, example: string) =>
  z.union([item, none], right(`${example}, or [] for none`)).optional()
const closed = orNone(text('a sentence'), 'a sentence for families')

const meaningExample = 'what a gift of that much does, in up to 60 letters'
const meaning = text(meaningExample).max(60, right(meaningExample)).optional()

const Cause = group({
  name: text('the name of the cause'),
  blurb: text('one sentence about it'),
  about: text('a second sentence about it').optional(),
  gifts: group(Object.fromEntries(presets.map((dollars) => [dollars, meaning]))).optional(),
  ein: matching(/^\d{2}-\d{7}$/, 'the EIN in quotes, such as "12-3456789"').optional(),
})

const line = text('one line below the heading on the first page').optional()

const focus = 'its point that is never cut off, in percent from the left and from the top, such as 50% 40%'
const alt = 'what it shows, in up to 200 letters'
export const Picture = group({
  file: text('the path of a picture beside this file'),
  focus: matching(/^(\d\d?|100)% (\d\d?|100)%$/, focus).optional(),
  alt: text(alt).max(200, right(alt)),
})

const accentExample = 'a colour in quotes, such as "#0e3b29"'
const accent = matching(/^#[0-9a-f]{6}$/i, accentExample).refine(
  (colour) => !/^#[0-9a-f]{6}$/i.test(colour) || contrastWithWhite(colour) >= leastContrast,
  {
    error: ({ input }) =>
      `is ${shown(input)}, on which white words are hard to read: their contrast is ${contrastWithWhite(String(input)).toFixed(1)} to 1, and must be ${leastContrast} to 1; write a darker colour`,
  },
)

const upTo = (least: number, most: number, example: string) =>
  wholeNumber(least, example)
    .max(most, right(`${example}, at most ${most}`))
    .optional()

export const Programme = group({
  name: text('the name of the programme'),
  blurb: text('one sentence for the first page'),
  email,
  phone,
  address: list(text('a line of the address'), 'the lines of the postal address').min(
    1,
    right('at least one line'),
  ),
  'time zone': text('a time zone such as America/Los_Angeles').refine(
    isTimeZone,
    right('a time zone such as America/Los_Angeles'),
  ),
  wallet: matching(/^(@[\w-]+)?$/, 'a Venmo handle in quotes, such as "@our-club", or "" for none'),
  clubs: list(text('the name of a club'), 'the clubs of the liability release'),
  sections: group({ clinics: line, lessons: line, leagues: line, tournaments: line }).optional(),
  picture: Picture.optional(),
  accent: accent.optional(),
  logo: text('the path of a picture beside this file').optional(),
  limits: group({
    'hold minutes': upTo(1, 1440, 'the minutes for which checkout keeps places, such as 15'),
    players: upTo(1, 1000, 'the most players of an account'),
    'unpaid places': upTo(0, 10_000, 'the most places of a family to pay later'),
    'unpaid places of a session': upTo(0, 10_000, 'the most of these in one session'),
    'dollars given back by one member': upTo(
      0,
      100_000,
      'the dollars that one member gives back to a family in 30 days',
    ),
  }).optional(),
  'reliability page': z.boolean(right('true or false')).optional(),
  causes: group({ MCT: Cause, DBF: Cause }),
  closed,
})

export const StaffMember = group({
  name: personName('the name of the staff member'),
  years: list(z.union([z.string(), z.number()]), 'years such as [2027, 2028]').min(
    1,
    right('at least one year'),
  ),
  picture: text('the path of a picture beside this file').optional(),
  bio: text('a sentence or two about them'),
})

const meetsExample = 'weekdays and hours such as Mon to Thu, 9:00 to 11:30 am'
const extraExample = 'a day and hours such as 2027-07-09, 9:00 to 11:30 am'
const ages = z.union([z.string(), z.number()], right(waysToWriteAges)).transform(String)
const level = z.enum(skillLevels, right(`${skillLevels.slice(0, -1).join(', ')} or ${skillLevels.at(-1)}`))
const opensExample = 'a day and a time such as 2027-03-01, 9:00 am'

const waysToPay = ['card', ...offlineWays, 'unpaid'] as const

export const Session = group({
  number: wholeNumber(1, 'the number of the session, from 1'),
  starts: day,
  ends: day,
  note: text(
    'days and hours, and the group in brackets, such as Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
  ),
  places: wholeNumber(1, 'the number of places, or leave the line out where it is never full').optional(),
  active: z.boolean(right('true or false')).optional(),
  meets: orNone(text(meetsExample), meetsExample),
  skips: list(day, 'the days on which it does not meet').optional(),
  extra: list(text(extraExample), 'a list of days with their hours').optional(),
  court: orNone(text('a court'), 'a court such as Court 3'),
  coaches: list(email, 'the e-mail addresses of its coaches').optional(),
  opens: orNone(text(opensExample), opensExample),
  ages: orNone(ages, waysToWriteAges),
  'ages on': orNone(day, 'the day on which the years are counted'),
  levels: list(level, `a list of ${skillLevels.join(', ')}`).optional(),
  closed,
  demo: z
    .record(
      z.string().transform(plainName),
      z.union(
        [z.enum(waysToPay), z.number()],
        right(`one of ${waysToPay.join(', ')}; after “others” a number`),
      ),
      right('names and how they paid'),
    )
    .optional(),
})

const lineLength = 160
const lineExample = `a line of theirs of up to ${lineLength} letters`
/** As families see it. */
const Coach = group({
  name: personName('the name of somebody on the staff list'),
  line: text(lineExample).max(lineLength, right(lineExample)).optional(),
})
const bringItem = 'a thing of up to 60 letters, such as a hat'
const bring = 'a list of up to 8 things such as [water, a hat]'

const eventShape = {
  key: matching(
    /^[a-z0-9][a-z0-9-]*$/,
    'a short name in small letters, digits and hyphens that never changes',
  ),
  name: text('the name of the event'),
  summary: text('one line for the list of the season'),
  description: text('a description; an empty line begins a new paragraph'),
  price,
  'price note': text('what the price is for, such as per player and session'),
  location: list(
    text('a line of place or time, in quotes where it has a colon'),
    'the lines of place and time',
  ).min(1, right('at least one line')),
  format: list(text('a line of text, in quotes where it has a colon'), 'a list of lines').optional(),
  coach: Coach.optional(),
  bring: list(text(bringItem).max(60, right(bringItem)), bring)
    .max(8, 'has more than 8 things; write 8 at most')
    .optional(),
  active: z.boolean(right('true or false')).optional(),
  sessions: list(Session, 'a list of sessions'),
}
const Event = group(eventShape)
/** Superset of all kinds: their extra fields are optional. */
export const Clinic = group({
  ...eventShape,
  missions: list(
    text('a mission statement, in quotes where it has a colon'),
    'a list of mission statements',
  ).optional(),
})

const birthday = matching(/^\d{4}-\d\d-\d\d$/, 'a day such as 2017-04-12')
const Player = group({ name: fullName, birthday, level, phone: phone.optional() })
const Account = group({
  email,
  parent: group({ name: fullName, phone }),
  myself: Player.optional(),
  players: list(Player, 'a list of players').optional(),
})
export const Demo = group({
  password: text('a password of at least 8 characters').min(8, right('a password of at least 8 characters')),
  accounts: list(Account, 'a list of accounts'),
  others: list(fullName, 'a list of names'),
})

export const SeasonFile = group({
  programme: Programme,
  staff: list(StaffMember, 'a list of staff members').optional(),
  clinics: list(Clinic, 'a list of clinics').optional(),
  lessons: list(Event, 'a list of lessons').optional(),
  leagues: list(Event, 'a list of leagues').optional(),
  tournaments: list(Event, 'a list of tournaments').optional(),
  demo: Demo.optional(),
  'demo stays': z.boolean(right('true or false')).optional(),
  revision: wholeNumber(1, 'the number that an export wrote here, or leave the line out').optional(),
})
export type SeasonFile = z.output<typeof SeasonFile>
export type FileEvent = z.output<typeof Clinic>
export type FileSession = z.output<typeof Session>
export type DemoSection = z.output<typeof Demo>
