import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Statement = { text: string; values: (string | null)[] }

export type Tap = Awaited<ReturnType<typeof openTap>>

/** A proxy before PostgreSQL that records statements, BEGIN and COMMIT included, and notices. */
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
    /** Drains the recorded statements. */
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

/** Parses Query, Parse and Bind messages. */
function statementListener(onStatement: (statement: Statement) => void) {
  const prepared = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // The startup message has no type byte.
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4 || rest.length < head + rest.readInt32BE(head)) return
      const end = head + rest.readInt32BE(head)
      const [type, read] = [
        isStarted ? rest.toString('latin1', 0, 1) : '',
        reader(rest.subarray(head + 4, end)),
      ]
      // Our statements have no semicolon inside.
      if (type === 'Q') for (const text of read.string().split('; ')) onStatement({ text, values: [] })
      if (type === 'P') prepared.set(read.string(), read.string())
      if (type === 'B') {
        read.string()
        onStatement({ text: prepared.get(read.string()) ?? '', values: read.values() })
      }
      rest = rest.subarray(end)
      isStarted = true
    }
  }
}

/** Parses NoticeResponse messages. */
function noticeListener(onNotice: (text: string) => void) {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1)
      // Each field is a letter and a text; M is the message.
      const fields = rest.toString('utf8', 5, end).split('\0')
      if (rest.toString('latin1', 0, 1) === 'N')
        for (const field of fields) if (field.startsWith('M')) onNotice(field.slice(1))
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
  /** Parameters of a Bind. */
  const values = () => {
    take(2 * take(2).readInt16BE())
    return Array.from({ length: take(2).readInt16BE() }, () => {
      const length = take(4).readInt32BE()
      return length < 0 ? null : take(length).toString()
    })
  }
  return { string, values }
}
