import { beforeEach, expect, test, vi } from 'vitest'
import type { FieldKey } from '../../agreed/fields.ts'
import { readTokenHints } from '../../src/gateway/token-hints.ts'
import { type Frames, openFrames } from '../../src/hosted-fields/frames.ts'
import { openHostedFields } from '../../src/hosted-fields/hosted-fields.ts'
import { preloadFrames } from '../../src/ways-to-pay/card/preload-frames.ts'

const assetsUrl = 'https://assets.braintreegateway.com'
const tokenWith = (content: object) => {
  const always = { authorizationFingerprint: 'fingerprint', configUrl: 'https://gateway.test/configuration' }
  return btoa(JSON.stringify({ ...always, ...content }))
}

type Fake = { tag: string; id: string; loads: number; isConnected: boolean; parent?: Fake; children: Fake[] }

/** An element whose frames reload when inserted, but not when moved. */
function fake(tag: string, isOnPage = false) {
  const element: Fake = { tag, id: '', loads: 0, isConnected: isOnPage, children: [] }
  function leave(child: Fake) {
    const { parent } = child
    if (parent) parent.children = parent.children.filter((each) => each !== child)
  }
  function take(child: Fake) {
    leave(child)
    Object.assign(child, { parent: element, isConnected: true })
    element.children.push(child)
  }
  return Object.assign(element, {
    style: {},
    setAttribute: () => undefined,
    getRootNode: () => document,
    remove() {
      leave(element)
      element.isConnected = false
    },
    moveBefore: take,
    append(child: Fake) {
      take(child)
      child.loads += 1
    },
  })
}

const anElement = () => fake('div', true) as unknown as Element
const readChildren = (element: Element) => (element as unknown as Fake).children
const waitingIn = (element: Element) =>
  readChildren(element).flatMap(({ children }) => children.map(({ id }) => parseField(id)))
const aTask = () => new Promise((over) => setTimeout(over))
const framesIn = (element: Element) => readChildren(element).filter(({ tag }) => tag === 'iframe')

let listen: (message: object) => void

beforeEach(() => {
  const addEventListener = (_: string, listener: typeof listen) => {
    listen = listener
  }
  vi.stubGlobal('window', { addEventListener, removeEventListener: () => undefined })
  vi.stubGlobal('document', { createElement: (tag: string) => fake(tag) })
  vi.stubGlobal('ShadowRoot', class {})
})

test('a client token foretells where the frames are and what they ask for', () => {
  const challenges = ['cvv']

  expect(readTokenHints(tokenWith({ assetsUrl, challenges }))).toEqual({ assetsUrl, challenges })
})

test.each([
  [
    'a host that is neither Braintree’s nor the gateway’s',
    tokenWith({ assetsUrl: 'https://elsewhere.test' }),
  ],
  ['no host', tokenWith({})],
  ['what is no address', tokenWith({ assetsUrl: 'assets' })],
  ['a tokenization key', 'production_1_shop'],
  ['no token at all', '!'],
])('nothing is loaded ahead of the configuration from %s', (_, authorization) => {
  expect(readTokenHints(authorization)).toBeUndefined()
})

test('frames ahead of the configuration go to their places without loading anew; what it says otherwise is put right', async () => {
  const container = anElement()
  const places = { number: anElement(), expirationDate: anElement(), postalCode: anElement() }
  const options = {
    authorization: 'x',
    card: { overrides: { fields: { number: { iframeTitle: 'Number' } } } },
  }
  const begun = preloadFrames(options, { assetsUrl, challenges: ['cvv'] }, container)
  await vi.waitFor(() => expect(waitingIn(container)).toEqual(['number', 'expirationDate', 'cvv']))

  const fields = openHostedFields<FieldKey>({ ...nothing, assetsUrl, containers: places, begun })
  expect(readChildren(container)).toEqual([])
  await aTask()

  const shown = Object.values(places).flatMap((place) => framesIn(place))
  expect(shown.map(({ id, loads }) => [parseField(id), loads])).toEqual([
    ['number', 1],
    ['expirationDate', 1],
    ['postalCode', 1],
  ])
  expect(shown[0]).toMatchObject({ title: 'Number' })
  fields.ready.catch(() => undefined)
  fields.close()
  expect(Object.values(places).flatMap((place) => framesIn(place))).toEqual([])
})

test('an order to a field goes to its frame and to the first, which orchestrates them', () => {
  const frames = openFrames(assetsUrl)
  const reported: FieldKey[] = []
  for (const key of ['number', 'expirationDate', 'cvv'] as const)
    Object.assign(frames.frameOf(key), { contentWindow: { postMessage: () => reported.push(key) } })

  frames.order('CLEAR_FIELD', { field: 'cvv' })
  frames.order('CLEAR_FIELD', { field: 'number' })
  expect(reported).toEqual(['number', 'cvv', 'number'])
  frames.close()
})

