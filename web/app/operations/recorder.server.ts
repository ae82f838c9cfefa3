import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { World } from '#platform/contexts.server.ts'
import { measured } from '#platform/jobs/measures.server.ts'
import { readState, type State } from './state.server.ts'

export type Recorder = ReturnType<typeof openRecorder>

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

/** Requests are observed as they come; gauges are read at each scrape. */
export function openRecorder(world: World) {
  const registers = [new Registry()]
  const [registry = new Registry()] = registers
  collectDefaultMetrics({ register: registry, prefix: 'courtside_' })
  const requests = new Histogram({
    name: 'courtside_request_seconds',
    help: 'Requests by route and status, and how long their answer took to begin.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  for (const { kind, help } of counters) countAs(kind, help, registers)
  const gauges = gaugesIn(registers)
  return {
    observe(method: string, route: string, status: number, seconds: number) {
      const known = methods.includes(method) ? method : 'other'
      requests.observe({ method: known, route, status }, seconds)
    },
    async text() {
      const state = await readState(world)
      // NaN: no value.
      for (const { name, gauge } of gauges) gauge.set(state[name] ?? Number.NaN)
      return registry.metrics()
    },
  }
}

const counters = [
  { kind: 'checkouts', help: 'Checkouts and gifts of this process by outcome.' },
  { kind: 'refused', help: 'What this process refused, by kind.' },
] as const

function countAs(kind: 'checkouts' | 'refused', help: string, registers: Registry[]) {
  const name = `courtside_${kind}_total`
  return new Counter({
    name,
    help,
    labelNames: ['what'],
    registers,
    collect() {
      this.reset()
      for (const [what, times] of measured(kind)) this.inc({ what }, times)
    },
  })
}

const helps: Record<keyof State, string> = {
  charges_unknown: 'Charges of which nobody knows yet whether they were taken.',
  charges_pending: 'Charges whose call to the gateway is under way.',
  refunds_queued: 'Refunds that wait until the gateway can make them.',
  outbox_mails: 'Mails that are to be sent.',
  outbox_oldest_seconds: 'How long the oldest of them has waited.',
  holds: 'Places that are kept while they are being paid.',
  alarms: 'Alarms that are on.',
  backup_age_seconds: 'The age of the newest backup.',
  pool_open: 'Connections of this process to PostgreSQL.',
  pool_idle: 'Those of them that nobody uses.',
  pool_waiting: 'Requests that wait for one.',
}

const gaugesIn = (registers: Registry[]) =>
  (Object.keys(helps) as (keyof State)[]).map((name) => ({
    name,
    gauge: new Gauge({ name: `courtside_${name}`, help: helps[name], registers }),
  }))
