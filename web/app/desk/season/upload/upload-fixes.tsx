import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field, TextField } from '#ui/fields/field.tsx'

export type UploadProblem = { line: number; written: string; message: string }

/** Problems, and the text to correct. */
export function UploadFixes({ text, problems }: { text: string; problems: UploadProblem[] }) {
  const form = useRef<HTMLFormElement>(null)
  const count = problems.length === 1 ? 'One thing needs you' : `${problems.length} things need you`
  return (
    <section className="baseline stack" aria-labelledby="wrong">
      <h2 id="wrong">{count}</h2>
      <ol className="rows upload-problems">
        {problems.map(({ line, written, message }) => (
          <li key={`${line} ${message}`}>
            <Button size="small" onClick={() => goToLine(form.current, line)}>
              Line {line}
            </Button>
            <p className="break">
              {message}
              {written && <code className="muted">{written}</code>}
            </p>
          </li>
        ))}
      </ol>
      <FixForm text={text} ref={form} />
    </section>
  )
}

/** With an input for missing pictures. */
export function FixForm({ text, ref }: { text: string; ref?: React.Ref<HTMLFormElement> }) {
  const isSending = useNavigation().formData?.get('what') === 'mend'
  return (
    <Form method="post" encType="multipart/form-data" className="stack" ref={ref}>
      <TextField
        label="The text of the file"
        name="text"
        className="upload-text"
        rows={24}
        spellCheck={false}
        defaultValue={text}
      />
      <Field
        type="file"
        label="Pictures that are missing"
        name="pictures"
        optional
        multiple
        accept="image/jpeg,image/png,image/webp,image/svg+xml"
        hint="The text names each by its file."
      />
      <p className="act">
        <Button type="submit" name="what" value="mend" busy={isSending}>
          {isSending ? 'Reading the text' : 'Check it again'}
        </Button>
      </p>
    </Form>
  )
}

function goToLine(form: HTMLFormElement | null, line: number) {
  const area = form?.querySelector('textarea')
  if (!area) return
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1] ?? '').length)
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 4)
}
