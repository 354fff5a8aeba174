/** How Telegram launched the Mini App. */
export type TelegramLaunch = {
  version: string
  platform: string
  /** Colors as `#rrggbb`, by Telegram's names. */
  theme: TelegramTheme
  /** The signed data on the visitor: only a server can verify it. */
  initData?: string
  /** The parameter of the link into the app (`startapp`); anyone can make such a link. */
  startParam?: string
}

export type TelegramTheme = Readonly<Record<string, string>>

const maxLength = 32_768

/** Parses launch parameters from the fragments of a page's addresses, the newest first; undefined outside Telegram. */
export function readLaunchParams(addresses: readonly string[]): TelegramLaunch | undefined {
  for (const address of addresses) {
    const params = paramsOf(address)
    const [version, platform] = [params?.get('tgWebAppVersion'), params?.get('tgWebAppPlatform')]
    if (!params || !version || !platform || !/^\d{1,3}(\.\d{1,3})?$/.test(version) || !/^\w{1,32}$/.test(platform))
      continue
    const initData = params.get('tgWebAppData')
    const startParam =
      params.get('tgWebAppStartParam') ?? (initData && new URLSearchParams(initData).get('start_param'))
    return {
      ...{ version, platform, theme: readTheme(params.get('tgWebAppThemeParams')) },
      ...(initData ? { initData } : {}),
      ...(startParam ? { startParam } : {}),
    }
  }
  return undefined
}

/** Telegram adds its parameters to a fragment that the site may already use: `#/path?tgWebApp…`. */
function paramsOf(address: string): URLSearchParams | undefined {
  const fragment = address.slice(address.indexOf('#') + 1)
  if (!address.includes('#') || fragment.length > maxLength) return undefined
  return new URLSearchParams(fragment.slice(fragment.indexOf('?') + 1))
}

/** The valid colors of a theme, from JSON or from an event. */
export function readTheme(given: unknown): TelegramTheme {
  try {
    const theme: unknown = typeof given === 'string' ? JSON.parse(given) : given
    if (typeof theme !== 'object' || theme === null) return {}
    const entries = Object.entries(theme).slice(0, 100)
    return Object.fromEntries(
      entries.flatMap(([name, color]) =>
        /^[a-z_]{1,64}$/.test(name) && typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color)
          ? [[name, color]]
          : [],
      ),
    )
  } catch {
    // Not JSON: the kit keeps its own colors.
    return {}
  }
}

/** Whether Telegram's version is at least this one. */
export function isAtLeast(version: string, wanted: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}
