import type { OpenApiDocument } from './openApiDocument.ts'

export const pagePath = 'docs/http-api.md'
const heading = '## Calls\n'

/** The page of the documentation with its list of calls as the document has them. */
export function writeCallTables(page: string, { paths, tags }: OpenApiDocument): string {
  const start = page.indexOf(heading)
  if (start < 0) throw new Error(`${pagePath} has no heading “Calls”.`)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  )
  const tables = tags.map(({ name }) => {
    const rows = operations
      .filter((operation) => operation.tags.includes(name))
      .map(({ method, path, operationId, summary }) => `| \`${method} ${path}\` | \`${operationId}\` | ${summary} |`)
    return `### ${name}\n\n| request | operation | |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `${page.slice(0, start)}${heading}\n${tables.join('\n')}`
}
