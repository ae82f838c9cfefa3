import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A self-made certificate and its key, for a listener whose browser ignores who signed it. */
export function aCertificate(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(der(0x06, hex('2a8648ce3d040302'))) // ecdsa-with-SHA256
  const who = sequence(der(0x31, sequence(der(0x06, hex('550403')), der(0x0c, Buffer.from(name))))) // its common name
  const content = sequence(
    der(0xa0, der(0x02, hex('02'))), // X.509 version 3
    der(0x02, Buffer.concat([hex('01'), randomBytes(15)])),
    algorithm,
    who,
    sequence(day(-1), day(30)),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, hex('00'), sign('sha256', content, privateKey))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(content, algorithm, signature)),
  }
}

const hex = (digits: string) => Buffer.from(digits, 'hex')
const sequence = (...members: Buffer[]) => der(0x30, ...members)

/** One element of the Distinguished Encoding Rules: tag, length, content. */
function der(tag: number, ...members: Buffer[]): Buffer {
  const content = Buffer.concat(members)
  const { length } = content
  const sized =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...sized]), content])
}

/** A moment so many days from now. */
function day(days: number): Buffer {
  const moment = new Date(Date.now() + days * 86_400_000).toISOString()
  return der(0x17, Buffer.from(`${moment.slice(2, 19).replace(/[-:T]/g, '')}Z`))
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}
