import { explorerLink } from '@billfold/core/features/network/explorerLink'
import type { Bought } from '@billfold/core/features/onramp/boughtQuery'
import { findNetwork } from '@billfold/core/model/findNetwork'
import { useContext } from 'react'
import { useSelect } from '../../hooks/useSelect.ts'
import { buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { formatDecimal } from '../../ui/formatDecimal.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

/** A purchase that was made on another device: what arrived, and where the chain shows it. */
export function BoughtRow({ bought: { hash, networkId, amount, symbol, status, at } }: { bought: Bought }) {
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const network = useSelect((state) => findNetwork(state, networkId))
  const href = explorerLink(network, { transaction: hash })
  const gets = isolate(`${formatDecimal(amount, tag)} ${symbol}`)
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', numberingSystem: 'latn' }).format(Date.parse(at))
  const body = (
    <>
      <span className="row-lead row-icon">
        {status === 'sent' ? <Spinner /> : <Icon name={status === 'settled' ? 'check' : 'warning'} />}
      </span>
      <span className="row-text">
        <bdi className="row-title">{status === 'settled' ? text.bought(gets) : text.buying(gets)}</bdi>
        <span className="row-detail">
          {text.status[status]} · {day}
        </span>
      </span>
    </>
  )
  const handle = { className: 'row', 'data-testid': 'buy-row-elsewhere', 'data-status': status }
  return href ? (
    <a {...handle} href={href} target="_blank" rel="noreferrer noopener">
      {body}
      <Icon name="external" size={16} />
    </a>
  ) : (
    <div {...handle}>{body}</div>
  )
}
