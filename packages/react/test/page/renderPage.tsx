import { renderToString } from 'react-dom/server'
import { createAppKit } from '../../src/createAppKit.tsx'
import { networks } from './networks.ts'
import { RenderedPage } from './RenderedPage.tsx'

/** What a server sends of the page: the kit is made there as it is in the browser. */
export function renderPage(url: string): string {
  const appKit = createAppKit({ projectId: 'harness', networks: networks(url, false), apiUrl: url })
  const html = renderToString(<RenderedPage />)
  appKit.dispose()
  return html
}
