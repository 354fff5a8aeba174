const local = 'No cookies, no trackers: this page only talks to this machine.'
const published = 'No cookies, no trackers: this page only talks to its own server and API.'

const links = [
  ['/docs', 'Documentation'],
  ['/proof', 'Proof and local network'],
  ['/gallery', 'Gallery'],
  ['/playground', 'Playground'],
  ['/headless', 'Without the modal'],
  ['/docs/contributing', 'Repository'],
] as const

/** The end of the site's pages: what they talk to, and where else to go. */
export function Foot() {
  return (
    <footer className="foot" lang="en" dir="ltr">
      <p>{__LOCAL__ ? local : published}</p>
      <nav className="foot-links" aria-label="More">
        {links.map(([path, name]) => (
          <a key={path} href={path}>
            {name}
          </a>
        ))}
      </nav>
    </footer>
  )
}
