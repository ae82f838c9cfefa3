import type { ReactNode } from 'react'
import { dollars } from '#platform/money.ts'
import { Problem } from '#ui/problem.tsx'
import { Cell, Row, Table } from '#ui/table.tsx'
import type { CartItem } from './cart.ts'
import { priceOf } from './checked-cart.ts'

/** The cart's items: player, session, price, each item's own error, and what can be done with it. */
export function CartTable({ items, action }: { items: CartItem[]; action?: (item: CartItem) => ReactNode }) {
  const columns = [{ name: 'Player' }, { name: 'Session' }, { name: 'Price', figures: true }]
  return (
    <Table
      caption="Sessions in your cart"
      columns={action ? [...columns, { name: 'Remove', hidden: true }] : columns}
    >
      {items.map((item) => (
        <Row key={`${item.player.id} ${item.eventSession.id}`}>
          <Cell>
            <bdi>
              {item.player.first_name} {item.player.last_name}
            </bdi>
          </Cell>
          <Cell>
            <b>{item.event.name}</b>
            <span className="line">{textOf(item.eventSession)}</span>
            {item.hasError && <Problem>{item.error} Please remove to continue.</Problem>}
          </Cell>
          <Cell figures className="amount">
            {dollars(priceOf(item))}
          </Cell>
          {action && <Cell>{action(item)}</Cell>}
        </Row>
      ))}
    </Table>
  )
}

const textOf = ({ session_number, start_date_str, end_date_str, description }: CartItem['eventSession']) =>
  `Session ${session_number}: ${start_date_str} - ${end_date_str} | ${description}`
