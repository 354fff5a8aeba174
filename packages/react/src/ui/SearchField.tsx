import { type KeyboardEvent, useRef } from 'react'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

/** A field to narrow a list; Escape empties it before it closes anything. */
export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
  testId = 'wui-input-text',
}: {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  testId?: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !value) return
    event.preventDefault()
    event.stopPropagation()
    clear()
  }
  return (
    <div className="field">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        className="field-input"
        aria-label={label}
        placeholder={label}
        value={value}
        data-testid={testId}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {value ? <IconButton icon="close" label={clearLabel} onClick={clear} className="field-clear" /> : null}
    </div>
  )
}
