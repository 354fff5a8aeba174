import { type OpenDatabase, openDatabase } from '../src/db/openDatabase.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}
/** A statement that read a table as a whole. */
type WholeRead = { table: string; node: string; query: string }

/** Settings of a connection that reports each plan, also of the statements that foreign keys run. */
const settings = Object.entries({
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_nested_statements': 'on',
})

/**
 * Opens a database as servers do, and collects every statement that read one of `tables` from its beginning to its end: with a
 * sequential scan, or along an index without a condition and without a limit. The URL's user must be a superuser. With few rows a
 * sequential scan is cheap: `isForced` has the planner avoid it, and so finds queries that no index can serve.
 */
export function watchPlans(url: string, tables: ReadonlySet<string>, { isForced }: { isForced: boolean }) {
  const watched = new URL(url)
  const options = isForced ? [...settings, ['enable_seqscan', 'off']] : settings
  watched.searchParams.set('options', options.map(([name, value]) => `-c ${name}=${value}`).join(' '))
  const database = openDatabase({ url: watched.href, poolSize: 4, statementTimeoutMs: 120_000 })
  const wholeReads: WholeRead[] = []
  let count = 0
  database.pool.on('connect', (client) =>
    client.on('notice', ({ message }) => {
      const json = message?.match(/plan:\s*(\{.*)$/s)?.[1]
      if (!json) return
      count += 1
      const { 'Query Text': query, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Plan }
      for (const { table, node } of wholeReadsOf(plan)) if (tables.has(table)) wholeReads.push({ table, node, query })
    }),
  )
  return { ...database, wholeReads, count: () => count } satisfies OpenDatabase & Record<string, unknown>
}

function* wholeReadsOf(plan: Plan, isLimited = false): Generator<{ table: string; node: string }> {
  const { 'Node Type': node, 'Relation Name': table } = plan
  const isAlongIndex = /^Index (Only )?Scan$/.test(node) && plan['Index Cond'] === undefined && !isLimited
  if (table && (node === 'Seq Scan' || isAlongIndex)) yield { table, node }
  // A sort or an aggregate reads all of its input, whatever limits its output.
  const passesOn = node === 'Limit' || (isLimited && !/^(Sort|Aggregate|Hash|HashAggregate|Materialize)$/.test(node))
  for (const each of plan.Plans ?? []) yield* wholeReadsOf(each, passesOn)
}
