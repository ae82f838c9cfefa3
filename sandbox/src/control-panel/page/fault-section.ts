import { html } from 'hono/html'
import type { CallFault } from '../../fault-injection/fault.ts'
import { operations } from '../../fault-injection/fault.ts'
import type { FaultRow } from '../../fault-injection/faults.ts'
import { posts } from './forms.ts'

/** Choices of the page; the control API takes more. */
export const choices: Record<string, { label: string; fault: Omit<CallFault, 'when'> }> = {
  slow: { label: 'Waits 3 seconds', fault: { act: 'delay', milliseconds: 3000 } },
  even: {
    label: 'Waits 0 to 3 seconds',
    fault: { act: 'delay', latency: { distribution: 'uniform', least: 0, most: 3000 } },
  },
  normal: {
    label: 'Waits about 1 second',
    fault: { act: 'delay', latency: { distribution: 'normal', mean: 1000, deviation: 250 } },
  },
  tail: {
    label: 'Waits 0.2 seconds, now and then 8',
    fault: { act: 'delay', latency: { distribution: 'long_tail', median: 200, p99: 8000 } },
  },
  hold: { label: 'Waits until you end it', fault: { act: 'hold' } },
  hang: { label: 'Never answers', fault: { act: 'hang' } },
  drop: { label: 'Drops the connection', fault: { act: 'drop' } },
  ...Object.fromEntries(
    Object.entries({
      401: 'wrong keys',
      403: 'not allowed',
      404: 'not found',
      408: 'request timeout',
      426: 'upgrade required',
      429: 'too many requests',
      500: 'server error',
      503: 'down for maintenance',
      504: 'gateway timeout',
    }).map(([status, label]) => [
      `status_${status}`,
      { label: `Answers ${status}, ${label}`, fault: { act: 'answer' as const, status: Number(status) } },
    ]),
  ),
  html: { label: 'Answers with a web page', fault: { act: 'garble', content: 'html' } },
  text: { label: 'Answers with a line of text', fault: { act: 'garble', content: 'text' } },
  cut: { label: 'Answers with half of it', fault: { act: 'garble', content: 'cut' } },
  content_type: { label: 'Answers as plain text', fault: { act: 'garble', content: 'content_type' } },
  empty: { label: 'Answers with nothing', fault: { act: 'garble', content: 'empty' } },
  random: { label: 'One of these, by lot', fault: { act: 'random' } },
}

export function faultSection(merchantId: string, faults: FaultRow[]) {
  return html`<section class="box" id="faults" aria-labelledby="faults-title">
    <header class="on-surround">
      <h2 id="faults-title">Faults on demand</h2><span class="score">${faults.length} set</span>
    </header>
    ${faults.length ? faultList(merchantId, faults) : html`<p>Every call is answered as it should be.</p>`}
    <form class="stack" ${posts('fault')}>
      <input type="hidden" name="merchant" value="${merchantId}">
      <div><label for="operation">Calls</label><select id="operation" name="operation">
        ${operations.map((name) => html`<option value="${name}">${operationLabel(name)}</option>`)}
      </select></div>
      <div><label for="choice">What happens</label><select id="choice" name="choice">
        ${Object.entries(choices).map(([name, { label }]) => html`<option value="${name}">${label}</option>`)}
      </select></div>
      <div><label for="when">When</label><select id="when" name="when">
        <option value="before">Before the work is done</option>
        <option value="after">After it was done and kept</option>
      </select></div>
      <div><label for="about">Only about</label>
        <input id="about" name="about" placeholder="An order, a customer, an e-mail address"></div>
      <div class="pair">
        <div><label for="times">Times</label>
          <input id="times" name="times" type="number" min="1" placeholder="Always"></div>
        <div><label for="percent">Of 100 calls</label>
          <input id="percent" name="percent" type="number" min="1" max="100" value="100" required></div>
        <div><label for="seed">Seed of chance</label>
          <input id="seed" name="seed" type="number" min="0" max="999999999" value="1" required></div>
      </div>
      <button class="ball">Set this fault</button>
    </form>
    <footer class="quiet">The same seed hits the same calls in the same way again. Programs set faults with
      <code>PUT /control/faults</code>, or for one call with the header <code>X-Sandbox-Fault</code>.</footer>
  </section>`
}

function faultList(merchantId: string, faults: FaultRow[]) {
  return html`<div class="stack"><ul class="rows">${faults.map(
    (row) => html`<li>
      <div><strong>${operationLabel(row.operation)}</strong>: ${faultLabel(row.fault)}
        <div class="quiet">${momentLabel(row.fault)} · ${row.fault.about ? html`about ${row.fault.about} · ` : ''}${hitLabel(row)}</div></div>
      <form ${posts('fault/remove')}>
        <input type="hidden" name="merchant" value="${merchantId}">
        <input type="hidden" name="number" value="${row.number}">
        <button class="link">End<span class="unseen"> ${operationLabel(row.operation)}: ${faultLabel(row.fault)}</span></button>
      </form></li>`,
  )}</ul>
  <form ${posts('fault/remove')}>
    <input type="hidden" name="merchant" value="${merchantId}">
    <button>End all faults</button>
  </form></div>`
}

function operationLabel(name: string): string {
  const label = name.replaceAll('_', ' ')
  return name === 'any' ? 'Every call' : `${label[0]?.toUpperCase()}${label.slice(1)}`
}

const momentLabel = ({ act, when }: CallFault) =>
  act === 'random' ? 'before or after the work' : `${when} the work`

function hitLabel({ hits, fault: { times, rate, seed } }: FaultRow): string {
  const count = times === undefined ? `${hits} hit` : `${hits} of ${times} hit`
  return rate === undefined || rate === 1
    ? count
    : `${count} · ${Math.round(rate * 100)} of 100 calls, seed ${seed ?? 1}`
}

function faultLabel({ act, milliseconds, latency, status, content }: CallFault): string {
  if (act === 'delay' && milliseconds) return `waits ${milliseconds} ms`
  if (act === 'answer') return `answers ${status}`
  if (act === 'random') return 'goes wrong in one way or another'
  const known = Object.values(choices).find(
    ({ fault }) =>
      fault.act === act && fault.latency?.distribution === latency?.distribution && fault.content === content,
  )
  return (known?.label ?? act).toLowerCase()
}
