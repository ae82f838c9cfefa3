export function Mark({ logo }: { logo: string | null | undefined }) {
  if (logo) return <img className="mark" src={logo} alt="" width="32" height="32" />
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
