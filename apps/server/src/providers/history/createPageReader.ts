import { sql } from 'kysely'
import { createBatcher } from '../../caches/createBatcher.ts'
import type { Reads } from '../../db/createReads.ts'
import { toBytes } from '../../indexer/followedAddresses.ts'
import type { Hex, TransferKind } from '../../indexer/indexRows.ts'
import { runAsServer } from '../../limits/visitor.ts'
import { createTokenFacts, type TokenFacts, unnamed } from './createTokenFacts.ts'
import type { HistoryCursor } from './historyCursor.ts'

/** More movements of one account in one transaction are not shown: who makes them does not do it for the account's sake. */
const maxTransfers = 100
/** More approvals in one transaction no one makes by hand. */
const maxApprovals = 10
/** Pages of one statement, and statements at once: while the database reads one group, the server writes another's pages. */
const [pagesPerStatement, statementsAtOnce] = [32, 2]

export type StoredTransfer = TokenFacts & {
  kind: TransferKind
  token: Hex | null
  sender: Hex
  recipient: Hex
  tokenId: string | null
  amount: string
}

/** Without an amount it is all of a collection, or the one piece of it. */
export type StoredApproval = TokenFacts & { token: Hex; spender: Hex; amount: string | null; tokenId: string | null }

/** One transaction of a page, with those of its movements that concern the account. */
export type StoredTransaction = {
  minedAt: number
  block: number
  txIndex: number
  hash: Hex
  sender: Hex
  recipient: Hex | null
  nonce: number
  succeeded: boolean
  selector: Hex | null
  transfers: StoredTransfer[]
  /** Allowances that the account granted, for as many tokens as are shown. */
  approvals: StoredApproval[]
  swaps: boolean
}

type PageQuery = { chainId: number; address: Hex; after?: HistoryCursor | undefined; limit: number }

/** Reads transactions that concern an address, newest first, below a cursor: one statement for all who ask at once. */
export function createPageReader(reads: Reads) {
  const factsOf = createTokenFacts(reads)
  const read = createBatcher(
    (queries: readonly PageQuery[]) =>
      runAsServer(async () => {
        const pages = parsePages(queries, await readTexts(reads, queries))
        await nameTokens(queries, pages, factsOf)
        return pages
      }),
    { most: pagesPerStatement, atOnce: statementsAtOnce },
  )
  return (query: PageQuery): Promise<StoredTransaction[]> => read(query)
}

type Texts = Record<'transactions' | 'transfers' | 'approvals' | 'swaps', string | null>

/**
 * Everything as four texts with a line for each row, beginning with the number of its transaction in all pages: cheaper to write and to
 * read than JSON or rows. As much work however long a history is: every search is along an index, and limited.
 */
async function readTexts(reads: Reads, queries: readonly PageQuery[]): Promise<Texts> {
  const first = { minedAt: Number.MAX_SAFE_INTEGER, block: Number.MAX_SAFE_INTEGER, txIndex: 2 ** 31 - 1 }
  const after = queries.map((query) => query.after ?? first)
  const place = (table: string) =>
    sql`${sql.ref(`${table}.chain_id`)} = p.chain and ${sql.ref(`${table}.block_number`)} = p.block_number
      and ${sql.ref(`${table}.tx_index`)} = p.tx_index`
  const statement = sql<Texts>`with asked as materialized (
      select * from unnest(${queries.map(({ chainId }) => chainId)}::bigint[], ${queries.map(({ address }) => toBytes(address))}::bytea[],
        ${queries.map(({ limit }) => limit)}::int[], ${after.map(({ minedAt }) => minedAt)}::bigint[],
        ${after.map(({ block }) => block)}::bigint[], ${after.map(({ txIndex }) => txIndex)}::int[])
        with ordinality as q (chain, address, most, mined_at, block_number, tx_index, at)),
    page as materialized (
      select row_number() over (order by q.at, a.mined_at desc, a.block_number desc, a.tx_index desc) - 1 as row, q.at, q.chain,
        q.address, a.mined_at, a.block_number, a.tx_index
      from asked q cross join lateral (select mined_at, block_number, tx_index from index_activity
        where chain_id = q.chain and address = q.address
          and (mined_at, block_number, tx_index) < (q.mined_at, q.block_number, q.tx_index)
        order by mined_at desc, block_number desc, tx_index desc limit q.most) a)
    select
      (select string_agg(${fields('p.row', 'p.at', 'p.mined_at', 'p.block_number', 'p.tx_index', hex('t.hash'), hex('t.sender'), hex('t.recipient'), 't.nonce', sql`t.succeeded::int`, hex('t.selector'))}, E'\n')
        from page p cross join lateral (select * from index_transactions t where ${place('t')} limit 1) t) as transactions,
      (select string_agg(${fields('p.row', 'x.kind', hex('x.token'), hex('x.sender'), hex('x.recipient'), 'x.token_id', 'x.amount')},
          E'\n' order by p.row, x.log_index, x.part)
        from page p cross join lateral (select * from index_transfers x where ${place('x')}
          and (x.sender = p.address or x.recipient = p.address)
          order by x.log_index, x.part limit ${sql.lit(maxTransfers)}) x) as transfers,
      (select string_agg(${fields('p.row', hex('a.token'), hex('a.spender'), 'a.amount', 'a.token_id')}, E'\n' order by p.row, a.log_index)
        from page p cross join lateral (select * from index_approvals a where ${place('a')}
          and a.owner = p.address order by a.log_index limit ${sql.lit(maxApprovals)}) a) as approvals,
      (select string_agg(p.row::text, E'\n')
        from page p cross join lateral (select from index_swaps s where ${place('s')} limit 1) s) as swaps`
  const { rows } = await reads((db) => statement.execute(db))
  return rows[0]!
}

