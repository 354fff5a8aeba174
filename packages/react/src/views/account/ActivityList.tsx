import { type ActivityRow, activityOf } from '@billfold/core/features/history/activityRows'
import { historyQuery } from '@billfold/core/features/history/historyQuery'
import { push } from '@billfold/core/features/modal/navigate'
import { explorerLink } from '@billfold/core/features/network/explorerLink'
import { activeNetwork } from '@billfold/core/model/findNetwork'
import type { CaipAddress } from '@billfold/protocol/caip'
import { useContext, useMemo } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitPages } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { accountTexts } from '../../i18n/compiled/accountTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { shortAddress } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/iconPaths.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { ListFailed } from '../shared/ListFailed.tsx'
import { ListWaiting } from '../shared/ListWaiting.tsx'
import { AmountText } from './AmountText.tsx'
import { ListAge } from './ListAge.tsx'
import { ReceiveFunds } from './ReceiveFunds.tsx'
import { SpamSection } from './SpamSection.tsx'

/** This account's activity, newest first, by month; the account's tab links to the full view. */
export function ActivityList({ caip, page }: { caip: CaipAddress; page?: true }) {
  const kit = useKit()
  const text = useArea(accountTexts)
  const { tag } = useContext(LocaleContext)
  const list = useKitPages(historyQuery(kit, { address: caip }))
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = list
  const pages = data?.pages
  const activity = useMemo(
    () =>
      pages &&
      activityOf(
        pages.flatMap((p) => p.transactions),
        caip,
      ),
    [pages, caip],
  )
  const more = () => {
    kit.store.send({ type: 'history/moreAsked', address: caip, cursor: pages?.at(-1)?.next })
    void fetchNextPage()
  }
  if (!activity && isError)
    return (
      <ListFailed title={text.activityAway} text={text.activityAwayDetail} onRetry={refetch} testId="activity-away" />
    )
  if (!activity) return <ListWaiting shape="row" count={4} />
  const isEmpty = activity.months.length === 0
  const thisYear = new Date(kit.ports.clock.now()).getFullYear()
  return (
    <>
      {isError && !isFetchNextPageError ? <ListAge updatedAt={list.dataUpdatedAt} onRetry={refetch} /> : null}
      <div className="activity">
        {isEmpty && !hasNextPage ? (
          <Nothing
            icon="clock"
            title={page ? text.noTransactions : text.noActivity}
            text={text.noActivityDetail}
            testId="empty-activity-state"
          >
            <ReceiveFunds />
          </Nothing>
        ) : null}
        {page || isEmpty ? null : (
          <Button
            size="s"
            look="quiet"
            className="activity-all"
            data-testid="activity-all"
            onClick={() => push(kit, { name: 'Transactions' })}
          >
            {text.allActivity}
          </Button>
        )}
        {activity.months.map(({ year, month, rows }) => (
          <section key={`${year}-${month}`} data-testid="month-indexes">
            <h2 className="heading" data-testid="group-title">
              {monthName(year, month, tag, thisYear)}
            </h2>
            <ul className="lines">
              {rows.map((row) => (
                <Row key={row.key} row={row} />
              ))}
            </ul>
          </section>
        ))}
        {isFetchNextPageError && !isFetchingNextPage ? (
          <ListFailed
            title={text.activityAway}
            text={text.activityAwayDetail}
            onRetry={more}
            testId="activity-more-away"
          />
        ) : hasNextPage ? (
          <Button wide data-testid="activity-more" disabled={isFetchingNextPage} onClick={more}>
            {isFetchingNextPage ? text.loading : text.more}
          </Button>
        ) : null}
        {activity.suspicious.length > 0 ? <SpamSection rows={activity.suspicious} /> : null}
      </div>
    </>
  )
}

const arrows: Readonly<Record<string, IconName>> = {
  send: 'send',
  receive: 'receive',
  trade: 'swap',
  approve: 'check',
  revoke: 'close',
  mint: 'seal',
}

function Row({ row }: { row: ActivityRow }) {
  const text = useArea(accountTexts)
  const { tag } = useContext(LocaleContext)
  const explorer = explorerLink(useSelect(activeNetwork), { transaction: row.hash })
  const operations: Readonly<Record<string, string>> = text.operations
  const image = row.amounts.at(-1)
  const body = (
    <>
      <span className="line-lead">
        {image ? (
          <WalletTile name={image.unit || '?'} image={image.imageUrl} round />
        ) : (
          <span className="row-icon">
            <Icon name={arrows[row.operation] ?? 'blocks'} />
          </span>
        )}
        {image ? (
          <span className="line-badge">
            <Icon name={arrows[row.operation] ?? 'blocks'} size={12} />
          </span>
        ) : null}
      </span>
      <span className="line-text">
        <span className="line-title">
          <bdi>{operations[row.operation] ?? row.operation}</bdi>
          {row.status === 'confirmed' ? null : (
            <Tag tone={row.status === 'failed' ? 'caution' : 'quiet'}>{text[row.status]}</Tag>
          )}
        </span>
        <span className="line-detail">
          {row.amounts.map((amount, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the amounts of a row never change places
            <AmountText key={index} amount={amount} />
          ))}
          {row.spender ? <span>{text.spender(isolate(shortAddress(row.spender)))}</span> : null}
        </span>
      </span>
      <time className="line-tail line-quiet" dateTime={new Date(row.at).toISOString()}>
        {new Intl.DateTimeFormat(tag, { day: '2-digit', month: 'short', numberingSystem: 'latn' }).format(row.at)}
      </time>
    </>
  )
  return (
    <li data-testid="activity-row">
      {explorer ? (
        <a className="line line-link" href={explorer} target="_blank" rel="noreferrer noopener">
          {body}
          <span className="visually-hidden">{text.explorer}</span>
        </a>
      ) : (
        <div className="line">{body}</div>
      )}
    </li>
  )
}

function monthName(year: number, month: number, tag: string, thisYear: number): string {
  const format = new Intl.DateTimeFormat(tag, {
    month: 'long',
    ...(year === thisYear ? {} : { year: 'numeric' }),
    numberingSystem: 'latn',
  })
  return format.format(new Date(year, month, 15))
}
