import { editAmount, settleAmount, shownAmount } from '@billfold/core/features/amount/editAmount'
import { latinDigits } from '@billfold/core/features/amount/latinDigits'
import { separatorsOf } from '@billfold/core/features/amount/separatorsOf'
import type { AmountEntry } from '@billfold/core/model/amount'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type CompositionEvent,
  type DragEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { fitAmount } from './fitAmount.ts'

/**
 * An amount field for any input: typed, pasted, dropped or from a keyboard's suggestions. It groups while typing, keeps
 * the caret in place, and leaves unreadable text as it is.
 */
export function AmountField({
  label,
  entry,
  readers,
  invalid,
  describedBy,
  onChange,
  children,
}: {
  label: string
  entry: AmountEntry
  /** The page's language, then the visitor's own. */
  readers: readonly string[]
  invalid: boolean
  describedBy?: string
  onChange: (entry: AmountEntry) => void
  children?: ReactNode
}) {
  const [locale = 'en'] = readers
  const input = useRef<HTMLInputElement>(null)
  /** The number of digits and decimal signs before the caret: groups come and go, these do not. */
  const before = useRef<number>(undefined)
  /** The range that an input replaces; without the browser's report, the whole text counts as new. */
  const replaced = useRef<{ start: number; end: number }>(undefined)
  const shown = shownAmount(entry, locale)
  useEffect(() => {
    const field = input.current
    const note = () => {
      replaced.current = { start: field?.selectionStart ?? 0, end: field?.selectionEnd ?? 0 }
    }
    // React's own event of that name is another one: it does not come before a paste or a drop. Keys are for browsers without it.
    for (const name of ['keydown', 'beforeinput']) field?.addEventListener(name, note)
    return () => {
      for (const name of ['keydown', 'beforeinput']) field?.removeEventListener(name, note)
    }
  }, [])
  useLayoutEffect(() => {
    if (before.current === undefined || !input.current) return
    const at = placeAfter(shown, before.current, entry.amount)
    before.current = undefined
    input.current.setSelectionRange(at, at)
  })
  const take = (field: HTMLInputElement, edit: Partial<Parameters<typeof editAmount>[1]>) => {
    const next = editAmount(entry, { value: field.value, ...edit }, readers)
    const caret = field.selectionEnd ?? field.value.length
    if (!next.written) before.current = signsBefore(field.value.slice(0, caret), locale)
    onChange(next)
  }
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    const { inputType = '', isComposing = false } = event.nativeEvent as InputEvent
    const was = replaced.current
    replaced.current = undefined
    if (inputType.startsWith('delete')) return take(field, { deletedAt: field.selectionEnd ?? 0, isComposing })
    take(field, { replaced: inputType.startsWith('insert') ? was : undefined, isComposing })
  }
  const compose = (event: CompositionEvent<HTMLInputElement>) => entry.written && take(event.currentTarget, {})
  /** A field of one line would join the lines of a text into one number. */
  const refuseLines = (event: ClipboardEvent<HTMLInputElement> | DragEvent<HTMLInputElement>, data: DataTransfer) => {
    const text = data.getData('text').trim()
    if (!/[\r\n]/.test(text)) return
    event.preventDefault()
    onChange(editAmount({ amount: '' }, { value: text.replace(/[\r\n]+/g, '\t') }, readers))
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
        data-testid="send-amount-input"
        onChange={change}
        onCompositionEnd={compose}
        onPaste={(event) => refuseLines(event, event.clipboardData)}
        onDrop={(event) => refuseLines(event, event.dataTransfer)}
        onBlur={() => entry.written && onChange(settleAmount(entry))}
      />
      {children}
    </div>
  )
}

/**
 * The number of the stored amount's characters at the beginning of a text: its digits and its decimal sign, not its
 * groups.
 */
function signsBefore(head: string, locale: string): number {
  const { decimal } = separatorsOf(locale)
  const kept = [...latinDigits(head)].filter((sign) => /\d/.test(sign) || sign === decimal || sign === '٫').join('')
  return kept.startsWith(decimal) ? kept.length + 1 : kept.replace(/^0+(?=\d)/, '').length
}

/** The position in the grouped text after the first `count` characters of the stored amount. */
function placeAfter(shown: string, count: number, amount: string): number {
  let [seen, at] = [0, 0]
  while (at < shown.length && seen < count) {
    if (/\d/.test(shown[at] ?? '') || amount[seen] === '.') seen++
    at++
  }
  return at
}
