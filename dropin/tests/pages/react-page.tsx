import { DropIn } from '@courtside/dropin/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A page of a shop in React, whose shopper goes to the payment and back; with more than one payment at a time, too. */
function Shop({ authorizations }: { authorizations: string[] }) {
  const [isPaying, setPaying] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setPaying(!isPaying)}>
        {isPaying ? 'Back' : 'Pay'}
      </button>
      {isPaying &&
        authorizations.map((authorization, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same place gets another authorization
          <section key={index}>
            <DropIn
              options={{ authorization, card: { cardholderName: true } }}
              onInstance={(widget) => Object.assign(window, { widget })}
            />
          </section>
        ))}
    </>
  )
}

let root: ReturnType<typeof createRoot> | undefined

function openShop(authorizations: string[]) {
  const place = document.getElementById('shop')
  if (!place) return
  root ??= createRoot(place)
  root.render(
    <StrictMode>
      <Shop authorizations={authorizations} />
    </StrictMode>,
  )
}

Object.assign(window, { openShop })
