import { type AmountProblem, groupAmount, readPasted, readTyped } from '@billfold/core/features/send/amountText'
import { type ChangeEvent, type ClipboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { fitAmount } from './fitAmount.ts'

/** An amount, grouped while it is typed; what is kept has no groups. The caret stays where the hand left it. */
export function AmountField({
  label,
  amount,
  locale,
  invalid,
  describedBy,
  onChange,
  onProblem,
  children,
}: {
  label: string
  amount: string
  locale: string
  invalid: boolean
  describedBy?: string
  onChange: (amount: string) => void
  /** A pasted text that cannot be read. */
  onProblem: (problem: AmountProblem) => void
  children?: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  /** How many digits and decimal signs stand before the caret: groups come and go, these do not. */
  const before = useRef<number>(undefined)
  const shown = groupAmount(amount, locale)
  useLayoutEffect(() => {
    if (before.current === undefined || !input.current) return
    const at = placeAfter(shown, before.current, amount)
    before.current = undefined
    input.current.setSelectionRange(at, at)
  })
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = event.currentTarget
    const caret = selectionStart ?? value.length
    const { data } = event.nativeEvent as InputEvent
    const next = readTyped(value, { locale, typed: data ?? null, caret })
    const head = readTyped(value.slice(0, caret), { locale, typed: data ?? null, caret })
    before.current = Math.min(head.length, next.length)
    onChange(next)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const read = readPasted(event.clipboardData.getData('text'), locale)
    if ('problem' in read) return read.problem === 'none' ? undefined : onProblem(read.problem)
    // In the middle of a number, only digits make sense; else the pasted number is the number.
    const isAll = (selectionEnd ?? 0) - (selectionStart ?? 0) === value.length
    if (isAll || read.amount.includes('.')) return onChange(read.amount)
    const text = `${value.slice(0, selectionStart ?? 0)}${read.amount}${value.slice(selectionEnd ?? 0)}`
    onChange(readTyped(text, { locale, caret: 0 }))
  }
  return (
    <div className="send-amount" {...fitAmount(shown)}>
      <input
        ref={input}
        className="send-amount-input"
        inputMode="decimal"
        type="text"
        dir="ltr"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        placeholder="0"
        value={shown}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        data-testid="send-amount-input"
        onChange={type}
        onPaste={paste}
      />
      {children}
    </div>
  )
}

/** The place in the grouped text that has so many signs of the kept text before it. */
function placeAfter(shown: string, count: number, amount: string): number {
  let [seen, at] = [0, 0]
  while (at < shown.length && seen < count) {
    if (/\d/.test(shown[at] ?? '') || amount[seen] === '.') seen++
    at++
  }
  return at
}
