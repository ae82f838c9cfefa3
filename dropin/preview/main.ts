import { scenarios } from './scenarios.ts'
import { type Stage, setStage } from './stage.ts'

const select = document.querySelector('select')
const heading = document.querySelector('h2')
const doings = document.querySelector('#doings')
let stage: Stage | undefined

for (const name of Object.keys(scenarios)) select?.append(new Option(name))
select?.addEventListener('change', () => {
  window.location.hash = encodeURIComponent(select.value)
})
addEventListener('hashchange', show)
for (const doing of ['requests', 'clears', 'edits', 'tears down', 'creates again'] as const) {
  const button = document.createElement('button')
  button.textContent = `The shop ${doing}`
  button.onclick = () => void stage?.perform({ shop: doing })
  doings?.append(button)
}
show()

/** Shows the scenario that the address names in place of the one before, without loading the page again. */
function show(event?: Event) {
  const wasFrameless = document.querySelector('meta[http-equiv]') !== null
  stage?.leave()
  const name = decodeURIComponent(window.location.hash.slice(1)) || 'guest'
  const scenario = scenarios[name]
  if (event && (scenario?.isFresh || wasFrameless)) return window.location.reload()
  if (heading) heading.textContent = scenario ? name : `There is no scenario named ${name}.`
  if (select) select.value = name
  stage = scenario && setStage(name, scenario)
}
