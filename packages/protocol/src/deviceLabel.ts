const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** A device's label in lists and mails: recognizable, without distinguishing it from others of its kind. */
export function deviceLabel(userAgent: string): string {
  const find = (list: typeof browsers) => list.find(([, mark]) => mark.test(userAgent))?.[0]
  return [find(browsers) ?? 'Browser', find(systems)].filter(Boolean).join(', ')
}
