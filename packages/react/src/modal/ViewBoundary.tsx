import type { Stop } from '@billfold/core/ports/clock'
import type { Ports } from '@billfold/core/ports/ports'
import { Component, type ReactNode } from 'react'
import { forgetFailures } from '../i18n/createArea.ts'
import { failed } from './lazyPart.tsx'
import { retryMissing } from './retryMissing.ts'

type Props = {
  ports: Pick<Ports, 'clock' | 'page'>
  onError: (error: unknown) => void
  /** The fallback; `again` retries. */
  fallback: (again: () => void) => ReactNode
  children: ReactNode
}

/**
 * Keeps a view that breaks, or whose code cannot be fetched, from taking the dialog with it. What could not be fetched comes by
 * itself once it can. React has this for classes only.
 */
export class ViewBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }
  private stopTrying: Stop = () => undefined

  static getDerivedStateFromError = () => ({ isBroken: true })

  private readonly again = () => {
    this.stopTrying()
    forgetMissing()
    this.setState({ isBroken: false })
  }

  override componentDidCatch(error: unknown) {
    this.stopTrying()
    const missing = forgetMissing()
    if (missing.length > 0) this.stopTrying = retryMissing(this.props.ports, missing, this.again)
    this.props.onError(error)
  }

  override componentWillUnmount() {
    this.stopTrying()
  }

  override render() {
    return this.state.isBroken ? this.props.fallback(this.again) : this.props.children
  }
}

/** The visitor has seen the failure, so the next attempt fetches them again, with these loaders. */
function forgetMissing(): readonly (() => Promise<unknown>)[] {
  const missing = [...forgetFailures(), ...[...failed].map((renew) => renew())]
  failed.clear()
  return missing
}
