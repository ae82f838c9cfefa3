import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field, Options, SelectField } from '#ui/fields/field.tsx'
import { type ListSearch, type NarrowSearch, narrowProblems } from './list-address.ts'

type Address<Search> = {
  parse: (params: URLSearchParams) => Search
  toUrl: (search: Search) => string
}

/** Keeps filter fields in step with the URL, after Back and during navigation. */
export function useFilters<Search>(search: Search, { parse, toUrl }: Address<Search>) {
  const navigate = useNavigate()
  const { pathname, search: query } = useLocation()
  const next = useNavigation().location
  const shown = next?.pathname === pathname ? parse(new URLSearchParams(next.search)) : search
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const params = new URLSearchParams(query)
    for (const field of ref.current?.querySelectorAll('input') ?? [])
      field.value = params.get(field.name) ?? ''
  }, [query])
  function show(form: HTMLFormElement) {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    void navigate(toUrl(parse(new URLSearchParams(fields))))
  }
  return {
    shown,
    form: {
      ref,
      role: 'search',
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        show(event.currentTarget)
      },
    },
    select: (name: string, label: string, value: string | number | undefined): Select => ({
      ...{ name, label, value: value ?? '' },
      onChange: ({ currentTarget: { form } }) => form && show(form),
    }),
  }
}

type Select = {
  name: string
  label: string
  value: string | number
  onChange: (event: { currentTarget: HTMLSelectElement }) => void
}
type Filters<Search> = Pick<ReturnType<typeof useFilters<Search>>, 'shown' | 'select'>

export type Places = {
  events: { key: string; name: string }[]
  sessions: { id: number; name: string }[]
}

export function PlaceFilters({
  shown,
  select,
  events,
  sessions,
  any = 'Any event',
}: Filters<ListSearch> & Places & { any?: string }) {
  return (
    <>
      <SelectField {...select('event', 'In', shown.event)}>
        <option value="">{any}</option>
        <Options options={events.map(({ key, name }) => [key, name])} />
      </SelectField>
      {sessions.length > 0 && (
        <SelectField {...select('session', 'Session', shown.session)}>
          <option value="">Every session</option>
          <Options options={sessions.map(({ id, name }) => [id, name])} />
        </SelectField>
      )}
    </>
  )
}

export function TypedFilters({ search }: { search: NarrowSearch }) {
  const { family, day } = narrowProblems(search)
  return (
    <>
      <Field
        label="Family number"
        name="family"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={search.family}
        problem={family}
      />
      <Field label="Day" name="day" type="date" defaultValue={search.day} problem={day} />
      <Button type="submit">Show</Button>
    </>
  )
}
