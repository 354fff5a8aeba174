import type { ReactNode } from 'react'
import { useCopy } from '../../hooks/useCopy.ts'
import { Button } from '../../ui/Button.tsx'

type Props = {
  /** The link of the code or the button above; absent until it is ready. */
  link: string | undefined
  copyLabel: string
  renewLabel: string
  renewTestId: string
  onRenew: () => void
  children?: ReactNode
}

/** Below a code or a link for another app: the link to copy, and a new one if it does not work. */
export function LinkFooter({ link, copyLabel, renewLabel, renewTestId, onRenew, children }: Props) {
  const copy = useCopy()
  return (
    <div className="wc-footer">
      <Button
        look="quiet"
        size="s"
        icon="copy"
        data-testid="copy-wc2-uri"
        disabled={link === undefined}
        onClick={() => link && void copy(link, 'linkCopied')}
      >
        {copyLabel}
      </Button>
      <Button
        look="quiet"
        size="s"
        icon="refresh"
        data-testid={renewTestId}
        disabled={link === undefined}
        onClick={onRenew}
      >
        {renewLabel}
      </Button>
      {children}
    </div>
  )
}
