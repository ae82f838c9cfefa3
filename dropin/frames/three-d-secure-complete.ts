import { openBusToPage } from '#agreed/bus.ts'

/** Reports the end of the bank visit to the page. */
const result = new URLSearchParams(window.location.search)
const outcome = { auth_response: result.get('auth_response') }

openBusToPage(`${result.get('channel')}:threedsecure`).emit('AUTHENTICATION_COMPLETE', outcome)
