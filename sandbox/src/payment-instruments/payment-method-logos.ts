import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { Hono } from 'hono'

const [width, height] = [56, 36]

/** Pictures of `image_url`: a plain card in a colour hashed from the file name. */
export function paymentMethodLogos(): Hono {
  const app = new Hono()
  app.get('/payment_method_logo/:file{[a-z_]+\\.png}', (c) =>
    c.body(cardPicture(c.req.param('file')), 200, {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=86400',
    }),
  )
  return app
}

function cardPicture(fileName: string): Uint8Array<ArrayBuffer> {
  const [red = 0, green = 0, blue = 0] = createHash('sha256').update(fileName).digest()
  const line = (colour: number[]) => Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()])
  const [face, stripe] = [line([red, green, blue]), line([30, 30, 30])]
  const lines = Array.from({ length: height }, (_, y) => (y >= 7 && y < 14 ? stripe : face))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, ...Buffer.from('PNG\r\n\u001a\n')])
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(lines))), chunk('IEND')]
  return new Uint8Array(Buffer.concat([signature, ...chunks]))
}

function chunk(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
