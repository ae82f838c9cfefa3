import { uuid } from '../platform/uuid.ts'

const prefix = '/*framebus*/'

type Message = { event: string; reply?: string; eventData?: unknown }
type Reply = (answer: unknown) => void
type Listener = (data: unknown, reply: Reply) => void

/**
 * Messages between this page and the card frames of one widget, in framebus 5.2.1 form. Only the widget's
 * own frames count, and only as long as they are of the assets host's origin.
 */
export function openBus(channel: string, frames: readonly HTMLIFrameElement[], origin: string) {
  const listeners = new Map<string, Listener>()
  const name = (event: string) => `${channel}:hosted-fields:${event}`

  function hear({ source, origin: from, data }: MessageEvent) {
    const isOwn = from === origin && frames.some((frame) => frame.contentWindow === source)
    if (!isOwn || typeof data !== 'string' || !data.startsWith(prefix)) return
    const { event, reply, eventData }: Message = JSON.parse(data.slice(prefix.length))
    const frame = frames.find((frame) => frame.contentWindow === source)
    listeners.get(event)?.(eventData, (answer) => {
      if (reply && frame) post(frame, { event: reply, eventData: answer })
    })
  }

  function post(frame: HTMLIFrameElement, message: Message) {
    frame.contentWindow?.postMessage(prefix + JSON.stringify({ origin: '*', ...message }), origin)
  }

  window.addEventListener('message', hear)
  return {
    on(event: string, listener: Listener) {
      listeners.set(name(event), listener)
    },
    emit(event: string, eventData: unknown) {
      for (const frame of frames) post(frame, { event: name(event), eventData })
    },
    /** Sends an event to all frames; the one that orchestrates them answers. */
    ask(event: string, eventData: unknown, answered: (answer: unknown) => void) {
      const reply = uuid()
      listeners.set(reply, (answer) => {
        listeners.delete(reply)
        answered(answer)
      })
      for (const frame of frames) post(frame, { event: name(event), reply, eventData })
    },
    close() {
      window.removeEventListener('message', hear)
    },
  }
}

export type Bus = ReturnType<typeof openBus>
