const prefix = '/*framebus*/'

type Message = { event: string; reply?: string; eventData?: unknown }
type Reply = (data: unknown) => void
type Listener = (data: unknown, reply: Reply | undefined) => void

/**
 * Messages between this frame and the page that holds it, in framebus 5.2.1 form. Only the parent window
 * counts; once it has answered, only its origin does, and messages go to that origin alone.
 */
export function openBus(channel: string) {
  const listeners = new Map<string, Listener>()
  let parentOrigin = '*'

  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || typeof data !== 'string' || !data.startsWith(prefix)) return
    if (parentOrigin !== '*' && origin !== parentOrigin) return
    const message: Message = JSON.parse(data.slice(prefix.length))
    const listener = listeners.get(message.event)
    if (!listener) return
    parentOrigin = origin
    const { reply } = message
    listener(message.eventData, reply ? (answer) => post({ event: reply, eventData: answer }) : undefined)
  })

  function post(message: Message) {
    window.parent.postMessage(prefix + JSON.stringify({ origin: '*', ...message }), parentOrigin)
  }

  return {
    on(event: string, listener: Listener) {
      listeners.set(`${channel}:hosted-fields:${event}`, listener)
    },
    emit(event: string, eventData?: unknown) {
      post({ event: `${channel}:hosted-fields:${event}`, eventData })
    },
    /** Sends an event and waits for its one answer. */
    ask(event: string, eventData?: unknown) {
      const reply = randomId()
      return new Promise<unknown>((resolve) => {
        listeners.set(reply, (answer) => {
          listeners.delete(reply)
          resolve(answer)
        })
        post({ event: `${channel}:hosted-fields:${event}`, reply, eventData })
      })
    },
  }
}

/** Not randomUUID, which pages without https do not have. */
function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export type Bus = ReturnType<typeof openBus>
