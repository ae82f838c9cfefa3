import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths. */
const ticksPerSecond = 100

/** CPU seconds of a process and its ended children; 0 off Linux. */
export function cpuSeconds(pid: number): number {
  const { work, ended } = readCounts(pid)
  return (work + ended) / ticksPerSecond
}

/** Including running children, such as PostgreSQL's connections. */
export function cpuSecondsWithChildren(pid: number): number {
  const children = processes().filter((child) => readCounts(child).parent === pid)
  return children.reduce((sum, child) => sum + cpuSeconds(child), cpuSeconds(pid))
}

function readCounts(pid: number) {
  const fields = readStat(pid).split(') ').at(-1)?.split(' ').map(Number) ?? []
  const [, parent = 0] = fields
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { parent, work: user + system, ended: endedUser + endedSystem }
}

const processes = () => {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return ''
  }
}
