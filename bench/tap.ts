import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** One statement as it went over the wire. */
export type Statement = { text: string; values: (string | null)[] }

export type Tap = Awaited<ReturnType<typeof openTap>>

/** Stands between the site and PostgreSQL and writes down every statement, BEGIN and COMMIT among them, and every notice. */
export async function openTap(databaseUrl: string) {
  const address = new URL(databaseUrl)
  const { hostname, port } = address
  const open = new Set<Socket>()
  let heard: Statement[] = []
  let notices: string[] = []
  const server = createServer((site) => {
    const database = connect(Number(port), hostname)
    const listen = statementListener((statement) => heard.push(statement))
    site.on('data', listen)
    database.on(
      'data',
      noticeListener((notice) => notices.push(notice)),
    )
    for (const [from, to] of [
      [site, database],
      [database, site],
    ] as const) {
      open.add(from)
      from.setNoDelay().pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => open.delete(from))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: address.href,
    /** What was heard since the last time. */
    take() {
      const taken = heard
      heard = []
      return taken
    },
    takeNotices() {
      const taken = notices
      notices = []
      return taken
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Understands as much of the protocol as names a statement: Query, Parse and Bind. */
function statementListener(tell: (statement: Statement) => void) {
  const prepared = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // The first message has no type before its length.
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4 || rest.length < head + rest.readInt32BE(head)) return
      const end = head + rest.readInt32BE(head)
      const [type, read] = [
        isStarted ? rest.toString('latin1', 0, 1) : '',
        reader(rest.subarray(head + 4, end)),
      ]
      // One message of several statements counts as these: none of ours has a semicolon within.
      if (type === 'Q') for (const text of read.string().split('; ')) tell({ text, values: [] })
      if (type === 'P') prepared.set(read.string(), read.string())
      if (type === 'B') {
        read.string()
        tell({ text: prepared.get(read.string()) ?? '', values: read.values() })
      }
      rest = rest.subarray(end)
      isStarted = true
    }
  }
}

/** Understands the answers as far as their notices: the text of each. */
function noticeListener(tell: (text: string) => void) {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1)
      // Fields of a letter and a text each; M is what it says.
      const fields = rest.toString('utf8', 5, end).split('\0')
      if (rest.toString('latin1', 0, 1) === 'N')
        for (const field of fields) if (field.startsWith('M')) tell(field.slice(1))
      rest = rest.subarray(end)
    }
  }
}

function reader(message: Buffer) {
  let at = 0
  const take = (length: number) => {
    at += length
    return message.subarray(at - length, at)
  }
  const string = () => {
    const text = take(message.indexOf(0, at) - at).toString()
    take(1)
    return text
  }
  /** The values of a Bind, after its two names. */
  const values = () => {
    take(2 * take(2).readInt16BE())
    return Array.from({ length: take(2).readInt16BE() }, () => {
      const length = take(4).readInt32BE()
      return length < 0 ? null : take(length).toString()
    })
  }
  return { string, values }
}
