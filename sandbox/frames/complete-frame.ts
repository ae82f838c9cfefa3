/** Tells the page how the visit at the bank ended (a message of framebus). */
const told = new URLSearchParams(window.location.search)
const done = {
  event: `${told.get('channel')}:threedsecure:AUTHENTICATION_COMPLETE`,
  origin: '*',
  eventData: { auth_response: told.get('auth_response') },
}
window.parent.postMessage(`/*framebus*/${JSON.stringify(done)}`, '*')
