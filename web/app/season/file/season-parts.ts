import { pluralOf } from '#events/events.ts'
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

/** An event whose sessions stand in their places; one that is wrong leaves its place empty. */
export type PartEvent = Omit<FileEvent, 'sessions'> & { sessions: (FileSession | undefined)[] }
export type Parts = {
  timeZone: string | undefined
  picture: ReturnType<typeof Picture.parse> | undefined
  logo: string | undefined
  staff: (ReturnType<typeof StaffMember.parse> | undefined)[]
  events: Record<Kind, (PartEvent | undefined)[]>
  demo: DemoSection | undefined | 'wrong'
}

/**
 * What is right by itself in a file, each part in its place: days, keys and names are checked there even while
 * something else is wrong.
 */
export function partsOf(written: unknown): Parts {
  const file = groupIn(written)
  const eventsOf = (kind: Kind) => listIn(file[pluralOf[kind]]).map(eventIn)
  return {
    timeZone: Programme.safeParse(file.programme).data?.['time zone'],
    picture: Picture.safeParse(groupIn(file.programme).picture).data,
    logo: Programme.shape.logo.safeParse(groupIn(file.programme).logo).data,
    staff: listIn(file.staff).map((member) => StaffMember.safeParse(member).data),
    events: Object.fromEntries(kinds.map((kind) => [kind, eventsOf(kind)])) as Parts['events'],
    demo: file.demo === undefined ? undefined : (Demo.safeParse(file.demo).data ?? 'wrong'),
  }
}

/** Where an event itself is wrong, its key and its sessions may yet be right. */
function eventIn(written: unknown): PartEvent | undefined {
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
