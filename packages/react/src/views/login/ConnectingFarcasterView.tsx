import { goBack } from '@billfold/core/features/modal/navigate'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { LinkFooter } from '../shared/LinkFooter.tsx'
import { SocialMark } from './SocialMark.tsx'
import { socialNames } from './socialNames.ts'
import { socialTrouble } from './socialTrouble.ts'
import { useEmbedded } from './useEmbedded.ts'
import { useSocials } from './useSocials.ts'

const name = socialNames.farcaster

/** Waits for Farcaster's app: a code for another device, or on a phone a link that opens it. */
export function ConnectingFarcasterView() {
  const { phase, link } = useEmbedded().state
  const { mobile } = useSelect((state) => state.device)
  if (phase !== 'social') return <Beyond />
  return mobile ? <Opener link={link} /> : <Code link={link} />
}

function Code({ link }: { link: string | undefined }) {
  const { text } = useEmbedded()
  return (
    <div className="stack">
      <div className="wc">
        {link ? (
          <QrCode text={link} label={text.farcaster.scan}>
            <SocialMark provider="farcaster" size={44} />
          </QrCode>
        ) : (
          <div className="wc-empty">
            <Spinner size={24} />
          </div>
        )}
        <div className="wc-text" role="status">
          <p className="wc-title">{text.social.title(name)}</p>
          <p className="panel-detail">{link ? text.farcaster.camera(name) : text.farcaster.preparing}</p>
        </div>
        <Footer link={link} shows="code" />
      </div>
    </div>
  )
}

function Opener({ link }: { link: string | undefined }) {
  const { text } = useEmbedded()
  const { iframe } = useSelect((state) => state.device)
  return (
    <div className="panel">
      <Ring state="waiting" round>
        <SocialMark provider="farcaster" size={72} />
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{text.social.title(name)}</p>
        <p className="panel-detail">{link ? text.farcaster.openText(name) : text.farcaster.preparing}</p>
      </div>
      <div className="actions">
        {link ? (
          // A phone only opens an app when the link itself is tapped.
          <a
            className="button button-primary button-m button-wide"
            href={link}
            target={iframe ? '_top' : '_blank'}
            rel="noreferrer noopener"
            data-testid="farcaster-open"
          >
            <span className="button-label">{text.farcaster.open(name)}</span>
          </a>
        ) : (
          <Button look="primary" wide disabled busy data-testid="farcaster-open">
            {text.farcaster.preparing}
          </Button>
        )}
      </div>
      <Footer link={link} shows="link" />
    </div>
  )
}

/** Copies the link for a device without a camera, or requests a new one. */
function Footer({ link, shows }: { link: string | undefined; shows: 'code' | 'link' }) {
  const { farcaster } = useEmbedded().text
  const { renew } = useSocials()
  return (
    <LinkFooter
      link={link}
      copyLabel={farcaster.copyLink}
      renewLabel={shows === 'code' ? farcaster.newCode : farcaster.newLink}
      renewTestId="farcaster-renew"
      onRenew={renew}
    />
  )
}

/** Approved and opening the wallet, or failed. */
function Beyond() {
  const kit = useKit()
  const { shell } = useText()
  const { text, state } = useEmbedded()
  const { start } = useSocials()
  const { phase, trouble } = state
  const isWaiting = phase === 'retrieving' || phase === 'device' || phase === 'passed'
  return (
    <div className="panel">
      <Ring state={isWaiting ? 'waiting' : 'caution'} round>
        <SocialMark provider="farcaster" size={72} />
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{text.social.title(name)}</p>
        <p className="panel-detail" data-testid="social-said">
          {isWaiting
            ? phase === 'device'
              ? text.social.device
              : text.farcaster.loading
            : socialTrouble(text, 'farcaster', trouble?.code)}
        </p>
      </div>
      <div className="actions">
        {isWaiting ? null : (
          <Button look="primary" wide icon="refresh" data-testid="social-again" onClick={() => start('farcaster')}>
            {shell.tryAgain}
          </Button>
        )}
        <Button look="quiet" wide data-testid="social-cancel" onClick={() => goBack(kit)}>
          {shell.cancel}
        </Button>
      </div>
    </div>
  )
}
