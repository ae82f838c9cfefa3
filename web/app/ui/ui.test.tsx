import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field } from '#ui/fields/field.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { CopyButton } from './copy-button.tsx'
import { PlacesMeter } from './places-meter.tsx'

const html = renderToStaticMarkup
const toText = (markup: string) => markup.replace(/<[^>]+>/g, '')

test('places left are said in words, and stand out in the last quarter, of a large session in the last four', () => {
  const meter = (free: number, places: number) => html(<PlacesMeter taken={places - free} places={places} />)

  expect(toText(meter(5, 16))).toBe('5 of 16 places left')
  expect(toText(meter(4, 16))).toBe('4 of 16 places left')
  for (const [free, places] of [
    [4, 16],
    [1, 4],
    [2, 8],
    [4, 40],
  ] as const)
    expect(meter(free, places)).toContain('class="places few"')
  for (const [free, places] of [
    [5, 16],
    [4, 4],
    [3, 4],
    [2, 4],
    [3, 8],
    [5, 40],
    [1, 3],
  ] as const)
    expect(meter(free, places)).not.toContain('few')
})

test('a session without places left says Full, also when more play than it has places', () => {
  expect(toText(html(<PlacesMeter taken={16} places={16} />))).toBe('Full')
  expect(toText(html(<PlacesMeter taken={17} places={16} />))).toBe('Full')
  expect(toText(html(<PlacesMeter taken={0} places={0} />))).toBe('Full')
})

test('up to 24 places are drawn one by one, more as a plain bar', () => {
  expect(html(<PlacesMeter taken={3} places={24} />)).toContain('class="marks"')
  expect(html(<PlacesMeter taken={3} places={25} />)).toContain('class="marks bar"')
})

test('the problem of a field is tied to its input, before its hint', () => {
  const markup = html(
    <Field label="Phone" name="phone" problem="Phone number is invalid" hint="For emergencies" />,
  )
  const described = /aria-describedby="([^"]+)"/.exec(markup)?.[1]?.split(' ') ?? []

  expect(markup).toContain('aria-invalid="true"')
  expect(described.map((id) => toText(markup.split(`id="${id}"`)[1]?.split('</p>')[0] ?? ''))).toEqual([
    expect.stringContaining('Phone number is invalid'),
    expect.stringContaining('For emergencies'),
  ])
})

test('a button that copies has its place before the script comes, so that nothing beside it moves', () => {
  const markup = html(<CopyButton text="2027-1041" />)

  expect(toText(markup)).toBe('Copy 2027-1041')
  expect(markup).toContain('awaits-script')
})

test('the line below a heading breaks no date and no time of day', () => {
  const markup = html(
    <PageTitle lead="Session 9, Nov 21 – Dec 2. Every day, 9:00 to 11:30 am">Green Ball</PageTitle>,
  )

  expect([...markup.matchAll(/unbroken">([^<]+)/g)].map(([, text]) => text)).toEqual([
    'Nov 21',
    'Dec 2',
    '11:30 am',
  ])
})
