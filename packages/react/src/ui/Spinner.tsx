/** A small spinner next to text that names the pending action. */
export function Spinner({ size = 20 }: { size?: number }) {
  return (
    <svg className="spinner" width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden="true">
      <circle className="spinner-track" cx="10" cy="10" r="7.5" />
      <circle className="spinner-stroke" cx="10" cy="10" r="7.5" pathLength="100" />
    </svg>
  )
}
