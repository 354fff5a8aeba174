import { CopyButton } from './CopyButton.tsx'

const command = 'npm create billfold'

/** The first steps: the command that writes a page, and further reading. */
export function Install() {
  return (
    <section className="install" aria-labelledby="install-title">
      <h2 id="install-title">Build with it</h2>
      <div className="install-line">
        <code dir="ltr" data-testid="install-command">
          {command}
        </code>
        <CopyButton text={command} label="Copy the command" />
      </div>
      <p className="quiet">
        Writes a page that runs on the local stack: React, Next.js, Vue or plain HTML.{' '}
        <a href="/docs/create">Read how</a>, or <a href="/docs/quick-start">add the kit to your site</a>.
      </p>
    </section>
  )
}
