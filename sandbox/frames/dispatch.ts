/** A hidden frame by which a window that the page has opened tells that it is done (in messages of framebus). */
const service = window.name.replace('dispatch_', '')

function tell(event: string, eventData?: object) {
  const message = { event: `${service}:frameService:${event}`, origin: '*', eventData }
  window.parent.postMessage(`/*framebus*/${JSON.stringify(message)}`, '*')
}

Object.assign(window, { report: () => tell('DISPATCH_FRAME_REPORT', { payload: {} }) })
tell('DISPATCH_FRAME_READY')
