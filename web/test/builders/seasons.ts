import { skillLevels } from '#people/people.ts'
import type { SeasonStructure, StructureSession } from '#season/file/season-structure.server.ts'

/** Numbers that come again in the same order: a season that fails can be made once more. */
export function seededDice(seed: number) {
  let state = seed
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (count: number) => Math.floor(roll() * count)
  return {
    upTo,
    oneOf: <Item>(items: readonly [Item, ...Item[]]): Item => items[upTo(items.length)] ?? items[0],
  }
}
export type Dice = ReturnType<typeof seededDice>

const head: SeasonStructure['programme'] = {
  name: 'Courtside Youth Tennis',
  blurb: 'Tennis: for every child, “all” of them #1',
  email: 'help@courtside.example',
  phone: '(555) 010-0142',
  address: ['18 Orchard Way', 'Fairmeadow, CA 94000'],
  'time zone': 'America/Los_Angeles',
  wallet: '@courtside-youth-tennis',
  clubs: ['Fairmeadow Park Tennis Club'],
  sections: { clinics: 'A few days: in small groups.' },
  picture: { file: 'court.svg', focus: '20% 50%', alt: 'Courts: two' },
  accent: '#14532d',
  logo: 'court.svg',
  limits: { 'hold minutes': 20, 'unpaid places': 0 },
  'reliability page': true,
  causes: {
    MCT: {
      ...{ name: 'Courtside', blurb: 'Courts.', about: 'And: balls.', ein: '00-0000142' },
      gifts: { 500: 'A season: #1', 50: 'Balls' },
    },
    DBF: { name: 'Fund', blurb: 'Balls.' },
  },
}
const texts = [
  'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
  '- yes: no',
  '“quoted” & *starred*',
  "it's #1",
  '2027',
  'true',
] as const
const weeks = [
  'Mon to Thu, 9:00 to 11:30 am',
  'Sat, 10:00 to 11:00 am',
  'Tue and Thu, 4:00 to 5:30 pm',
  'Mon to Sun, 12:00 to 1:00 pm',
] as const

/** A season of some years with sessions of every sort, made by dice. */
export function aSeason(dice: Dice, coach: string): SeasonStructure {
  const { upTo, oneOf } = dice
  const eventOf = (kind: string) => (_: unknown, index: number) => ({
    key: `${kind}-${index}`,
    name: oneOf(texts),
    summary: oneOf(texts),
    price: oneOf([180, 95.5, 0.05, 140.1]),
    'price note': oneOf(texts),
    location: [oneOf(texts), 'Courts: 3 to 6'],
    description: oneOf([
      'One line.',
      'A lead.\n\nAnother paragraph: with a colon.\n\n- and a dash',
      oneOf(texts),
    ]),
    ...(upTo(2) === 0 && { format: [oneOf(texts), oneOf(texts)] }),
    ...(upTo(2) === 0 && { coach: { name: 'Zoë Brisk', ...(upTo(2) === 0 && { line: oneOf(texts) }) } }),
    ...(upTo(2) === 0 && { bring: [oneOf(texts), 'a hat'] }),
    ...(upTo(4) === 0 && { active: false }),
    sessions: Array.from({ length: 1 + upTo(4) }, (_unused, at) => aSessionOf(dice, at + 1, coach)),
  })
  const some = (kind: string) => Array.from({ length: 1 + upTo(2) }, eventOf(kind))
  const members = [
    { name: 'Mara Quillfeather', years: [2026, 2027], bio: oneOf(texts), picture: 'mara.svg' },
    { name: 'Zoë Brisk', years: [2027], bio: 'Also: here.' },
  ]
  return {
    programme: head,
    staff: members,
    clinics: some('clinic'),
    lessons: some('lesson'),
    tournaments: some('cup'),
  }
}

function aSessionOf({ upTo, oneOf }: Dice, number: number, coach: string): StructureSession {
  const year = oneOf([2026, 2027, 2028])
  const starts = `${year}-${oneOf(['02', '06', '07'])}-${10 + upTo(18)}`
  return {
    number,
    starts,
    ends: `+${upTo(40)} days`,
    note: oneOf(texts),
    ...(upTo(3) > 0 && { places: 4 + upTo(20) }),
    ...(upTo(5) === 0 && { active: false }),
    ...(upTo(4) > 0 && { meets: oneOf(weeks) }),
    ...(upTo(2) === 0 && { skips: ['+1 day', '+3 days'] }),
    ...(upTo(3) === 0 && {
      extra: [`+${41 + upTo(9)} days, ${oneOf(['9:00 to 10:00 am', '8:15 pm to 9:05 pm'])}`],
    }),
    ...(upTo(2) === 0 && { court: oneOf(['Court 3', '7', 'Courts: 1 & 2']) }),
    ...(upTo(2) === 0 && { coaches: [coach] }),
    ...(upTo(3) === 0 && {
      opens: `${year}-01-0${1 + upTo(8)}, ${oneOf(['9:00 am', '12:00 am', '12:30 pm'])}`,
    }),
    ...(upTo(2) === 0 && { ages: oneOf(['8 to 10', '13 and up', '10 and under', 9]) }),
    ...(upTo(3) === 0 && { 'ages on': oneOf([`${year}-01-01`, `${year}-12-31`]) }),
    ...(upTo(3) === 0 && { levels: [oneOf(skillLevels)] }),
    ...(upTo(6) === 0 && { closed: oneOf(['Closed for now: write to us.', 'Too hot']) }),
  }
}