const hex = (column: string) => sql`encode(${sql.ref(column)}, 'hex')`
/** A line: nulls are empty, and no field holds a separator. */
const fields = (...columns: (string | ReturnType<typeof sql>)[]) =>
  sql.join(
    columns.map((column) => sql`coalesce((${typeof column === 'string' ? sql.ref(column) : column})::text, '')`),
    sql` || '|' || `,
  )

const linesOf = (text: string | null): string[][] => (text ? text.split('\n').map((line) => line.split('|')) : [])
const hexOf = (text: string): Hex => `0x${text}`
const hexOrNull = (text: string): Hex | null => (text === '' ? null : `0x${text}`)

function parsePages(queries: readonly PageQuery[], texts: Texts): StoredTransaction[][] {
  const pages: StoredTransaction[][] = queries.map(() => [])
  const byRow: StoredTransaction[] = []
  const places: number[] = []
  for (const [row, at, minedAt, block, txIndex, hash, sender, recipient, nonce, succeeded, selector] of linesOf(
    texts.transactions,
  ) as [...string[]][]) {
    places[Number(row)] = Number(at) - 1
    byRow[Number(row)] = {
      ...{ minedAt: Number(minedAt), block: Number(block), txIndex: Number(txIndex), hash: hexOf(hash!) },
      ...{
        sender: hexOf(sender!),
        recipient: hexOrNull(recipient!),
        nonce: Number(nonce),
        succeeded: succeeded === '1',
      },
      ...{ selector: hexOrNull(selector!), transfers: [], approvals: [], swaps: false },
    }
  }
  // A sparse array is in order, whatever the order of the lines.
  byRow.forEach((transaction, row) => {
    pages[places[row]!]!.push(transaction)
  })
  for (const [row, kind, token, sender, recipient, tokenId, amount] of linesOf(texts.transfers))
    byRow[Number(row)]?.transfers.push({
      ...{
        kind: Number(kind) as TransferKind,
        token: hexOrNull(token!),
        sender: hexOf(sender!),
        recipient: hexOf(recipient!),
      },
      ...{ tokenId: tokenId || null, amount: amount!, ...unnamed },
    })
  for (const [row, token, spender, amount, tokenId] of linesOf(texts.approvals))
    byRow[Number(row)]?.approvals.push({
      ...{
        token: hexOf(token!),
        spender: hexOf(spender!),
        amount: amount || null,
        tokenId: tokenId || null,
        ...unnamed,
      },
    })
  for (const [row] of linesOf(texts.swaps)) {
    const transaction = byRow[Number(row)]
    if (transaction) transaction.swaps = true
  }
  return pages
}

/** Adds the names of the tokens of all pages. */
async function nameTokens(
  queries: readonly PageQuery[],
  pages: readonly StoredTransaction[][],
  factsOf: ReturnType<typeof createTokenFacts>,
): Promise<void> {
  const moves = pages.map((page) => page.flatMap(({ transfers, approvals }) => [...transfers, ...approvals]))
  const facts = await factsOf(
    moves.flatMap((list, at) => list.flatMap(({ token }) => (token ? { chainId: queries[at]!.chainId, token } : []))),
  )
  for (const [at, list] of moves.entries())
    for (const move of list) if (move.token) Object.assign(move, facts(queries[at]!.chainId, move.token))
}
