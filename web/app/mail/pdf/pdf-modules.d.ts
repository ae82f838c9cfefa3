/** The parts that the PDF worker uses; the packages have no types. */
declare module 'fontkit' {
  export type Font = {
    postscriptName: string
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string): { advanceWidth: number }
  }
  export function openSync(path: string): Font
}

declare module 'pdfkit' {
  import { Readable } from 'node:stream'
  import type { Font } from 'fontkit'

  type TextOptions = { lineBreak: boolean; baseline: string; features?: string[] }

  export default class PDFDocument extends Readable {
    constructor(options: {
      size: string
      margin: number
      font: Font
      lang: string
      info: { Title: string; Author: string }
    })
    addPage(): this
    fillColor(color: string): this
    font(font: Font, name: string, size: number): this
    text(text: string, x: number, y: number, options: TextOptions): this
    widthOfString(text: string, options: TextOptions): number
    rect(x: number, y: number, width: number, height: number): this
    fill(color: string): this
    end(): void
  }
}
