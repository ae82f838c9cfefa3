/** Half a court with the ball beside it: the sign of the site. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2.5">
        <rect x="2.5" y="2.5" width="18" height="27" />
        <path d="M2.5 16h18M11.5 2.5V16" />
      </g>
      <circle className="ball-fill" cx="27.5" cy="24" r="4" />
    </svg>
  )
}

/** Where the near side of the net was last hit: a court from above, in feet × 10. */
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

/** A ball just wide of the line, for what is empty or lost. */
export function LoneBall() {
  return (
    <svg className="lone-ball" viewBox="0 0 240 120" aria-hidden="true">
      <rect className="court-fill" width="240" height="120" />
      <path className="court-lines" d="M0 86h186V0M62 86V0" />
      <ellipse className="ball-shade" cx="221" cy="68" rx="12" ry="4.5" />
      <circle className="ball-fill" cx="214" cy="56" r="8" />
    </svg>
  )
}
