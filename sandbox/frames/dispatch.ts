/** A hidden frame by which a window that the page has opened can tell that it is done (a message of framebus). */
const service = window.name.replace('dispatch_', '')
const ready = { event: `${service}:frameService:DISPATCH_FRAME_READY`, origin: '*' }
window.parent.postMessage(`/*framebus*/${JSON.stringify(ready)}`, '*')

export {}
