import type { ReactNode } from 'react'
import { data, Form, href, redirect, useNavigation, useSearchParams } from 'react-router'
import { z } from 'zod'
import { AskedButton } from '#desk/asked-button.tsx'
import { seasonDesk } from '#desk/season/season-desk.server.ts'
import { SeasonFrame } from '#desk/season/season-frame.tsx'
import { widePictureName } from '#events/wide-picture.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { keepPicture, type PictureTarget, takePictureAway } from '#season/drafts/draft-pictures.server.ts'
import { mostUploadBytes } from '#season/pictures/resize-picture.server.ts'
import { Button } from '#ui/button.tsx'
import { Field, Options, SelectField } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/pictures.route.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { structure, frame } = await seasonDesk(context)
  const { picture } = structure.programme
  const staff = (structure.staff ?? []).map(({ name, years, picture: file }) => ({
    ...{ name, years: years.join(', ') },
    src: pictureUrl(file),
  }))
  const home = { alt: '', focus: middle, ...picture, src: pictureUrl(picture?.file) }
  return { frame, home, logo: pictureUrl(structure.programme.logo), staff }
}

const pictureUrl = (file: string | undefined) =>
  file && href('/desk/season/pictures/:name', { name: widePictureName({ name: file }) })

const middle = '50% 50%'
const noFile = 'Choose a picture first.'
const Sent = z.object({
  what: z.enum(['keep', 'take-away']),
  /** "home", "logo", or the index in the staff list. */
  of: z.string(),
  name: z.string().default(''),
  had: z.string().default(''),
  alt: z.string().trim().default(''),
  focus: z
    .string()
    .regex(/^\d{1,3}% \d{1,3}%$/)
    .default(middle),
  file: z.array(z.instanceof(File)).default([]),
})

const Wish = Sent.transform(({ what, of, name, had, file: [file], ...shown }, context) => {
  const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (what === 'keep' && !file && !(of === 'home' && had)) add('file', noFile)
  if (what === 'keep' && of === 'home' && !shown.alt) add('alt', 'Write what the picture shows.')
  if (shown.alt.length > 200) add('alt', 'Write 200 letters at most.')
  const wish: PictureTarget =
    of === 'home' ? { of, ...shown } : of === 'logo' ? { of } : { of: 'staff', index: Number(of), name }
  return { isTakenAway: what === 'take-away', of, wish, file, values: { of, ...shown } }
})

export async function action({ request, context }: Route.ActionArgs) {
  const { db, writer } = await seasonDesk(context)
  return submit(
    request,
    Wish,
    async ({ isTakenAway, of, wish, file, values }) => {
      if (isTakenAway) await takePictureAway(db, writer, wish)
      else {
        const { problem } = await keepPicture(db, writer, wish, file)
        if (problem) return data<FormReply>({ values, problems: { file: problem } }, 400)
      }
      throw redirect(`${href('/desk/season/pictures')}?kept=${encodeURIComponent(of)}`)
    },
    { uploads: mostUploadBytes + 100_000 },
  )
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Pictures')

export default function PicturesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, home, logo, staff } = loaderData
  const shown = actionData?.values?.of === 'home' ? actionData.values : home
  return (
    <SeasonFrame title="Pictures" frame={frame}>
      <FormAnswer reply={actionData} />
      <div className="stack far">
        <p className="muted">
          A photo of any phone, up to 20 MB. It is made smaller here, and what the phone wrote into it goes,
          such as the place.
        </p>
        <section className="baseline" aria-labelledby="home">
          <h2 id="home">First page</h2>
          <PictureForm of="home" src={home.src} label="A wide picture" answer={actionData}>
            {(problems) => (
              <>
                <Field
                  label="What it shows"
                  name="alt"
                  defaultValue={shown.alt}
                  problem={problems?.alt}
                  hint="For who does not see it."
                />
                <SelectField
                  label="Never cut off"
                  name="focus"
                  defaultValue={shown.focus}
                  hint="Narrow windows show a part of it."
                >
                  <Options
                    options={Object.entries({ ...{ [home.focus]: home.focus }, ...focusNames }).map(
                      ([focus, name]) => [focus, name],
                    )}
                  />
                </SelectField>
              </>
            )}
          </PictureForm>
        </section>
        <section className="baseline" aria-labelledby="logo">
          <h2 id="logo">Sign of the programme</h2>
          <p className="muted">In the header, as the icon of the site, and where a link to it is shared.</p>
          <PictureForm of="logo" src={logo} label="A square picture" answer={actionData} />
        </section>
        <section className="baseline" aria-labelledby="staff">
          <h2 id="staff">Staff</h2>
          {staff.length === 0 && <p className="muted">Nobody is on the staff list yet.</p>}
          <ul className="rows">
            {staff.map(({ name, years, src }, index) => (
              <li key={`${name} ${years}`}>
                <h3>
                  <bdi>{name}</bdi> <span className="muted small">{years}</span>
                </h3>
                <PictureForm
                  of={String(index)}
                  name={name}
                  src={src}
                  label={`Picture of ${name}`}
                  answer={actionData}
                />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </SeasonFrame>
  )
}

const focusNames: Record<string, string> = {
  [middle]: 'The middle',
  ...{ '0% 50%': 'The left', '100% 50%': 'The right', '50% 0%': 'The top', '50% 100%': 'The bottom' },
  ...{ '0% 0%': 'Top left', '100% 0%': 'Top right', '0% 100%': 'Bottom left', '100% 100%': 'Bottom right' },
}

type Props = {
  of: string
  name?: string
  src: string | undefined
  label: string
  answer: FormReply | undefined
  children?: (problems: FormReply['problems']) => ReactNode
}

/** Separate forms, so that one failing file does not block others. */
function PictureForm({ of, name, src, label, answer, children }: Props) {
  const [search] = useSearchParams()
  const { formData } = useNavigation()
  const isSending = formData?.get('of') === of
  const problems = answer?.values?.of === of ? answer.problems : undefined
  return (
    <Form method="post" encType="multipart/form-data" className="picture-form" key={src}>
      <input type="hidden" name="of" value={of} />
      {name && <input type="hidden" name="name" value={name} />}
      {src && <input type="hidden" name="had" value="yes" />}
      {src ? <img src={src} alt="" /> : <p className="muted no-picture">No picture</p>}
      <div className="stack">
        <Field
          type="file"
          label={label}
          name="file"
          // Without HEIC in the list an iPhone sends a JPEG.
          accept="image/jpeg,image/png,image/webp,image/svg+xml"
          problem={problems?.file}
        />
        {children?.(problems)}
        <p className="act">
          <Button type="submit" name="what" value="keep" busy={isSending}>
            {isSending ? 'Sending the picture' : 'Keep in the draft'}
          </Button>
          {src && (
            <AskedButton
              size="small"
              name="what"
              value="take-away"
              verb="Take it away"
              question="Take the picture away?"
              consequence="It leaves your draft. Families see it until you publish."
            />
          )}
          <span className="muted small" role="status">
            {search.get('kept') === of && !answer && 'In your draft. Families see it once you publish.'}
          </span>
        </p>
      </div>
    </Form>
  )
}
