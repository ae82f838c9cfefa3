import Search from 'lucide-react/icons/search'
import { useEffect, useRef } from 'react'
import { Form, useLocation, useNavigate, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import { familyStates, stateNames } from '#volunteer/family-states.ts'
import { addressOf, type FamilySearch, newDaysChoices, searchIn } from './family-search.ts'

type Props = {
  search: FamilySearch
  events: { key: string; name: string }[]
  sessions: { id: number; name: string }[]
  /** Sees who has signed the release. */
  mayAdd: boolean
}

/** They say what the address says, also after Back, and while the next one is on its way. */
export function FamilyFilters({ search, events, sessions, mayAdd }: Props) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const next = useNavigation().location
  const shown = next?.pathname === pathname ? searchIn(new URLSearchParams(next.search)) : search
  const text = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (text.current) text.current.value = search.text ?? ''
  }, [search.text])
  /** Without what was left empty, so that the address can be read. */
  function show(form: HTMLFormElement) {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    void navigate(addressOf(searchIn(new URLSearchParams(fields))))
  }
  const select = (name: string, label: string, value: string | number | undefined) => ({
    ...{ name, label, value: value ?? '' },
    onChange: ({ currentTarget: { form } }: { currentTarget: HTMLSelectElement }) => form && show(form),
  })
  const states = stateNames.filter((state) => mayAdd || familyStates[state].right !== 'families')
  return (
    <Form
      className="family-filters baseline"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        show(event.currentTarget)
      }}
    >
      <div className="find-family">
        <Field
          ref={text}
          label="Name, email, phone, invoice or receipt"
          name="q"
          type="search"
          defaultValue={search.text}
          autoComplete="off"
          spellCheck={false}
          hint="The first letters are enough: “pip lob”, “edith@”, “0177”, “2027-1042”, “R-5004”."
        />
        <Button type="submit" variant="ball" icon={<Search aria-hidden size="1.25em" />}>
          Find
        </Button>
      </div>
      <div className="filter-row">
        <SelectField {...select('state', 'Show', shown.state)}>
          <option value="">Everybody</option>
          {states.map((state) => (
            <option key={state} value={state}>
              Who {familyStates[state].many}
            </option>
          ))}
        </SelectField>
        <SelectField {...select('event', 'In', shown.event)}>
          <option value="">Any event, or none</option>
          {events.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        {sessions.length > 0 && (
          <SelectField {...select('session', 'Session', shown.session)}>
            <option value="">Every session</option>
            {sessions.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField {...select('new', 'Since', shown.newDays)}>
          <option value="">At any time</option>
          {newDaysChoices.map(({ days, name }) => (
            <option key={days} value={days}>
              New {name}
            </option>
          ))}
        </SelectField>
        <SelectField {...select('sort', 'Order', shown.sort)}>
          <option value="">By name</option>
          <option value="newest">Newest first</option>
        </SelectField>
        <noscript>
          <Button type="submit">Show</Button>
        </noscript>
      </div>
    </Form>
  )
}
