/** The origins that a page of ours may reach beyond its own. */
export type Reach = {
  /** Origins it may call: the API, the local network's manifest, nodes and faucet. */
  connect: readonly string[]
  /** Origins it may show pictures from, such as the local network's NFTs. */
  pictures: readonly string[]
  /** Origins it may put in a frame: the embedded wallet's page. */
  frames: readonly string[]
  /** Whether it may use the camera and the clipboard: the kit scans and pastes addresses, the phone links. */
  takesAddresses?: boolean
}

/** The page's Content-Security-Policy: forbids everything, then allows the origins by name. */
export function contentPolicy(reach: Reach): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...reach.pictures],
    'connect-src': ["'self'", ...reach.connect],
    'font-src': ["'none'"],
    'frame-src': reach.frames.length ? reach.frames : ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => [name, ...new Set(values)].join(' '))
    .join('; ')
}

/** The headers of every response, errors included. */
export function siteHeaders(reach: Reach): Record<string, string> {
  const taking = reach.takesAddresses ? '(self)' : '()'
  const copying = ['self', ...reach.frames.map((origin) => `"${origin}"`)].join(' ')
  return {
    'content-security-policy': contentPolicy(reach),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': `accelerometer=(), camera=${taking}, display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=(), clipboard-read=${taking}, clipboard-write=(${copying})`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}
