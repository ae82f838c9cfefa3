import { ways } from './code.ts'
import { notPlayed, playGateway } from './played.ts'
import { testCards } from './question.ts'
import type { Scenario } from './scenario.ts'
import { groups, scenarios } from './scenarios.ts'
import { type Stage, setStage } from './stage.ts'

const part = <Kind extends Element>(selector: string) => document.querySelector<Kind>(selector)
const [heading, list] = [part<HTMLElement>('h2'), part<HTMLDetailsElement>('#list')]
const [code, copied] = [part('pre code'), part('[role=status]')]
const isBuilt = import.meta.env.PROD
let stage: Stage | undefined
let shown: Scenario = { seen: [] }

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, textContent = '', has: object = {}) {
  return Object.assign(document.createElement(tag), { textContent, ...has })
}

for (const [title, group] of Object.entries(groups)) {
  const links = Object.keys(group).map((name) => {
    const item = element('li')
    item.append(element('a', name, { href: `#${encodeURIComponent(name)}` }))
    return item
  })
  const [names, folded] = [element('ul'), element('details')]
  names.append(...links)
  folded.append(element('summary', title), names)
  part('nav')?.append(folded)
}
part('nav')?.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLAnchorElement)) return
  if (list && !isWide.matches) list.open = false
  setTimeout(() => heading?.focus())
})
const isWide = matchMedia('(min-width: 60em)')
if (list) list.open = isWide.matches

for (const doing of ['requests', 'clears', 'edits', 'tears down', 'creates again'] as const)
  part('#doings')?.append(element('button', doing, { onclick: () => void stage?.perform({ shop: doing }) }))
for (const { number, does } of testCards) {
  const item = element('li', ` ${does}`)
  item.prepend(element('code', number.replace(/(\d{4})(?=\d)/g, '$1 ')))
  part('#cards')?.append(item)
}
for (const [index, way] of Object.keys(ways).entries()) {
  const label = element('label', ` ${way}`)
  label.prepend(element('input', '', { type: 'radio', name: 'way', value: way, checked: index === 0 }))
  part('#ways')?.append(label)
}
part('#ways')?.addEventListener('change', showCode)
part('#copy')?.addEventListener('click', () => {
  const text = code?.textContent ?? ''
  navigator.clipboard.writeText(text).then(
    () => showNotice(`Copied: ${chosenWay()}.`),
    () => {
      if (code) getSelection()?.selectAllChildren(code)
      showNotice('The browser does not let the page copy: the code is selected, copy it by key.')
    },
  )
})
addEventListener('hashchange', show)
if (isBuilt) playGateway().then(show, showUnavailable)
else show()

/** Replaces the scenario by that of the address, without a reload. */
function show(event?: unknown) {
  const wasFrameless = document.querySelector('meta[http-equiv]') !== null
  stage?.leave()
  const name = decodeURIComponent(window.location.hash.slice(1)) || 'guest'
  const scenario = scenarios[name]
  if (event instanceof Event && (scenario?.isFresh || wasFrameless)) return window.location.reload()
  if (heading) heading.textContent = scenario ? name : `There is no scenario named ${name}.`
  document.title = `${name} – Payment widget`
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) {
    const isCurrent = link.textContent === name
    link.ariaCurrent = isCurrent ? 'page' : null
    const group = link.closest('details')
    if (isCurrent && group) group.open = true
  }
  shown = scenario ?? { seen: [] }
  note(isBuilt ? notPlayed(shown) : [])
  markOptions()
  showCode()
  stage = scenario && setStage(name, scenario)
}

function note(sentences: string[]) {
  const place = part<HTMLElement>('#note')
  if (place) Object.assign(place, { textContent: sentences.join(' '), hidden: sentences.length === 0 })
}

function showUnavailable() {
  note([
    'A service worker plays the gateway of this page: it wants https or localhost, and no private window.',
  ])
}

function chosenWay() {
  return part<HTMLInputElement>('#ways :checked')?.value ?? ''
}

function showCode() {
  if (code) code.textContent = ways[chosenWay()]?.(shown) ?? ''
  showNotice('')
}

function showNotice(text: string) {
  if (copied) copied.textContent = text
}

/** Marks the scenario's options; hides those of ways to pay that it does not use. */
function markOptions() {
  const { options = {}, widgets = [] } = shown
  const set = new Set([
    'authorization',
    'container',
    ...[options, ...widgets].flatMap((each) => pathsIn(each)),
  ])
  for (const table of document.querySelectorAll<HTMLElement>('table[data-of]'))
    table.hidden = !`${table.dataset.of}`
      .split(' ')
      .some((option) => option === '' || option === 'card' || set.has(option))
  for (const row of document.querySelectorAll<HTMLElement>('tr[data-options]'))
    row.classList.toggle(
      'is-set',
      `${row.dataset.options}`.split(' ').some((path) => set.has(path)),
    )
}

function pathsIn(value: unknown, before = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    before + key,
    ...pathsIn(inner, `${before + key}.`),
  ])
}
