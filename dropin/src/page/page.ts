import { uuid } from '#agreed/uuid.ts'

const stylesheetId = 'braintree-dropin-stylesheet'

/**
 * Puts the widget's wrapper into the container and its stylesheet on the page. The wrapper stays invisible
 * until the stylesheet shows it.
 */
export function takePlace(container: Element, stylesheetUrl: string) {
  const root = container.getRootNode()
  const styled = root instanceof ShadowRoot ? root : document
  const wrapper = document.createElement('div')
  wrapper.id = `braintree--dropin__${uuid()}`
  wrapper.dataset.braintreeId = 'wrapper'
  wrapper.className = 'braintree-loading'
  wrapper.style.display = 'none'
  container.append(wrapper)
  return {
    wrapper,
    styleReady: ensureStylesheet(styled, stylesheetUrl),
    leave() {
      wrapper.remove()
      const others = styled.querySelector('[data-braintree-id=wrapper]')
      const link = styled.getElementById(stylesheetId)
      if (!others && link instanceof HTMLLinkElement && ours.has(link)) link.remove()
    },
  }
}

/** Links that the widget added itself; a page's own link with this id stays. */
const ours = new WeakSet<HTMLLinkElement>()

function ensureStylesheet(root: Document | ShadowRoot, url: string) {
  const present = root.getElementById(stylesheetId)
  const link = present ?? addLink(root, url)
  if (!(link instanceof HTMLLinkElement) || link.sheet) return Promise.resolve()
  return new Promise<void>((resolve) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      console.error(`The payment widget's stylesheet did not load: ${link.href}`)
      resolve()
    })
  })
}

function addLink(root: Document | ShadowRoot, url: string) {
  const link = document.createElement('link')
  Object.assign(link, { id: stylesheetId, rel: 'stylesheet', href: url })
  ours.add(link)
  const place = root instanceof ShadowRoot ? root : root.head
  place.prepend(link)
  return link
}
