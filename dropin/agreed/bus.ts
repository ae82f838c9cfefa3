import { uuid } from './uuid.ts'

const prefix = '/*framebus*/'

type Message = { event: string; reply?: string; eventData?: unknown }
type Answer = (answer: unknown) => void
type Listener = (data: unknown, answer: Answer) => void

type Ends = {
  /** Only these windows are sent to and listened to. */
  windows: () => Iterable<Window | null>
  /** Frames do not know the origin of their page: they send to any, and stay with the first that answers. */
  origin?: string
}

/** Messages between page and frames in the format of framebus 5.2.1; `channel` prefixes every event name. */
export function openBus(channel: string, { windows, origin = '*' }: Ends) {
  const listeners = new Map<string, Listener>()
  const fullName = (event: string) => `${channel}:${event}`

  function receive({ source, origin: from, data }: MessageEvent) {
    if (typeof data !== 'string' || !data.startsWith(prefix)) return
    const sender = findWindow(source)
    if (!sender || (origin !== '*' && from !== origin)) return
    const { event, reply, eventData }: Message = JSON.parse(data.slice(prefix.length))
    const listener = listeners.get(event)
    if (!listener) return
    origin = from
    listener(eventData, (answer) => {
      if (reply) post(sender, { event: reply, eventData: answer })
    })
  }

  function findWindow(source: MessageEventSource | null) {
    for (const window of windows()) if (window !== null && window === source) return window
    return undefined
  }

  function post(window: Window | null, message: Message) {
    window?.postMessage(prefix + JSON.stringify({ origin: '*', ...message }), origin)
  }

  window.addEventListener('message', receive)
  return {
    on(event: string, listener: Listener) {
      listeners.set(fullName(event), listener)
    },
    emit(event: string, eventData?: unknown, some = windows()) {
      for (const window of some) post(window, { event: fullName(event), eventData })
    },
    ask(event: string, eventData: unknown, onAnswer: Answer) {
      const reply = uuid()
      listeners.set(reply, (answer) => {
        listeners.delete(reply)
        onAnswer(answer)
      })
      for (const window of windows()) post(window, { event: fullName(event), reply, eventData })
    },
    close() {
      window.removeEventListener('message', receive)
    },
  }
}

export type Bus = ReturnType<typeof openBus>

export const openBusToPage = (channel: string) => openBus(channel, { windows: () => [window.parent] })
