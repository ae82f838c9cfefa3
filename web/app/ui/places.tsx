import { areFew } from './few-places.ts'

const mostMarks = 24
const step = 8
const barWidth = 160

/** One mark per place, taken ones filled, and always the same in words. */
export function PlacesMeter({ taken, places }: { taken: number; places: number }) {
  const left = Math.max(0, places - taken)
  const isBar = places > mostMarks
  const width = isBar ? barWidth : places * step
  const filled = Math.round((width * (places - left)) / Math.max(1, places))
  const tone = left === 0 ? 'full' : areFew(left, places) ? 'few' : ''
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
      {left === 0 ? (
        <b>Full</b>
      ) : (
        <span>
          <b>{left}</b> of {places} places left
        </span>
      )}
    </span>
  )
}
