import '@courtside/dropin/element'

/** A page that draws its elements itself. */
function openShop([authorization = '']: string[]) {
  const element = document.createElement('payment-dropin')
  element.options = { card: { cardholderName: true } }
  element.setAttribute('authorization', authorization)
  element.setAttribute('locale', 'de_DE')
  const events: string[] = []
  for (const event of ['ready', 'failed', 'paymentMethodRequestable'])
    element.addEventListener(event, () => events.push(event))
  element.addEventListener('ready', () =>
    Object.assign(window, { widget: element.widget, element, told: events }),
  )
  document.getElementById('shop')?.append(element)
}

Object.assign(window, { openShop })
