import type { AppKit } from './api/AppKit.ts'
import { startElements } from './elements/startElements.ts'

/** Where developers look at their pages. */
const isDevelopment = /\blocal(host)?$|^127/

/** Starts what a page that rests needs last: its custom elements, and advice where a developer looks at it. */
export function startLater(appKit: AppKit, placesModal: boolean, options: object): () => void {
  if (isDevelopment.test(location.hostname))
    import('./advice/adviseDeveloper.ts').then(
      (advice) => advice.adviseDeveloper(options, appKit),
      () => {}, // It is only advice.
    )
  return startElements(appKit, placesModal)
}
