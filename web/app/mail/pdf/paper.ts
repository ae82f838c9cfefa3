/** A letter on paper, such as a receipt: shown on a page, or set as a PDF. Plain facts, so that it can be kept. */
export type Paper = {
  from: { name: string; addressLines: string[]; email: string; phone: string }
  title: string
  subtitle?: string
  number: string
  date: string
  /** To whom, line by line. */
  to: string[]
  /** The last column holds figures, at the right; `changes` is the column of what each line adds or takes off, if any. */
  table: {
    columns: string[]
    changes?: number
    rows: string[][]
    total: [words: string, figure: string]
  }
  paragraphs: string[]
}
