import type { Page } from 'playwright-core'

/** Collects what a page must not do: errors in its console, errors no one caught, requests to other origins. */
export function watchPage(page: Page, ...origins: readonly string[]): string[] {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`page: ${error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith('data:') && !origins.some((origin) => url.startsWith(origin))) problems.push(`request: ${url}`)
  })
  return problems
}
