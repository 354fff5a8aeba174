import { qrMatrix } from '@billfold/protocol/qr/qrMatrix'
import { type ReactNode, useMemo } from 'react'
import { holeOf, qrPath } from './qrPath.ts'

const quiet = 4

/** A code for a camera: dark on light in every theme, with its quiet zone; `children` is a picture for its middle. */
export function QrCode({
  text,
  label,
  size = 264,
  children,
}: {
  text: string
  /** The code's purpose, for screen readers. */
  label: string
  size?: number
  children?: ReactNode
}) {
  const hasPicture = Boolean(children)
  const { modules, hole, path } = useMemo(() => {
    // A picture hides some of it, which the stronger correction makes up for.
    const matrix = qrMatrix(text, hasPicture ? 'Q' : 'M')
    const cut = hasPicture ? holeOf(matrix.size) : 0
    return { modules: matrix.size, hole: cut, path: qrPath(matrix, cut) }
  }, [text, hasPicture])
  const side = modules + 2 * quiet
  const picture = (hole / side) * size
  return (
    <div
      className="qr"
      role="img"
      aria-label={label}
      dir="ltr"
      data-testid="wui-qr-code"
      style={{ inlineSize: size, blockSize: size }}
      // Tests of sites that moved here read what is drawn from this attribute.
      {...{ uri: text }}
    >
      <svg viewBox={`${-quiet} ${-quiet} ${side} ${side}`} width={size} height={size} aria-hidden="true">
        <path className="qr-modules" d={path} />
        {[
          [0, 0],
          [modules - 7, 0],
          [0, modules - 7],
        ].map(([x, y]) => (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
            <rect className="qr-ring" x=".5" y=".5" width="6" height="6" rx="1.75" />
            <rect className="qr-dot" x="2" y="2" width="3" height="3" rx=".9" />
          </g>
        ))}
      </svg>
      {hasPicture ? (
        <span className="qr-picture" style={{ inlineSize: picture, blockSize: picture }}>
          {children}
        </span>
      ) : null}
    </div>
  )
}
