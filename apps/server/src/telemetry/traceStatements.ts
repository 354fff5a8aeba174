import type { Pool, PoolClient } from 'pg'
import { createRecentMap } from '../caches/createRecentMap.ts'
import type { Tracer } from './createTracer.ts'

type Query = (...args: unknown[]) => unknown
type Described = { name: string; attributes: Record<string, string> }

/** Records the statements of a pool's connections, without their values, as spans of the requests that they are for. */
export function traceStatements(pool: Pool, tracer: Tracer): void {
  const known = createRecentMap<Described>(2_000)
  const describe = (text: string): Described => {
    const described = known.get(text) ?? describeStatement(text)
    known.set(text, described)
    return described
  }
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as Query
    const traced: Query = (...args) => {
      const text = textOf(args[0])
      const span = text === undefined ? undefined : tracer.startChild({ kind: 'client', ...describe(text) })
      if (!span) return query(...args)
      const end = (e?: unknown) => span.end(e ? { isFailed: true, attributes: { 'error.type': codeOf(e) } } : {})
      const callback = args.at(-1)
      if (typeof callback === 'function') {
        const done = (e: unknown, result: unknown) => {
          end(e)
          callback(e, result)
        }
        return query(...args.slice(0, -1), done)
      }
      const result = query(...args)
      if (result instanceof Promise)
        result.then(
          () => end(),
          (e) => end(e ?? true),
        )
      return result
    }
    client.query = traced as typeof client.query
  })
}

/** The text of a statement; undefined for a cursor or a stream, which is no single exchange. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return undefined
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : undefined
}

/** PostgreSQL's code of a failure. Its message may quote a row. */
function codeOf(e: unknown): string {
  const code = typeof e === 'object' && e !== null && 'code' in e ? e.code : undefined
  return typeof code === 'string' && /^\w{3,20}$/.test(code) ? code : 'unknown'
}

const maxText = 2_000

/** A statement as a span's name and attributes: its operation, its first table, and its text without literals. */
export function describeStatement(text: string): Described {
  const plain = withoutLiterals(text).replace(/\s+/g, ' ').trim().slice(0, maxText)
  const operation = /^\w+/.exec(plain)?.[0].toUpperCase() ?? 'QUERY'
  const table = /\b(?:from|into|update|join)\s+"?([a-z_]\w*)"?/i.exec(plain)?.[1]
  return {
    name: table ? `${operation} ${table}` : operation,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table && { 'db.collection.name': table }),
      'db.query.text': plain,
    },
  }
}

/** Values are parameters already; what a statement spells out goes too: texts and numbers. */
const withoutLiterals = (text: string): string =>
  text
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$".])\d+(?:\.\d+)?\b/g, '?')
