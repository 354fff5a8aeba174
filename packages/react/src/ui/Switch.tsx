import type { ReactNode } from 'react'

/** On or off, at once. */
export function Switch({
  checked,
  onChange,
  label,
  children,
  testId,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  label: string
  children?: ReactNode
  testId?: string
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      className="switch"
      data-testid={testId}
      onClick={() => onChange(!checked)}
    >
      {children}
      <span className="switch-track">
        <span className="switch-thumb" />
      </span>
    </button>
  )
}
