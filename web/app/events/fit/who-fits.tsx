import { Button } from '#ui/button.tsx'
import type { Fit } from './fits.ts'

type Props = { fits: Fit[]; listed: number; chosen: Fit | undefined; onChoose: (id?: string) => void }

/** Filter chips; a second press clears the filter. */
export function WhoFits({ fits, listed, chosen, onChoose }: Props) {
  const count = chosen?.events.length ?? 0
  return (
    <div className="who-fits awaits-script">
      <fieldset className="row" aria-label="Who plays?">
        <span className="who-fits-title">Who plays?</span>
        {fits.map(({ id, name, isPlayer }) => (
          <Button
            key={id}
            size="small"
            aria-pressed={id === chosen?.id}
            onClick={() => onChoose(id === chosen?.id ? undefined : id)}
          >
            {!isPlayer && <span className="visually-hidden">Ages </span>}
            <bdi>{name}</bdi>
          </Button>
        ))}
      </fieldset>
      <p className="muted" role="status">
        {chosen ? (
          <>
            <b>
              {count} of {listed}
            </b>{' '}
            {count === 1 ? 'fits' : 'fit'} {!chosen.isPlayer && 'ages '}
            <bdi>{chosen.name}</bdi>. Press again to see all.
          </>
        ) : (
          `Choose ${fits[0]?.isPlayer ? 'a name or an age' : 'an age'}: what does not fit is dimmed.`
        )}
      </p>
    </div>
  )
}
