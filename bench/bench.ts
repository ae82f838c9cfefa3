import { measureCheckouts } from './checkouts/checkouts.ts'
import { compareBuilds } from './checkouts/compare-builds.ts'
import { measurePreviews } from './checkouts/previews.ts'
import { measureProcesses } from './checkouts/processes.ts'
import { measureGateway } from './gateway/gateway.ts'
import { measureGatewayMemory } from './gateway/gateway-memory.ts'
import { conclude } from './harness/report.ts'
import { measureGrowth } from './pages/growth.ts'
import { measureFirstPaint } from './pages/lighthouse.ts'
import { measureMemory, measureVisitors } from './pages/memory.ts'
import { countQueries } from './pages/pages.ts'
import { weighEventPage, weighWidget } from './pages/sizes.ts'
import { measureCrowd } from './rush/crowd.ts'
import { measureEvening } from './rush/evening.ts'
import { measureHour } from './rush/hour.ts'
import { measureWidget } from './widget/widget.ts'

const parts = {
  page: weighEventPage,
  weight: weighWidget,
  widget: measureWidget,
  queries: countQueries,
  checkouts: measureCheckouts,
  beside: compareBuilds,
  previews: measurePreviews,
  evening: measureEvening,
  crowd: measureCrowd,
  processes: measureProcesses,
  gateway: measureGateway,
  memory: measureMemory,
  visitors: measureVisitors,
  hour: measureHour,
  'gateway-memory': measureGatewayMemory,
  growth: measureGrowth,
  lighthouse: measureFirstPaint,
}
/** Minutes long, or compared with another build: measured only by name. */
const onRequestOnly = [
  ...['beside', 'crowd', 'evening', 'gateway-memory', 'growth'],
  ...['hour', 'lighthouse', 'previews', 'processes', 'visitors'],
]
const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')} to measure, only ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
for (const [name, measure] of Object.entries(parts))
  if (names.includes(name) || (names.length === 0 && !onRequestOnly.includes(name))) await measure()
process.exitCode = conclude() ? 0 : 1
