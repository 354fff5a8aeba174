import { renderToString } from 'react-dom/server'
import { createAppKit } from '../../src/createAppKit.tsx'
import { networks } from './networks.ts'
import { RenderedPage } from './RenderedPage.tsx'

/** Renders the page on a server: with the same kit as in the browser. */
export function renderPage(url: string): string {
  const appKit = createAppKit({ projectId: 'harness', networks: networks(url, false), apiUrl: url })
  const html = renderToString(<RenderedPage />)
  appKit.dispose()
  return html
}
