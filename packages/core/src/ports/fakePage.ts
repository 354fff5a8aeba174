import type { Device, Page } from './page.ts'

/** A page without a browser: tests control its globals and device, and read opened links. */
export function fakePage(over: { device?: Partial<Device>; globals?: Record<string, unknown>; href?: string } = {}) {
  const href = over.href ?? 'https://site.example/app?x=1'
  const globals = over.globals ?? {}
  const opened: { url: string; target: string }[] = []
  const events = new EventTarget()
  const visible = new Set<() => void>()
  let ids = 0
  const page: Page = {
    href: () => href,
    origin: () => new URL(href).origin,
    title: () => 'A site',
    head: () => undefined,
    device: () => ({ mobile: false, ios: false, android: false, telegram: false, iframe: false, ...over.device }),
    prefersDark: () => true,
    global: (name) => globals[name],
    events,
    open: (url, target) => void opened.push({ url, target }),
    onVisible(run) {
      visible.add(run)
      return () => void visible.delete(run)
    },
    painted: async () => undefined,
    randomId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  }
  return { page, globals, opened, show: () => visible.forEach((run) => void run()) }
}
