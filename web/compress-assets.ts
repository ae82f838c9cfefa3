import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const isText = /\.(js|css|svg|html|json|txt|webmanifest|ico)$/
const leastBytes = 500

/** Precompressed `.br` and `.gz` files, which the server sends. */
export async function compressAssets(folder: string): Promise<void> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  await Promise.all(
    paths
      .filter((path) => isText.test(path) && statSync(path).size > leastBytes)
      .map(async (path) => {
        const content = readFileSync(path)
        const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
        writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
        writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, brotli))
      }),
  )
}
