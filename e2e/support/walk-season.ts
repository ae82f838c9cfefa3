import { addDays, todayIn } from '../../web/app/platform/format/dates.ts'

/** Less than a week: its coach sees who comes. */
const soon = addDays(todayIn('America/Los_Angeles'), 6)

/** A season as a volunteer writes it: the price is no number, its picture is not beside it, its coach has no account. */
export const seasonFile = `
programme:
  name: Orchard Tennis
  blurb: Tennis for everybody in the orchard.
  email: play@orchard.example
  phone: (555) 010-0142
  address: [18 Orchard Way, "Fairmeadow, CA 94000"]
  time zone: America/Los_Angeles
  wallet: "@orchard-tennis"
  clubs: [Orchard Club]
  causes:
    MCT: { name: Orchard Tennis, blurb: Every gift goes to the programme. }
    DBF: { name: Orchard Fund, blurb: Rackets for everybody. }

staff:
  - name: Mara Quill
    years: [${soon.slice(0, 4)}]
    picture: mara.jpg
    bio: Left-handed.

clinics:
  - key: green
    name: Green Ball Clinic
    summary: Ages 8 to 12 · four mornings
    description: Games, strokes and points.
    price: 120 dollars
    price note: per player and session
    location: [Orchard Courts]
    coach: { name: Mara Quill }
    sessions:
      - number: 1
        starts: ${soon}
        ends: ${addDays(soon, 3)}
        note: Every day, 9:00 to 11:30 am
        meets: every day, 9:00 to 11:30 am
        coaches: [mara@orchard.example]
        places: 8

tournaments:
  - key: open
    name: Orchard Open Day
    summary: All ages · one morning
    description: Come and try.
    price: 0
    price note: rackets included
    location: [Orchard Courts]
    sessions:
      - number: 1
        starts: ${addDays(soon, 9)}
        ends: ${addDays(soon, 9)}
        note: One day, 9:00 am to 1:00 pm
        meets: every day, 9:00 am to 1:00 pm
        places: 20
`
