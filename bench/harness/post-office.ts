import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

const answers: Record<string, string> = { DATA: '354 go on', QUIT: '221 goodbye' }

/** Accepts and drops every mail. */
export async function openPostOffice() {
  const server = createServer(receive)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

function receive(socket: Socket) {
  let isLetter = false
  const reply = (line: string) => socket.write(`${line}\r\n`)
  socket.setNoDelay()
  socket.on('error', () => socket.destroy())
  reply('220 bench')
  createInterface({ input: socket }).on('line', (line) => {
    if (isLetter && line !== '.') return
    isLetter = line === 'DATA'
    reply(answers[line] ?? '250 ok')
    if (line === 'QUIT') socket.end()
  })
}
