import { type ReactNode, useState } from 'react'
import { dollars } from '#platform/format/money.ts'
import { acceptChanges, type CartItem, removeFromCart } from '#registrations/cart.ts'
import { Button } from '#ui/button.tsx'
import { useDeferredPart, useLazyPart } from '#ui/lazy-parts.ts'
import { Problem } from '#ui/problem.tsx'
import { Cell, Row, Table } from '#ui/table.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { hasChanged, itemCents } from './checked-cart.ts'

const loadFitCard = () => import('#registrations/fit/fit-card.tsx')
const isMisfit = ({ error_code }: CartItem) => error_code === 'does-not-fit'
const loadWaiting = () => import('./wait-in-cart.tsx')

type Props = {
  items: CartItem[]
  /** The payment is under way: nothing changes. */
  busy?: boolean
  action?: (item: CartItem) => ReactNode
}

export function CartTable({ items, busy = false, action }: Props) {
  const fit = useDeferredPart(loadFitCard, items.some(isMisfit))
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
            <span className="line">
              <Unbroken>{itemText(item.eventSession)}</Unbroken>
            </span>
            {item.hasError && (
              <>
                <Problem>{item.error} Please remove to continue.</Problem>
                {fit && isMisfit(item) && (
                  <fit.FitCard player={item.player} sessionId={item.eventSession.id} />
                )}
                <p className="row cell-actions">
                  {hasChanged(item) && (
                    <Button size="small" disabled={busy} onClick={() => acceptChanges(item)}>
                      {item.session_now ? 'Take it as it is now' : 'Take the new price'}
                      <Whose item={item} />
                    </Button>
                  )}
                  {item.error_code === 'full' && <WaitButton item={item} items={items} busy={busy} />}
                  {!action && <RemoveButton item={item} busy={busy} />}
                </p>
              </>
            )}
          </Cell>
          <Cell figures className="amount">
            {dollars(itemCents(item))}
          </Cell>
          {action && <Cell>{action(item)}</Cell>}
        </Row>
      ))}
    </Table>
  )
}

export function RemoveButton({ item, busy = false }: { item: CartItem; busy?: boolean }) {
  return (
    <Button size="small" disabled={busy} onClick={() => removeFromCart(item)}>
      Remove
      <Whose item={item} />
    </Button>
  )
}

/** For everybody in the cart who wants this full session. */
function WaitButton({ item, items, busy }: { item: CartItem; items: CartItem[]; busy: boolean }) {
  const [isOpen, open] = useState(false)
  const waiting = useLazyPart(loadWaiting)
  const others = items.filter(
    (other) =>
      other !== item && other.error_code === 'full' && other.eventSession.id === item.eventSession.id,
  )
  return (
    <>
      <Button size="small" disabled={busy} onClick={async () => open(await waiting.bring())}>
        Wait for it
        <Whose item={item} />
      </Button>
      {isOpen && waiting.part && (
        <waiting.part.default items={[item, ...others]} onClose={() => open(false)} />
      )}
    </>
  )
}

const Whose = ({ item: { player, event } }: { item: CartItem }) => (
  <span className="visually-hidden">
    {' '}
    {player.first_name}, {event.name}
  </span>
)

const itemText = ({ session_number, start_date_str, end_date_str, description }: CartItem['eventSession']) =>
  `Session ${session_number}: ${start_date_str} - ${end_date_str} | ${description}`
