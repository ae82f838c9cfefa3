import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths. */
const ticksPerSecond = 100

/** The seconds of work that a process has done, with those of its children that have ended; none where Linux does not tell. */
export function secondsOfWork(pid: number): number {
  const { work, ended } = countsOf(pid)
  return (work + ended) / ticksPerSecond
}

/** The same with its children that still run, such as PostgreSQL's connections. */
export function secondsOfFamily(pid: number): number {
  const children = processes().filter((child) => countsOf(child).parent === pid)
  return children.reduce((sum, child) => sum + secondsOfWork(child), secondsOfWork(pid))
}

function countsOf(pid: number) {
  const fields = statOf(pid).split(') ').at(-1)?.split(' ').map(Number) ?? []
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

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return ''
  }
}
