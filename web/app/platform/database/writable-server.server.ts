import pg from 'pg'

const patienceMs = 1500

/** Each promotion begins a new timeline, so a former primary that returns has a lower one. */
const timelineIfWritable = `select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
  then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`

/** One URL per server of libpq's list: `postgres://user:password@one:5432,two:5432/database`. */
export function parseServers(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  return hosts.split(',').map((host) => before + host + after)
}

/** A client class for the pool, whose connections go to the server that is writable at that moment. */
export function writableClient(servers: string[]): typeof pg.Client {
  if (servers.length < 2) return pg.Client
  const choose = createChooser(servers)
  let choosing: ReturnType<typeof choose> | undefined
  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: Callback): void
    override connect(callback?: Callback) {
      choosing ??= choose().finally(() => {
        choosing = undefined
      })
      const chosen = choosing.then((server) => Object.assign(this, server))
      if (!callback) return chosen.then(() => super.connect())
      chosen.then(() => super.connect(callback), callback)
    }
  }
}
type Callback = (problem: Error) => void

/** Asks all, since the first that is writable may be a former primary; never returns to an older timeline. */
function createChooser(servers: string[]) {
  let newest = 0
  return async () => {
    const asked = await Promise.allSettled(servers.map(readTimeline))
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

/** 0 for a replica. */
async function readTimeline(server: string): Promise<number> {
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
