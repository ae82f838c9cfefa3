import { uuid } from '#agreed/uuid.ts'
import { DropinError } from '../platform/errors.ts'
import { waits, withTimeout } from '../platform/waits.ts'
import { type AssetPlaces, stylesheetId } from './assets.ts'

/**
 * Inserts the wrapper and the stylesheet. The wrapper is invisible until the stylesheet has loaded; `styled` rejects if
 * none loads.
 */
export function insertWidget(container: Element, places: AssetPlaces, nonce?: string) {
  const found = container.getRootNode()
  const root = found instanceof ShadowRoot ? found : document
  const wrapper = document.createElement('div')
  wrapper.id = `braintree--dropin__${uuid()}`
  wrapper.dataset.braintreeId = 'wrapper'
  wrapper.className = 'braintree-loading'
  wrapper.style.display = 'none'
  container.append(wrapper)
  let isRemoved = false
  const adding = ensureStylesheet(root, wrapper, places, { nonce, isOver: () => isRemoved })
  const styled = withTimeout(waits.stylesheet, adding, late)
  styled.catch(() => undefined) // creation may already have failed for another reason
  return {
    wrapper,
    styled,
    leave() {
      isRemoved = true
      wrapper.remove()
      const others = root.querySelector('[data-braintree-id=wrapper]')
      const link = linkIn(root)
      if (!others && link && ours.has(link)) link.remove()
    },
  }
}

/** Browsers keep waiting for a hung request to one address: the next request varies it. */
let hung = 0

function late() {
  hung += 1
  const reason = new Error('The stylesheet of the payment widget did not load in time.')
  return new DropinError('There was an error creating Drop-in.', reason)
}

/** Our own stylesheets; a page's link with this id stays. */
const ours = new WeakSet<Sheet>()

type Sheet = HTMLLinkElement | HTMLStyleElement

async function ensureStylesheet(
  root: Document | ShadowRoot,
  wrapper: Element,
  places: AssetPlaces,
  { nonce, isOver }: { nonce: string | undefined; isOver: () => boolean },
) {
  const isThere = () => getComputedStyle(wrapper).getPropertyValue('--braintree-dropin') !== ''
  // Other requests go first: the first computed style takes a while.
  await undefined
  if (isThere()) return
  const present = linkIn(root)
  if (present && mayLoad(present)) await settled(present)
  if (isThere()) return
  for await (const { stylesheet, makeStyle } of places) {
    const style = await makeStyle?.(nonce)
    if (isOver() || isThere()) return
    const link = findOtherLink(root, wrapper) ?? add(root, style ?? linkTo(stylesheet, nonce))
    if (!link.sheet && !style) await settled(link)
    // Nothing has a computed style outside of the page: the container may be inserted later.
    if (isOver() || isThere() || (link.sheet && !wrapper.isConnected)) return
    console.warn(`The payment widget's stylesheet is not at ${stylesheet}`)
    link.remove()
  }
  throw new DropinError(
    'The files of the payment widget were not found. Set options.assetsBase to the folder that holds dropin.css.',
  )
}

function linkIn(root: Document | ShadowRoot) {
  const found = root.getElementById(stylesheetId)
  return found && 'sheet' in found ? (found as Sheet) : undefined
}

/** A stylesheet of another widget that is still loading; detached ones cannot be found. */
function findOtherLink(root: Document | ShadowRoot, wrapper: Element) {
  const link = linkIn(root)
  return link && ours.has(link) && !(link.sheet && wrapper.isConnected) ? link : undefined
}

/** After the page's load event a link without a sheet has failed. */
function mayLoad(link: Sheet) {
  return !link.sheet && (ours.has(link) || document.readyState !== 'complete')
}

function settled(link: Sheet) {
  return new Promise<void>((resolve) => {
    for (const event of ['load', 'error']) link.addEventListener(event, () => resolve())
  })
}

function linkTo(href: string, nonce: string | undefined) {
  const link = document.createElement('link')
  const address = new URL(href, document.baseURI)
  if (hung > 0) address.searchParams.set('again', `${hung}`)
  return Object.assign(link, { rel: 'stylesheet', href: address.href, ...(nonce && { nonce }) })
}

function add(root: Document | ShadowRoot, sheet: Sheet) {
  sheet.id = stylesheetId
  ours.add(sheet)
  const place = root instanceof ShadowRoot ? root : root.head
  place.prepend(sheet)
  return sheet
}
