import { type ReactNode, useId, useState } from 'react'

/** More about what it wraps, on hover, focus or tap; Escape puts it away. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <span className="tooltip">
      <button
        type="button"
        className="tooltip-anchor"
        aria-describedby={id}
        onMouseEnter={() => setShown(true)}
        onMouseLeave={() => setShown(false)}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        onClick={() => setShown(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !shown) return
          event.preventDefault()
          event.stopPropagation()
          setShown(false)
        }}
      >
        {children}
      </button>
      {/* There for who listens too, who may read without ever focusing it. */}
      <span role="tooltip" id={id} className="tooltip-text" hidden={!shown}>
        {text}
      </span>
    </span>
  )
}
