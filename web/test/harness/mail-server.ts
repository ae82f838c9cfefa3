import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail server on a port of this machine that keeps the messages it takes. */
export async function aMailServer(manners: SMTPServerOptions = {}, at = 0) {
  const taken: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // A site keeps its connection for the next mail: `stop` would wait half a minute for that.
    closeTimeout: 1,
    onData(stream, _, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        taken.push(Buffer.concat(parts).toString())
        done()
      })
    },
    ...manners,
  })
  // A client that loses its patience hangs up: that is what these tests want.
  server.on('error', () => undefined)
  server.listen(at, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return { taken, port, stop: () => new Promise<void>((stopped) => server.close(stopped)) }
}
