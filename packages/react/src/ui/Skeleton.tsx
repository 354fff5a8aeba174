/** The shape of what comes. */
export function Skeleton({ shape, count = 1 }: { shape: 'row' | 'tile' | 'line' | 'amount' | 'box'; count?: number }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <span key={at} className={`skeleton skeleton-${shape}`} aria-hidden="true">
      {shape === 'row' || shape === 'tile' ? (
        <>
          <span className="skeleton-block" />
          <span className="skeleton-bar" />
        </>
      ) : null}
    </span>
  ))
}
