import { measureBeside } from './beside.ts'
import { measureCheckouts } from './checkouts.ts'
import { measureCrowd } from './crowd.ts'
import { measureEvening } from './evening.ts'
import { measureGateway } from './gateway.ts'
import { measureGatewayMemory } from './gateway-memory.ts'
import { measureGrowth } from './growth.ts'
import { measureHour } from './hour.ts'
import { measureFirstPaint } from './lighthouse.ts'
import { measureMemory, measureVisitors } from './memory.ts'
import { countQueries } from './pages.ts'
import { measurePreviews } from './previews.ts'
import { measureProcesses } from './processes.ts'
import { conclude } from './report.ts'
import { weighEventPage, weighWidget } from './sizes.ts'
import { measureWidget } from './widget.ts'

const parts = {
  page: weighEventPage,
  weight: weighWidget,
  widget: measureWidget,
  queries: countQueries,
  checkouts: measureCheckouts,
  beside: measureBeside,
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
/** Minutes long, or beside another build: measured when they are named. */
const onlyWhenAsked = [
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
  if (names.includes(name) || (names.length === 0 && !onlyWhenAsked.includes(name))) await measure()
process.exitCode = conclude() ? 0 : 1
