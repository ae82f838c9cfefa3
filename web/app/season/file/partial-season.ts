import { plurals } from '#events/events.ts'
import { type Kind, kinds } from '#events/kinds.ts'
import {
  Clinic,
  Demo,
  type DemoSection,
  type FileEvent,
  type FileSession,
  Picture,
  Programme,
  Session,
  StaffMember,
} from './season-file.schema.ts'

/** Indexes are preserved: an invalid session is undefined. */
export type PartialEvent = Omit<FileEvent, 'sessions'> & { sessions: (FileSession | undefined)[] }
export type PartialSeason = {
  timeZone: string | undefined
  picture: ReturnType<typeof Picture.parse> | undefined
  logo: string | undefined
  staff: (ReturnType<typeof StaffMember.parse> | undefined)[]
  events: Record<Kind, (PartialEvent | undefined)[]>
  demo: DemoSection | undefined | 'wrong'
}

/** The parts of a file that are valid by themselves, so that days, keys and names are checked despite other errors. */
export function parsePartial(written: unknown): PartialSeason {
  const file = groupIn(written)
  const parseEvents = (kind: Kind) => listIn(file[plurals[kind]]).map(parseEvent)
  return {
    timeZone: Programme.safeParse(file.programme).data?.['time zone'],
    picture: Picture.safeParse(groupIn(file.programme).picture).data,
    logo: Programme.shape.logo.safeParse(groupIn(file.programme).logo).data,
    staff: listIn(file.staff).map((member) => StaffMember.safeParse(member).data),
    events: Object.fromEntries(kinds.map((kind) => [kind, parseEvents(kind)])) as PartialSeason['events'],
    demo: file.demo === undefined ? undefined : (Demo.safeParse(file.demo).data ?? 'wrong'),
  }
}

/** Key and sessions of an invalid event may still be valid. */
function parseEvent(written: unknown): PartialEvent | undefined {
  const whole = Clinic.safeParse(written).data
  if (whole) return whole
  const { key, sessions } = groupIn(written)
  return {
    key: typeof key === 'string' ? key : '',
    name: '',
    summary: '',
    description: '',
    price: 0,
    'price note': '',
    location: [],
    sessions: listIn(sessions).map((session) => Session.safeParse(session).data),
  }
}

const groupIn = (written: unknown): Record<string, unknown> =>
  typeof written === 'object' && written !== null ? { ...written } : {}
const listIn = (written: unknown): unknown[] => (Array.isArray(written) ? written : [])
