import { moneyActLabels } from '#offline-payments/money-acts/money-act-labels.ts'
import { dollars } from '#platform/format/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { WaitingAct } from './money-acts.db.server.ts'
import './waiting-acts.css'

/** "Give a paid place up, $180.00 as credit" */
export const describeAct = ({ kind, cents, as }: Pick<WaitingAct, 'kind' | 'cents' | 'as'>) =>
  [`${moneyActLabels[kind]}, ${dollars(cents)}`, as].filter(Boolean).join(' ')

export const WaitingActs = ({
  acts,
  isOnFamilyPage = false,
}: {
  acts: WaitingAct[]
  isOnFamilyPage?: boolean
}) =>
  acts.length > 0 && (
    <section className="baseline" aria-labelledby="waiting-acts">
      <h2 id="waiting-acts">Waits for a second member</h2>
      <ul className="rows waiting-acts">
        {acts.map((act) => (
          <li key={act.id}>
            <div>
              <h3>{describeAct(act)}</h3>
              <p className="muted">
                {!isOnFamilyPage && (
                  <>
                    {act.number !== null && `Family ${act.number}, `}
                    <bdi>{act.holder}</bdi>.{' '}
                  </>
                )}
                {act.player && (
                  <>
                    <bdi>{act.player}</bdi>, {act.event}, Session {act.session}.{' '}
                  </>
                )}
                Asked for by {act.isMine ? 'you' : <bdi>{act.askedBy}</bdi>},{' '}
                <Unbroken>{act.askedOn}</Unbroken>.
              </p>
            </div>
            <p className="act">
              <ButtonLink size="small" to={`/desk/acts/${act.id}`}>
                {act.isMine ? 'See it' : 'Decide'}
                <span className="visually-hidden">: {describeAct(act)}</span>
              </ButtonLink>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
