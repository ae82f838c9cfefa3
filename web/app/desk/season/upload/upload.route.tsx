import { data, Form, href, Link, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { seasonDesk } from '#desk/season/season-desk.server.ts'
import { SeasonFrame } from '#desk/season/season-frame.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { oneAtATime } from '#season/drafts/one-at-a-time.server.ts'
import { dropUpload, findUpload, fixUpload, keepUpload, mostZipBytes } from '#season/uploads.server.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/upload.route.ts'
import { bringUpload, planUpload } from './season-upload.server.ts'
import { UploadFixes } from './upload-fixes.tsx'
import { UploadPlan } from './upload-plan.tsx'

const inTurn = oneAtATime()

/** Serialised: a dry run reads the whole season and would slow checkouts down. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, writer, frame } = await seasonDesk(context)
  const upload = await findUpload(db, writer.accountId)
  if (!upload) return { frame, upload: undefined }
  const plan = await inTurn(() => planUpload(context.get(worldContext), writer, upload.file))
  const { name, text } = upload.file
  return { frame, upload: { ...{ name, text, plan }, readAt: upload.changedAt.getTime() } }
}

const Files = z.array(z.instanceof(File)).default([])
const Sent = z.discriminatedUnion('what', [
  z.object({ what: z.literal('send'), files: Files }),
  z.object({ what: z.literal('mend'), text: z.string(), pictures: Files }),
  z.object({ what: z.literal('throw-away') }),
  z.object({
    what: z.literal('publish'),
    readAt: z.coerce.number(),
    revision: z.coerce.number().optional(),
    undo: z.string().optional(),
    tell: z.string().optional(),
  }),
])
type Publish = Extract<z.output<typeof Sent>, { what: 'publish' }>

export async function action({ request, context }: Route.ActionArgs) {
  const { db, writer } = await seasonDesk(context)
  return submit(
    request,
    Sent,
    async (sent) => {
      if (sent.what === 'publish') return publish(context, sent)
      if (sent.what === 'send') {
        const { problem } =
          sent.files.length > 0 ? await keepUpload(db, writer.accountId, sent.files) : { problem: noFile }
        if (problem) return data<FormReply>({ problems: { files: problem } }, 400)
      }
      if (sent.what === 'mend') await fixUpload(db, writer.accountId, sent)
      if (sent.what === 'throw-away') await dropUpload(db, writer.accountId)
      throw redirect(href('/desk/season/upload'))
    },
    { uploads: mostZipBytes },
  )
}

const noFile = 'Choose a file first.'
const changedMeanwhile =
  'Nothing was published: the season has changed meanwhile. Read what changes once more.'

async function publish(context: Route.ActionArgs['context'], { readAt, revision, ...boxes }: Publish) {
  const { db, writer } = await seasonDesk(context)
  const world = context.get(worldContext)
  const upload = (await findUpload(db, writer.accountId)) ?? refuse('not-possible', changedMeanwhile)
  if (upload.changedAt.getTime() !== readAt) refuse('not-possible', changedMeanwhile)
  const plan = await inTurn(() => planUpload(world, writer, upload.file))
  if (!plan.isInOrder) return refuse('not-possible', changedMeanwhile)
  if (plan.isOwnEnd) refuse('not-possible', endsOwnAccount)
  const [undo, tellReworded] = [boxes.undo === 'on', boxes.tell === 'on']
  if (!undo && plan.undoes.length > 0)
    return data<FormReply>({ problems: { undo: 'Say yes to this, or change these lines in the text.' } }, 400)
  const wish = { write: true, undo, tellReworded, onlyAt: revision }
  const done = await inTurn(() => bringUpload(world, writer, upload.file, wish))
  if ('problems' in done || !done.isWritten) return refuse('not-possible', changedMeanwhile)
  await dropUpload(db, writer.accountId)
  nudgeMail(world)
  throw redirect(`${href('/desk/season')}?told=${done.told.families}`)
}

const endsOwnAccount =
  'This takes the demonstration away, and the account you are signed in with belongs to it. Begin with your own programme first.'

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Upload a season')

export default function UploadPage({ loaderData: { frame, upload }, actionData }: Route.ComponentProps) {
  return (
    <SeasonFrame
      title="Upload a season"
      lead={
        upload
          ? `${upload.name}: nothing of it is published yet.`
          : 'The season as one file. You read what it changes before families see it.'
      }
      frame={frame}
    >
      <FormAnswer reply={actionData} />
      <div className="stack far">
        {upload?.plan.isInOrder === false && (
          <UploadFixes key={upload.readAt} text={upload.text} problems={upload.plan.problems} />
        )}
        {upload?.plan.isInOrder && (
          <UploadPlan
            key={upload.readAt}
            {...{ readAt: upload.readAt, text: upload.text, plan: upload.plan }}
            {...{
              problem: actionData?.problems?.undo,
              why: upload.plan.isOwnEnd ? endsOwnAccount : undefined,
            }}
          />
        )}
        <SendFile
          key={`sent ${upload?.readAt}`}
          isOther={upload !== undefined}
          problem={actionData?.problems?.files}
        />
      </div>
    </SeasonFrame>
  )
}

function SendFile({ isOther, problem }: { isOther: boolean; problem: string | undefined }) {
  const isSending = useNavigation().formData?.get('what') === 'send'
  return (
    <section className="baseline" aria-labelledby="send">
      <h2 id="send">{isOther ? 'Another file' : 'Your file'}</h2>
      <Form method="post" encType="multipart/form-data" className="stack form-column">
        <Field
          type="file"
          label="A season file with its pictures, or a zip of both"
          name="files"
          multiple
          accept=".yaml,.yml,.zip,image/jpeg,image/png,image/webp,image/svg+xml"
          problem={problem}
          hint="60 MB at most."
        />
        <p>
          To begin with,{' '}
          <Link to={href('/desk/season/file')} reloadDocument download>
            download the season as it is
          </Link>
          .
        </p>
        <p className="act">
          <Button
            type="submit"
            name="what"
            value="send"
            variant={isOther ? 'outline' : 'ball'}
            busy={isSending}
          >
            {isSending ? 'Reading the file' : 'Upload and check'}
          </Button>
          {isOther && (
            <Button type="submit" name="what" value="throw-away" variant="bare" formNoValidate>
              Throw this upload away
            </Button>
          )}
        </p>
      </Form>
    </section>
  )
}
