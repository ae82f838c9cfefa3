import { Form, useLocation, useNavigation, useSubmit } from 'react-router'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/fields/field.tsx'

type Props = {
  years: number[]
  year: number
  players: { id: string; name: string }[]
  player: string | null
}

/** Shows the address's filters, also after Back, or the next ones while they load. */
export function Filters({ years, year, players, player }: Props) {
  const submit = useSubmit()
  const { pathname } = useLocation()
  const next = useNavigation().location
  const coming = next?.pathname === pathname ? new URLSearchParams(next.search) : undefined
  return (
    <Form className="filters" aria-label="Filter" onChange={(event) => submit(event.currentTarget)}>
      <SelectField label="Year" name="year" value={coming?.get('year') ?? year} onChange={stayControlled}>
        {years.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      <SelectField
        label="Player"
        name="player"
        value={coming?.get('player') ?? player ?? ''}
        onChange={stayControlled}
      >
        <option value="">All players</option>
        {players.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <noscript>
        <Button type="submit">Show</Button>
      </noscript>
    </Form>
  )
}

/** Changes are handled by the form. */
const stayControlled = () => undefined
