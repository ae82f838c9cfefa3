import pg from 'pg'

const patienceMs = 1500

/** Each promotion begins a new timeline, so a primary that comes back after one has a lower one than its heir. */
const timelineIfWritable = `select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
  then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`

/** One address for each server of a list as libpq reads it: `postgres://user:password@one:5432,two:5432/database`. */
export function serversOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  return hosts.split(',').map((host) => before + host + after)
}

/** What makes the connections of a pool, each to the server of the list that can be written to at that moment. */
export function clientOf(servers: string[]): typeof pg.Client {
  if (servers.length < 2) return pg.Client
  const choose = chooserOf(servers)
  let choosing: ReturnType<typeof choose> | undefined
  // The pool makes its connections with `new`, and pg's own know one host.
  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(told: Told): void
    override connect(told?: Told) {
      choosing ??= choose().finally(() => {
        choosing = undefined
      })
      const chosen = choosing.then((server) => Object.assign(this, server))
      if (!told) return chosen.then(() => super.connect())
      chosen.then(() => super.connect(told), told)
    }
  }
}
type Told = (problem: Error) => void

/** All are asked, since the first that says it is writable may be one that was given up. Nobody goes back to such a one. */
function chooserOf(servers: string[]) {
  let newest = 0
  return async () => {
    const asked = await Promise.allSettled(servers.map(timelineOf))
    const timelines = asked.map((answer) => (answer.status === 'fulfilled' ? answer.value : 0))
    const latest = Math.max(...timelines)
    const server = servers[timelines.indexOf(latest)]
    if (latest === 0 || latest < newest || !server)
      throw new Error(`none of the ${servers.length} servers can be written to`)
    newest = latest
    const { host, port } = new pg.Client(server)
    return { host, port }
  }
}

/** 0 for one that only follows another. */
async function timelineOf(server: string): Promise<number> {
  const waits = { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs }
  const client = new pg.Client({ connectionString: server, ...waits })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(timelineIfWritable)
    return rows[0]?.timeline ?? 0
  } finally {
    await client.end()
  }
}
