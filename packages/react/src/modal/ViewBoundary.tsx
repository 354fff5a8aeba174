import { Component, type ReactNode } from 'react'
import { forgetFailures } from '../i18n/createArea.ts'
import { renewFailed } from './lazyPart.tsx'

type Props = {
  onError: (error: unknown) => void
  /** What is shown instead; `again` tries once more. */
  fallback: (again: () => void) => ReactNode
  children: ReactNode
}

/** Keeps a view that breaks, or whose code cannot be fetched, from taking the dialog with it. React has this for classes only. */
export class ViewBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError = () => ({ isBroken: true })

  override componentDidCatch(error: unknown) {
    // That they are not there is on the screen: the next try asks for them.
    forgetFailures()
    renewFailed()
    this.props.onError(error)
  }

  override render() {
    return this.state.isBroken ? this.props.fallback(() => this.setState({ isBroken: false })) : this.props.children
  }
}
