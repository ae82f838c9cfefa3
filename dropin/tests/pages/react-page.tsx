import { DropIn } from 'dropin/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A page of a shop in React, whose shopper goes to the payment and back. */
function Shop({ authorization }: { authorization: string }) {
  const [isPaying, setPaying] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setPaying(!isPaying)}>
        {isPaying ? 'Back' : 'Pay'}
      </button>
      {isPaying && (
        <DropIn
          options={{ authorization, card: { cardholderName: true } }}
          onInstance={(widget) => Object.assign(window, { widget })}
        />
      )}
    </>
  )
}

function openShop(authorization: string) {
  const place = document.getElementById('shop')
  if (place)
    createRoot(place).render(
      <StrictMode>
        <Shop authorization={authorization} />
      </StrictMode>,
    )
}

Object.assign(window, { openShop })
