import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** A box to tick, with the sentence it stands for. */
export function Checkbox({
  checked,
  onChange,
  children,
  testId,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  testId?: string
}) {
  return (
    <label className="checkbox" data-testid={testId}>
      <input
        type="checkbox"
        className="checkbox-input"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className="checkbox-box">{checked ? <Icon name="check" size={16} /> : null}</span>
      <span>{children}</span>
    </label>
  )
}
