import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fitPicture } from './resize-picture.server.ts'
import { decodeDataUrl } from './season-pictures.server.ts'

const noise = (width: number, height: number) =>
  sharp({
    create: {
      ...{ width, height, channels: 3, background: '#1c5f9f' },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

/** A phone held upright: the sensor lies, and the photo says how it was held, where and by what. */
const phonePhoto = await noise(4000, 3000)
  .jpeg({ quality: 85 })
  .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '37/1 46/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .toBuffer()

const imgOf = async (bytes: Uint8Array, side: number) => {
  const fitted = await fitPicture(bytes, side)
  if ('why' in fitted) throw new Error(fitted.why)
  return fitted.img
}

test('a photo of any phone becomes a picture that a page can carry, turned as it was held, without what the phone wrote', async () => {
  expect(phonePhoto.length).toBeGreaterThan(5_000_000)

  const bytes = decodeDataUrl(await imgOf(phonePhoto, 640))

  const { exif, xmp, orientation, ...facts } = await sharp(bytes).metadata()
  expect(facts).toMatchObject({ format: 'webp', width: 480, height: 640 })
  expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined])
  expect(bytes.length).toBeLessThanOrEqual(300_000)
  expect(bytes.includes('Phone')).toBe(false)
})

test('what a page can carry stays as it is, byte for byte; a place that a camera wrote goes from a small one too', async () => {
  const once = await imgOf(phonePhoto, 1920)
  expect(await imgOf(decodeDataUrl(once), 1920)).toBe(once)

  const small = await noise(200, 100)
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '37/1 46/1 0/1' } })
    .toBuffer()
  expect((await sharp(decodeDataUrl(await imgOf(small, 1920))).metadata()).exif).toBeUndefined()
})

test('a HEIC photo, what is no picture, half of one, and one with too many pixels are refused in words', async () => {
  const heic = Buffer.from('0000002466747970686569630000000068656963', 'hex')
  const bomb = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const small = await noise(300, 300).png().toBuffer()

  const why = async (bytes: Uint8Array) => {
    const fitted = await fitPicture(bytes, 640)
    return 'why' in fitted ? fitted.why : undefined
  }
  expect(await why(heic)).toMatch(/^is a HEIC photo, .* save or send it as JPEG/)
  expect(await why(Buffer.from('%PDF-1.7'))).toMatch(/^is no picture that this site can read/)
  expect(await why(small.subarray(0, 2000))).toMatch(/^is broken or was cut off/)
  expect(await why(phonePhoto.subarray(0, 1_000_000))).toMatch(/^is broken or was cut off/)
  expect(await why(bomb)).toBe('has 100 million pixels; choose one of up to 64 million')
  expect(await why(Buffer.concat([phonePhoto, Buffer.alloc(20_000_000)]))).toMatch(/^has \d+ MB; choose one/)
})
