import type { AppKit } from './api/AppKit.ts'
import { startElements } from './elements/startElements.ts'

/** Hosts of development servers. */
const isDevelopment = /\blocal(host)?$|^127/

/** Starts what an idle page needs last: its custom elements, and advice for developers. */
export function startLater(appKit: AppKit, placesModal: boolean, options: object): () => void {
  if (isDevelopment.test(location.hostname))
    import('./advice/adviseDeveloper.ts').then(
      (advice) => advice.adviseDeveloper(options, appKit),
      () => {}, // It is only advice.
    )
  // Routers replace the address; the browser remembers the one that the page was opened with.
  if (`${location.href}${performance.getEntriesByType('navigation')[0]?.name}`.includes('tgWebApp'))
    import('./telegram/startTelegram.ts').then((m) => m.startTelegram(appKit.kit, options), appKit.kit.ports.log.error)
  return startElements(appKit, placesModal)
}
