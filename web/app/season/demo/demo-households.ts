import { randomUUID } from 'node:crypto'
import type { DemoSection } from '#season/file/season-file.schema.ts'

export type Household = {
  email: string
  password: string
  parent: { name: string; phone: string }
  players: {
    role: 'myself' | 'family'
    name: string
    phone?: string | undefined
    birthday: string
    level: string
  }[]
  /** Fills sessions without being named in their `demo` lines. */
  isOthers: boolean
}

export const listHouseholds = (demo: DemoSection): Household[] => [
  ...demo.accounts.map(({ email, parent, myself, players = [] }) => ({
    email,
    parent,
    password: demo.password,
    players: [
      ...(myself ? [{ ...myself, role: 'myself' as const }] : []),
      ...players.map((player) => ({ ...player, role: 'family' as const })),
    ],
    isOthers: false,
  })),
  neighbours(demo.others),
]

/** One household whose many children fill the sessions; nobody knows its password. */
const neighbours = (names: string[]): Household => ({
  email: 'demo.neighbours@courtside.example',
  password: randomUUID(),
  parent: { name: 'Demo Neighbours', phone: '(555) 010-0199' },
  players: names.map((name) => ({ role: 'family', name, birthday: '2016-05-05', level: 'Beginner' })),
  isOthers: true,
})

/** "Robin de la Vale" → Robin, de la Vale */
export function inTwo(name: string) {
  const space = name.indexOf(' ')
  return { firstName: name.slice(0, space), lastName: name.slice(space + 1) }
}
