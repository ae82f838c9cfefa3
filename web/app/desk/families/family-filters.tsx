import Search from 'lucide-react/icons/search'
import { Form } from 'react-router'
import { PlaceFilters, type Places, useFilters } from '#desk/list-filters.tsx'
import { Button } from '#ui/button.tsx'
import { Field, Options, SelectField } from '#ui/fields/field.tsx'
import { type FamilySearch, familyListUrl, newDaysChoices, parseFamilySearch } from './family-search.ts'
import { familyStateNames, familyStates } from './family-states.ts'

type Props = Places & {
  search: FamilySearch
  /** May see unsigned releases. */
  mayAdd: boolean
}

export function FamilyFilters({ search, events, sessions, mayAdd }: Props) {
  const { shown, form, select } = useFilters(search, { parse: parseFamilySearch, toUrl: familyListUrl })
  const states = familyStateNames.filter((state) => mayAdd || familyStates[state].right !== 'families')
  return (
    <Form {...form} className="list-filters baseline">
      <div className="find-family">
        <Field
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
          <Options options={states.map((state) => [state, `Who ${familyStates[state].many}`])} />
        </SelectField>
        <PlaceFilters {...{ shown, select, events, sessions }} any="Any event, or none" />
        <SelectField {...select('new', 'Since', shown.newDays)}>
          <option value="">At any time</option>
          <Options options={newDaysChoices.map(({ days, name }) => [days, `New ${name}`])} />
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
