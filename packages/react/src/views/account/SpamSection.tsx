import type { ActivityRow } from '@billfold/core/features/history/activityRows'
import { useId, useState } from 'react'
import { accountTexts } from '../../i18n/compiled/accountTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Icon } from '../../ui/Icon.tsx'
import { AmountText } from './AmountText.tsx'

/** Spam: folded away and explained, without links and without anything to copy. */
export function SpamSection({ rows }: { rows: readonly ActivityRow[] }) {
  const text = useArea(accountTexts)
  const [open, setOpen] = useState(false)
  const list = useId()
  return (
    <section className="suspicious" data-testid="suspicious">
      <button
        type="button"
        className="suspicious-head"
        data-testid="suspicious-toggle"
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        <Icon name="warning" />
        <span>
          {text.suspicious} <bdi className="line-quiet">{rows.length}</bdi>
        </span>
        <Icon name="down" size={16} />
      </button>
      <div id={list} hidden={!open}>
        <p className="suspicious-text">
          {text.suspiciousDetail} {text.copyOff}.
        </p>
        <ul className="lines">
          {rows.map((row) => (
            <li key={row.key} className="line line-bait">
              <span className="line-text line-detail">
                {row.amounts.map((amount, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the amounts of a row never change places
                  <AmountText key={index} amount={amount} />
                ))}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
