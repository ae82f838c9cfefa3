import { uuid } from '#agreed/uuid.ts'
import { DropinError } from '../platform/errors.ts'
import { waits, within } from '../platform/waits.ts'
import { type Places, stylesheetId } from './assets.ts'

/**
 * Puts the widget's wrapper into the container and its stylesheet on the page. The wrapper stays invisible
 * until the stylesheet shows it; `styled` rejects when none does.
 */
export function takePlace(container: Element, places: Places, nonce?: string) {
  const found = container.getRootNode()
  const root = found instanceof ShadowRoot ? found : document
  const wrapper = document.createElement('div')
  wrapper.id = `braintree--dropin__${uuid()}`
  wrapper.dataset.braintreeId = 'wrapper'
  wrapper.className = 'braintree-loading'
  wrapper.style.display = 'none'
  container.append(wrapper)
  let hasLeft = false
  const adding = ensureStylesheet(root, wrapper, places, { nonce, isOver: () => hasLeft })
  const styled = within(waits.stylesheet, adding, late)
  styled.catch(() => undefined) // creation may have failed for another reason by then
  return {
    wrapper,
    styled,
    leave() {
      hasLeft = true
      wrapper.remove()
      const others = root.querySelector('[data-braintree-id=wrapper]')
      const link = linkIn(root)
      if (!others && link && ours.has(link)) link.remove()
    },
  }
}

/** A browser goes on with what has hung once, whoever asks for that address again: the next has another. */
let hung = 0

function late() {
  hung += 1
  const reason = new Error('The stylesheet of the payment widget did not load in time.')
  return new DropinError('There was an error creating Drop-in.', reason)
}

/** Sheets that the widget added itself; a page's own link with this id stays. */
const ours = new WeakSet<Sheet>()

type Sheet = HTMLLinkElement | HTMLStyleElement

async function ensureStylesheet(
  root: Document | ShadowRoot,
  wrapper: Element,
  places: Places,
  { nonce, isOver }: { nonce: string | undefined; isOver: () => boolean },
) {
  const isThere = () => getComputedStyle(wrapper).getPropertyValue('--braintree-dropin') !== ''
  // What else is to be asked for goes first: styles that are computed for the first time take their while.
  await undefined
  if (isThere()) return
  const present = linkIn(root)
  if (present && mayCome(present)) await settled(present)
  if (isThere()) return
  for await (const { stylesheet, makeStyle } of places) {
    const style = await makeStyle?.(nonce)
    if (isOver() || isThere()) return
    const link = linkOfAnother(root, wrapper) ?? add(root, style ?? linkTo(stylesheet, nonce))
    if (!link.sheet && !style) await settled(link)
    // Nothing has a style outside the page: the widget is created first and put there later.
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

/** A widget that was begun at the same time may have asked for it just now; out of the page it is not seen to be there. */
function linkOfAnother(root: Document | ShadowRoot, wrapper: Element) {
  const link = linkIn(root)
  return link && ours.has(link) && !(link.sheet && wrapper.isConnected) ? link : undefined
}

/** A page that has loaded has waited for its own links: one without a sheet has failed. */
function mayCome(link: Sheet) {
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
