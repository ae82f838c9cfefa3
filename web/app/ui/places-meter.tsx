import { areFew } from './few-places.ts'

const mostMarks = 24
const step = 8
const barWidth = 160

/** One mark per place, taken ones filled, and the count as text. */
export function PlacesMeter({ taken, places }: { taken: number; places: number }) {
  const free = Math.max(0, places - taken)
  const isBar = places > mostMarks
  const width = isBar ? barWidth : places * step
  const filled = Math.round((width * (places - free)) / Math.max(1, places))
  const tone = free === 0 ? 'full' : areFew(free, places) ? 'few' : ''
  return (
    <span className={`places ${tone}`}>
      <svg
        className={isBar ? 'marks bar' : 'marks'}
        width={width}
        height="10"
        viewBox={`0 0 ${width} 10`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={`M0 5h${width}`} />
        {filled > 0 && <path className="taken" d={`M0 5h${filled}`} />}
      </svg>
      {free === 0 ? (
        <b>Full</b>
      ) : (
        <span>
          <b>{free}</b> of {places} places left
        </span>
      )}
    </span>
  )
}
