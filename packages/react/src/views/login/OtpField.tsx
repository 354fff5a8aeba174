import { latinDigits } from '@billfold/core/features/amount/latinDigits'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

const places = [0, 1, 2, 3, 4, 5]
const empty: readonly string[] = places.map(() => '')

/**
 * Six digits in six boxes, which together are one field: a code that is pasted, or filled in by the phone, goes into all of
 * them, and the sixth digit submits. `attempt` counts the codes that were refused: another one empties the field.
 */
export function OtpField({
  label,
  digitLabel,
  attempt,
  busy,
  describedBy,
  invalid,
  takesFocus,
  onComplete,
}: {
  label: string
  digitLabel: (at: string) => string
  attempt: number
  busy: boolean
  describedBy: string
  invalid: boolean
  /** In the page it leaves the focus where it is. */
  takesFocus: boolean
  onComplete: (code: string) => void
}) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const [digits, setDigits] = useState(empty)
  const focus = (at: number) => boxes.current[Math.max(0, Math.min(at, 5))]?.focus()

  const seen = useRef(attempt)
  useEffect(() => {
    if (seen.current === attempt) return
    seen.current = attempt
    setDigits(empty)
    boxes.current[0]?.focus()
  }, [attempt])
  useEffect(() => {
    if (takesFocus) boxes.current[0]?.focus()
  }, [takesFocus])

  /** Puts what was written in from a box on; a box before it that is still empty is filled first. */
  const write = (at: number, text: string) => {
    const written = latinDigits(text).replace(/\D/g, '').slice(0, 6)
    if (busy || !written) return
    const firstEmpty = digits.indexOf('')
    const from = written.length === 6 ? 0 : firstEmpty === -1 ? at : Math.min(at, firstEmpty)
    const next = digits.map((digit, place) => written[place - from] ?? digit)
    setDigits(next)
    focus(from + written.length)
    if (next.every(Boolean)) onComplete(next.join(''))
  }
  const erase = (at: number) => {
    if (busy) return
    const place = digits[at] || at === 0 ? at : at - 1
    setDigits(digits.map((digit, each) => (each === place ? '' : digit)))
    focus(place)
  }
  const moves: Record<string, (at: number) => void> = {
    Backspace: erase,
    Delete: (at) => !busy && setDigits(digits.map((digit, each) => (each === at ? '' : digit))),
    ArrowLeft: (at) => focus(at - 1),
    ArrowRight: (at) => focus(at + 1),
    Home: () => focus(0),
    End: () => focus(5),
  }
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key]
    if (!move) return
    event.preventDefault()
    move(at)
  }
  const onPaste = (at: number) => (event: ClipboardEvent) => {
    event.preventDefault()
    write(at, event.clipboardData.getData('text'))
  }
  return (
    // A code is read from left to right in every language.
    <fieldset className="otp" dir="ltr" aria-describedby={describedBy} data-testid="wui-otp-input">
      <legend className="visually-hidden">{label}</legend>
      {places.map((at) => (
        <input
          key={at}
          ref={(box) => {
            boxes.current[at] = box
          }}
          className="otp-box"
          aria-label={digitLabel(String(at + 1))}
          aria-invalid={invalid || undefined}
          inputMode="numeric"
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          enterKeyHint="done"
          readOnly={busy}
          value={digits[at]}
          onChange={(event) => write(at, event.currentTarget.value.replace(digits[at] || '', ''))}
          onKeyDown={onKeyDown(at)}
          onPaste={onPaste(at)}
          onFocus={(event) => event.currentTarget.select()}
        />
      ))}
    </fieldset>
  )
}
