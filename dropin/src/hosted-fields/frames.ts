import { openBus } from '#agreed/bus.ts'
import { type FieldKey, fieldNames } from '#agreed/fields.ts'
import { uuid } from '#agreed/uuid.ts'
import { framesAt } from '../gateway/gateway.ts'
import { showFrame } from '../merchant-page/light-dom.ts'

type Reply = (answer: unknown) => void

/** The frames of one card form, all on one bus. Each is loaded from when it is put somewhere. */
export function openFrames(assetsUrl: string) {
  const id = uuid()
  const elements = new Map<FieldKey, HTMLIFrameElement>()
  const replies = new Map<FieldKey, Reply>()
  /** The windows of those that have reported. */
  const known = new Map<FieldKey, Window | null>()
  const waiting = document.createElement('div')
  waiting.style.display = 'none'
  const placed: Element[] = [waiting]
  let look = () => {}
  let tellLoss = () => {}
  const toCome: ReturnType<typeof setTimeout>[] = []
  const bus = openBus(`${id}:hosted-fields`, {
    // One by one: the browser makes the window of a frame that has not loaded for whoever looks at it.
    *windows() {
      for (const { contentWindow } of elements.values()) yield contentWindow
    },
    origin: new URL(assetsUrl).origin,
  })
  bus.on('FRAME_READY', (data, reply) => {
    const { field } = data as { field: FieldKey }
    if (known.has(field) && known.get(field) !== windowOf(field)) tellLoss()
    replies.set(field, reply)
    known.set(field, windowOf(field))
    look()
  })

  function frameOf(key: FieldKey, title?: string) {
    const frame = elements.get(key) ?? aFrame(key, title)
    if (!elements.has(key)) frame.src = `${framesAt(assetsUrl)}/hosted-fields-frame.min.html#${id}`
    elements.set(key, frame)
    return frame
  }

  /** Those that an order to one field is for: its own frame, and the first, which orchestrates them. */
  function* windowsFor(key: FieldKey) {
    const [first] = elements.values()
    const own = elements.get(key)
    for (const each of new Set([first, own])) yield each?.contentWindow ?? null
  }

  function put(frame: HTMLIFrameElement, place: Element) {
    const rest = document.createElement('div')
    rest.style.clear = 'both'
    placed.push(...showFrame(frame, place), rest)
    place.append(rest)
  }

  const windowOf = (key: FieldKey) => elements.get(key)?.contentWindow ?? null

  return {
    assetsUrl,
    bus,
    frameOf,
    /** Tells a frame something about its field. */
    order(event: string, data: { field: FieldKey; [fact: string]: unknown }) {
      bus.emit(event, data, windowsFor(data.field))
    },
    /** Loads a frame before its place is there. */
    begin(key: FieldKey, title?: string) {
      waiting.append(frameOf(key, title))
    },
    waiting,
    /**
     * Whether nobody has moved one that had reported: that gives a frame another window, into which it loads anew. One that
     * was still loading reports from there.
     */
    areAsBegun: () => [...known].every(([key, window]) => windowOf(key) === window),
    /**
     * Puts it into its place. One that is on the page already moves there as it is, at once; any other is put there in a
     * task of its own, since the browser takes a while to make each.
     */
    show(key: FieldKey, place: Element, title?: string) {
      const frame = frameOf(key, title)
      if (frame.isConnected) put(frame, place)
      else toCome.push(setTimeout(() => put(frame, place)))
    },
    /** Nothing else is to come; what is there too much goes. Calls with the reply to each frame, once all have reported. */
    complete(keys: readonly FieldKey[], allThere: (replies: ReadonlyMap<FieldKey, Reply>) => void) {
      for (const key of elements.keys()) if (!keys.includes(key)) elements.delete(key)
      waiting.remove()
      look = () => {
        if (keys.every((key) => replies.has(key))) allThere(replies)
      }
      look()
    },
    /** Calls when a frame reports from another window: the page has moved it, and it knows nothing of its field any more. */
    whenLost(told: () => void) {
      tellLoss = told
    },
    close() {
      for (const each of toCome) clearTimeout(each)
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
  // The frames' pages are of the light scheme; with another one here the browser would paint them opaque.
  frame.style.colorScheme = 'light'
  Object.assign(frame.style, { border: 'none', width: '100%', height: '100%', float: 'left' })
  return frame
}
