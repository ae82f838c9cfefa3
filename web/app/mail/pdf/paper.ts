/** A letter, such as a receipt: shown on a page, or rendered as a PDF. Serialisable. */
export type Paper = {
  from: { name: string; addressLines: string[]; email: string; phone: string }
  title: string
  subtitle?: string
  number: string
  date: string
  to: string[]
  /** The last column holds right-aligned figures; `changes` is the column of signed amounts, if any. */
  table: {
    columns: string[]
    changes?: number
    rows: string[][]
    total: [words: string, figure: string]
  }
  paragraphs: string[]
}
