import { openBus } from '#agreed/bus.ts'
import { type FieldKey, fieldNames } from '#agreed/fields.ts'
import { uuid } from '#agreed/uuid.ts'
import { framesUrl } from '../gateway/gateway.ts'
import { showFrame } from '../merchant-page/light-dom.ts'

type Reply = (answer: unknown) => void

/** The frames of one card form on one bus, loaded when inserted. */
export function openFrames(assetsUrl: string) {
  const id = uuid()
  const elements = new Map<FieldKey, HTMLIFrameElement>()
  const replies = new Map<FieldKey, Reply>()
  const known = new Map<FieldKey, Window | null>()
  const waiting = document.createElement('div')
  waiting.style.display = 'none'
  const placed: Element[] = [waiting]
  let look = () => {}
  let onLost = () => {}
  const pending: ReturnType<typeof setTimeout>[] = []
  const bus = openBus(`${id}:hosted-fields`, {
    // Lazily: reading `contentWindow` of a frame that has not loaded makes the browser create it.
    *windows() {
      for (const { contentWindow } of elements.values()) yield contentWindow
    },
    origin: new URL(assetsUrl).origin,
  })
  bus.on('FRAME_READY', (data, reply) => {
    const { field } = data as { field: FieldKey }
    if (known.has(field) && known.get(field) !== windowFor(field)) onLost()
    replies.set(field, reply)
    known.set(field, windowFor(field))
    look()
  })

  function frameFor(key: FieldKey, title?: string) {
    const frame = elements.get(key) ?? aFrame(key, title)
    if (!elements.has(key)) frame.src = `${framesUrl(assetsUrl)}/hosted-fields-frame.min.html#${id}`
    elements.set(key, frame)
    return frame
  }

  /** The field's frame, and the first, which orchestrates. */
  function* windowsFor(key: FieldKey) {
    const [first] = elements.values()
    const frame = elements.get(key)
    for (const each of new Set([first, frame])) yield each?.contentWindow ?? null
  }

  function put(frame: HTMLIFrameElement, place: Element) {
    const rest = document.createElement('div')
    rest.style.clear = 'both'
    placed.push(...showFrame(frame, place), rest)
    place.append(rest)
  }

  const windowFor = (key: FieldKey) => elements.get(key)?.contentWindow ?? null

  return {
    assetsUrl,
    bus,
    frameOf: frameFor,
    order(event: string, data: { field: FieldKey; [fact: string]: unknown }) {
      bus.emit(event, data, windowsFor(data.field))
    },
    begin(key: FieldKey, title?: string) {
      waiting.append(frameFor(key, title))
    },
    waiting,
    /** Whether no frame was moved after reporting, which reloads it in a new window. */
    isIntact: () => [...known].every(([key, window]) => windowFor(key) === window),
    /** Moves a loaded frame at once; inserts others in a task each, since browsers take a while. */
    show(key: FieldKey, place: Element, title?: string) {
      const frame = frameFor(key, title)
      if (frame.isConnected) put(frame, place)
      else pending.push(setTimeout(() => put(frame, place)))
    },
    /** Removes frames beyond `keys`; calls back once all have reported. */
    complete(keys: readonly FieldKey[], allThere: (replies: ReadonlyMap<FieldKey, Reply>) => void) {
      for (const key of elements.keys()) if (!keys.includes(key)) elements.delete(key)
      waiting.remove()
      look = () => {
        if (keys.every((key) => replies.has(key))) allThere(replies)
      }
      look()
    },
    /** Calls back when a frame reports from another window: it was moved, and lost its state. */
    onLost(callback: () => void) {
      onLost = callback
    },
    close() {
      for (const each of pending) clearTimeout(each)
      bus.close()
      for (const element of [...placed, ...elements.values()]) element.remove()
    },
  }
}

export type Frames = ReturnType<typeof openFrames>

function aFrame(key: FieldKey, title = `Secure Credit Card Frame - ${fieldNames[key]}`) {
  const frame = document.createElement('iframe')
  const name = `braintree-hosted-field-${key}`
  Object.assign(frame, { id: name, name, title, frameBorder: '0', scrolling: 'no' })
  frame.setAttribute('type', key)
  frame.setAttribute('allowtransparency', 'true')
  // With another colour scheme than the frame's page, browsers would paint it opaque.
  frame.style.colorScheme = 'light'
  Object.assign(frame.style, { border: 'none', width: '100%', height: '100%', float: 'left' })
  return frame
}