test('no frame is made ahead of its place any more once the configuration was quicker', async () => {
  const container = anElement()
  const place = anElement()
  const begun = preloadFrames({ authorization: 'x' }, { assetsUrl, challenges: [] }, container)

  const fields = openHostedFields<FieldKey>({
    ...nothing,
    assetsUrl,
    containers: { number: anElement(), expirationDate: place },
    begun,
  })

  await aTask()
  expect(framesIn(place).map(({ loads }) => loads)).toEqual([1])
  fields.ready.catch(() => undefined)
  fields.close()
})

test('each frame is made in a task of its own, and none any more once the fields are closed', async () => {
  const places = { number: anElement(), expirationDate: anElement(), cvv: anElement() }
  const others = [places.expirationDate, places.cvv].map((place) => vi.spyOn(place, 'append'))
  const { append } = places.number
  places.number.append = (frame) => {
    append(frame)
    queueMicrotask(() => fields.close())
  }
  const fields = openHostedFields<FieldKey>({ ...nothing, assetsUrl, containers: places })

  await expect(fields.ready).rejects.toMatchObject({ code: 'METHOD_CALLED_AFTER_TEARDOWN' })
  await aTask()
  for (const made of others) expect(made).not.toHaveBeenCalled()
})

test.each([
  ['frames of another host than the configuration’s', 'https://assets.elsewhere.test', 'stays'],
  ['frames that load anew because the page has moved its element', assetsUrl, 'moves'],
])('%s are not used', async (_, host, what) => {
  const place = anElement()
  const begun = openFrames(host)
  begin(begun, 'number', {})
  reportReady(begun, 'number')
  if (what === 'moves') Object.assign(begun.frameOf('number'), { contentWindow: {} })
  const closed = vi.spyOn(begun, 'close')

  const fields = openHostedFields<FieldKey>({ ...nothing, assetsUrl, containers: { number: place }, begun })

  expect(closed).toHaveBeenCalled()
  await aTask()
  expect(framesIn(place)).toHaveLength(1)
  fields.ready.catch(() => undefined)
  fields.close()
})

test('a frame is lost that reports from another window, as one does that the page has moved; one that reports twice is not', () => {
  const frames = openFrames(assetsUrl)
  const lost = vi.fn()
  begin(frames, 'number', {})
  frames.onLost(lost)

  reportReady(frames, 'number')
  reportReady(frames, 'number')
  expect(lost).not.toHaveBeenCalled()
  Object.assign(frames.frameOf('number'), { contentWindow: {} })
  reportReady(frames, 'number')
  expect(lost).toHaveBeenCalledOnce()
  frames.close()
})

test('frames are told to do without inputs that the page would have to lead on from', async () => {
  const postMessage = vi.fn()
  const begun = openFrames(assetsUrl)
  begin(begun, 'number', { contentWindow: { postMessage } })
  reportReady(begun, 'number')

  const containers = { number: anElement() }
  const fields = openHostedFields<FieldKey>({ ...nothing, assetsUrl, containers, begun })

  await fields.ready
  expect(postMessage.mock.lastCall?.[0]).toContain(':hosted-fields:REMOVE_FOCUS_INTERCEPTS"')
  fields.close()
})

test('nobody looks into a frame before it has loaded: the browser would make a window for that', () => {
  const begun = openFrames(assetsUrl)
  begin(begun, 'number', {})
  const looked = vi.fn()
  begin(begun, 'cvv', {
    get contentWindow() {
      return looked()
    },
  })

  reportReady(begun, 'number')

  expect(looked).not.toHaveBeenCalled()
  begun.close()
})

function begin(frames: Frames, key: FieldKey, options: object) {
  Object.defineProperties(frames.frameOf(key), {
    contentWindow: { value: {}, writable: true },
    ...Object.getOwnPropertyDescriptors(options),
  })
  frames.begin(key)
}

/** The message of a loaded frame. */
function reportReady(frames: Frames, field: FieldKey) {
  const { contentWindow, src } = frames.frameOf(field)
  const event = `${new URL(src).hash.slice(1)}:hosted-fields:FRAME_READY`
  const data = `/*framebus*/${JSON.stringify({ event, eventData: { field } })}`
  listen({ source: contentWindow, origin: new URL(src).origin, data })
}

test('where frames cannot move, or the page offers no card, none is loaded ahead', () => {
  const hints = { assetsUrl, challenges: [] }
  const still = { getRootNode: () => document, append: () => undefined } as unknown as Element

  expect(preloadFrames({ authorization: 'x' }, hints, still)).toBeUndefined()
  expect(preloadFrames({ authorization: 'x', card: false }, hints, anElement())).toBeUndefined()
})

const nothing = {
  client: {},
  fields: {},
  looks: () => ({ styles: {}, lang: '', dir: '' }),
  onEvent: () => undefined,
  onBin: () => undefined,
}
const parseField = (id: string) => id.replace('braintree-hosted-field-', '')
