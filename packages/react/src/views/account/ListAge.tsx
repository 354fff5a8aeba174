import { useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { accountTexts } from '../../i18n/compiled/accountTexts.ts'
import { LocaleContext, useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'

/** The age of rows that could not be refreshed, and another attempt. */
export function ListAge({ updatedAt, onRetry }: { updatedAt: number; onRetry: () => unknown }) {
  const { clock } = useKit().ports
  const { tag } = useContext(LocaleContext)
  const { updatedAgo } = useArea(accountTexts)
  const { shell } = useText()
  return (
    <div className="list-age" role="status" data-testid="list-age">
      <span className="footnote">{updatedAgo(formatAge(clock.now() - updatedAt, tag))}</span>
      <Button size="s" look="quiet" icon="refresh" onClick={() => void onRetry()}>
        {shell.tryAgain}
      </Button>
    </div>
  )
}

/** A time span as “3 min ago”, in its largest whole unit. */
function formatAge(ms: number, tag: string): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [size, unit] = (
    [
      [86_400, 'day'],
      [3_600, 'hour'],
      [60, 'minute'],
    ] as const
  ).find(([size]) => seconds >= size) ?? [1, 'second' as const]
  const format = new Intl.RelativeTimeFormat(tag, { style: 'short', numberingSystem: 'latn' } as object)
  return format.format(-Math.floor(seconds / size), unit)
}
