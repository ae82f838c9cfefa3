import { openBusToPage } from '#agreed/bus.ts'

/** Reports the end of the bank visit to the page. */
const told = new URLSearchParams(window.location.search)
const outcome = { auth_response: told.get('auth_response') }

openBusToPage(`${told.get('channel')}:threedsecure`).emit('AUTHENTICATION_COMPLETE', outcome)
