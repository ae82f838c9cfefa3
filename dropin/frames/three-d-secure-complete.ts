import { openBusToPage } from '#agreed/bus.ts'

/** Tells the page how the visit at the bank ended. */
const told = new URLSearchParams(window.location.search)
const outcome = { auth_response: told.get('auth_response') }

openBusToPage(`${told.get('channel')}:threedsecure`).emit('AUTHENTICATION_COMPLETE', outcome)
