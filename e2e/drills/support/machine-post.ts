// The mail server of the machine on which a drill puts the site: each letter that it takes is a file in this folder.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { aMailServer } from '../../../web/test/harness/mail-server.ts'

const [folder = '.', port] = process.argv.slice(2)
await aMailServer(
  {
    async onData(stream, _, done) {
      writeFileSync(join(folder, `${Date.now()}-${crypto.randomUUID()}`), await text(stream))
      done()
    },
  },
  Number(port),
)
