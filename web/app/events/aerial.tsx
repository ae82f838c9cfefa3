/** A court from above, in feet × 10. */
export function Aerial() {
  return (
    <svg className="aerial" viewBox="0 0 760 620" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g transform="translate(395 -150) rotate(21)">
        <rect className="court-fill" width="360" height="780" />
        <g className="court-lines">
          <rect width="360" height="780" />
          <rect x="45" width="270" height="780" />
          <rect x="45" y="180" width="270" height="420" />
          <path d="M180 180v420M180 0v12M180 780v-12" />
        </g>
        <path className="net-shade" d="M-24 400h416" />
        <path className="net" d="M-30 390h420" />
        <ellipse className="ball-shade" cx="124" cy="509" rx="22" ry="9" transform="rotate(-21 124 509)" />
        <circle className="ball-fill" cx="105" cy="486" r="13" />
      </g>
    </svg>
  )
}
